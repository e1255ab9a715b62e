/**
 * The mean of a difference that a judge measured on every item and people on some of them: the judge's mean over the
 * items without a label, corrected by how far it is off where there is one (Angelopoulos, Bates, Fannjiang, Jordan and
 * Zrnic, "Prediction-powered inference", Science 382, 2023, the estimator of a mean). It holds however wrong the judge
 * is; a bad judge costs width only. It asks for labels of items that were drawn at random.
 *
 *   estimate = mean over U of f + mean over L of (y - f)
 *   variance = var over U of f / N + var over L of (y - f) / n
 *
 * with the judge's differences f, people's y, the n labelled items L and the N others U. In place of the paper's normal
 * quantile stands Student's, with Welch's degrees of freedom (C - 1 with C clusters): few labels are the usual case.
 *
 * Items that no label could change are a stratum of their own beside that: the estimate is the mean of the two strata
 * by their shares, and its variance has the strata's and that of the shares, (difference of strata)^2 p (1 - p) / items.
 */
import { mean } from './moments.ts';
import { studentQuantile } from './student-t.ts';
import { unseenShare } from './wilson.ts';

/** One item: candidate less baseline, in the unit of the scores. */
export interface JudgedDifference {
  readonly judge: number;
  /** Null: nobody labelled the item. */
  readonly label: number | null;
  /** What the judge says is so, whoever looks: no label is needed. */
  readonly known?: true;
  /** Items of one cluster stand or fall together. */
  readonly cluster?: string;
}

export interface PredictionPowered {
  /** The judge's mean over all items. */
  readonly judge: number;
  /** Corrected by the labels; null where there are fewer than two. */
  readonly estimate: number | null;
  readonly interval: { readonly lo: number; readonly hi: number; readonly level: number } | null;
  readonly standardError: number | null;
  /** Items with a label, and without; those that are known are in neither. */
  readonly labelled: number;
  readonly unlabelled: number;
  /** Why a number is null. */
  readonly reason?: string;
}

/** @param differences one for each item, at least one */
export function predictionPoweredMean(
  differences: readonly JudgedDifference[],
  level = 0.95,
): PredictionPowered {
  const judge = mean(differences.map((one) => one.judge));
  const unknown = differences.filter(({ known }) => known === undefined);
  const labels = unknown.flatMap(({ judge: said, label, cluster }) =>
    label === null ? [] : [{ value: label - said, cluster }],
  );
  const others = unknown.filter(({ label }) => label === null);
  const [n, open] = [labels.length, others.length];
  const none = (reason: string, estimate: number | null): PredictionPowered => ({
    judge,
    estimate,
    interval: null,
    standardError: null,
    labelled: n,
    unlabelled: open,
    reason,
  });
  if (unknown.length === 0) return none('No item has an answer that people could grade.', null);
  if (n < 2) return none('Fewer than two items are labelled on both sides.', null);
  const share = unknown.length / differences.length;
  // With every item labelled nothing is left to predict: y itself is what remains.
  const measured =
    open === 0 ? unknown.map((one) => ({ value: one.label ?? 0, cluster: one.cluster })) : labels;
  const predicted = others.map((one) => ({ value: one.judge, cluster: one.cluster }));
  const corrected = [...(open === 0 ? [] : [partOf(predicted, share)]), partOf(measured, share)];
  const { parts, estimate } = withKnown(corrected, differences, share);
  if (open === 1) return none('One item alone has no label: its spread is not known.', estimate);
  const error = differences.some(({ cluster }) => cluster !== undefined)
    ? clusteredError(parts)
    : plainError(parts);
  if (error === null) return none('All items are of one cluster.', estimate);
  // Labels that are all off by the same, mostly by nothing, do not show that others would be.
  const unseen = measured.every(({ value }) => value === measured[0]?.value)
    ? unseenShare(n, level) * share
    : 0;
  const half = studentQuantile(0.5 + level / 2, error.freedom) * error.standardError + unseen;
  return {
    judge,
    estimate,
    interval: { lo: estimate - half, hi: estimate + half, level },
    standardError: error.standardError,
    labelled: n,
    unlabelled: open,
  };
}

interface PartValue {
  readonly value: number;
  readonly cluster: string | undefined;
}

/** Its mean counts for `weight` of its values in the estimate. */
interface Part {
  readonly values: readonly PartValue[];
  readonly centre: number;
  readonly weight: number;
}

function partOf(values: readonly PartValue[], weight: number): Part {
  return { values, centre: mean(values.map(({ value }) => value)), weight };
}

/** The stratum of what is known beside the corrected one, and how the shares of the two vary. */
function withKnown(
  corrected: readonly Part[],
  differences: readonly JudgedDifference[],
  share: number,
): { readonly parts: readonly Part[]; readonly estimate: number } {
  const inner = corrected.reduce((sum, { centre }) => sum + centre, 0);
  const known = differences.flatMap((one) =>
    one.known === undefined ? [] : [{ value: one.judge, cluster: one.cluster }],
  );
  if (known.length === 0) return { parts: corrected, estimate: inner };
  const beside = partOf(known, 1 - share);
  const shares = partOf(
    differences.map(({ known: isKnown, cluster }) => ({ value: isKnown ? beside.centre : inner, cluster })),
    1,
  );
  return {
    parts: [...corrected, beside, shares],
    estimate: share * inner + (1 - share) * beside.centre,
  };
}

interface PartError {
  readonly standardError: number;
  readonly freedom: number;
}

function plainError(parts: readonly Part[]): PartError {
  const variances = parts.map((part) => {
    const { values, centre, weight } = part;
    if (values.length < 2) return 0;
    const squares = values.reduce((sum, { value }) => sum + (value - centre) ** 2, 0);
    return (weight ** 2 * squares) / (values.length * (values.length - 1));
  });
  const total = variances.reduce((sum, variance) => sum + variance, 0);
  const spread = variances.reduce(
    (sum, variance, index) =>
      sum + (variance === 0 ? 0 : variance ** 2 / ((parts[index]?.values.length ?? 0) - 1)),
    0,
  );
  const least = Math.min(...parts.map(({ values }) => Math.max(1, values.length - 1)));
  return { standardError: Math.sqrt(total), freedom: spread === 0 ? least : total ** 2 / spread };
}

/** What each cluster moves the estimate by, labelled and other items of it together. */
function clusteredError(parts: readonly Part[]): PartError | null {
  const moved = new Map<string, number>();
  for (const part of parts) {
    const { values, centre, weight } = part;
    for (const [index, { value, cluster }] of values.entries()) {
      // An item without a cluster is one of its own.
      const name = cluster === undefined ? `\u0000${parts.indexOf(part)}\u0000${index}` : cluster;
      moved.set(name, (moved.get(name) ?? 0) + (weight * (value - centre)) / values.length);
    }
  }
  const count = moved.size;
  if (count < 2) return null;
  const squares = [...moved.values()].reduce((sum, one) => sum + one * one, 0);
  return { standardError: Math.sqrt((count / (count - 1)) * squares), freedom: count - 1 };
}
