/** p values that are shown side by side, adjusted by Holm for being several. Passing a plan needs no adjustment. */
import type { Comparison, ComparisonPart, StratumComparison } from '../../contract/comparison.ts';
import { holmAdjusted } from '../../statistics/holm.ts';

/** Over the strata of one comparison. */
export function adjustStrata(strata: readonly StratumComparison[]): StratumComparison[] {
  return adjust(strata);
}

/** Over the candidates of one plan: their overall p values. Strata keep the adjustment that they have. */
export function adjustCandidates(comparisons: readonly Comparison[]): Comparison[] {
  return adjust(comparisons);
}

/** Parts without a p value stay as they are and do not count. */
function adjust<Part extends ComparisonPart>(parts: readonly Part[]): Part[] {
  const tested = parts.flatMap(({ p }, index) => (p === null ? [] : [{ index, value: p.value }]));
  const adjusted = holmAdjusted(tested.map(({ value }) => value));
  const byPart = new Map(tested.map(({ index }, place) => [index, adjusted[place]]));
  return parts.map((part, index) => {
    const value = byPart.get(index);
    return part.p === null || value === undefined ? part : { ...part, p: { ...part.p, adjusted: value } };
  });
}
