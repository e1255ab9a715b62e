/** One candidate's side of the corrected difference: of each item the judge's value, and what people's grades make of it. */
import type { ScoreRow } from '../../store/store.ts';

/** People's grade of one output, in [0, 1]: the mean of all who graded it. */
export interface LabelledValue {
  readonly itemId: string;
  readonly sample: number;
  readonly value: number;
}

export interface JudgedSide {
  /** The mean over all samples as the comparison counts them: an answer that cannot be read is worth nothing. */
  readonly judge: number;
  /** The judge's value and how far people are from it on the samples that they grade; null: that is not known. */
  readonly label: number | null;
  /** False: none of those samples has an answer, so that no grade could change what is known of it. */
  readonly open: boolean;
}

/**
 * The samples that people grade stand for the others, whose answers are as good as theirs on the whole: what people
 * are away from the judge there, f + mean of (y - f), is what they would be away on all. A sample of them without an
 * answer counts as graded, nothing by both; it would bias the difference to look only where there is an answer.
 *
 * @param scores of one run; an item with a sample that has no value at all is left out
 * @param labels of the same run
 */
export function judgedSides(
  scores: readonly ScoreRow[],
  labels: readonly LabelledValue[],
): ReadonlyMap<string, JudgedSide> {
  const labelOf = new Map(labels.map((label) => [keyOf(label), label.value]));
  const rowsOf = Map.groupBy(scores, ({ itemId }) => itemId);
  const samples = gradedSamples(rowsOf, labels, labelOf);
  const sides = new Map<string, JudgedSide>();
  for (const [itemId, rows] of rowsOf) {
    const values = rows.flatMap((row) => valueOf(row) ?? []);
    if (values.length < rows.length) continue;
    const judge = meanOf(values);
    const graded = rows.filter(({ sample }) => samples.has(sample));
    const away = graded.flatMap((row) => {
      const [said, label] = [valueOf(row), labelOf.get(keyOf(row))];
      if (!isAnswered(row)) return [0];
      return said === null || label === undefined ? [] : [label - said];
    });
    const open = graded.length === 0 ? rows.some(isAnswered) : graded.some(isAnswered);
    const known = graded.length > 0 && away.length === graded.length;
    sides.set(itemId, { judge, label: known ? judge + meanOf(away) : open ? null : judge, open });
  }
  return sides;
}

/**
 * All samples with labels, where every item that has one has one on each answer of them; else the one sample with most,
 * the first of several such: another choice would let the answers decide which of them count.
 */
function gradedSamples(
  rowsOf: ReadonlyMap<string, readonly ScoreRow[]>,
  labels: readonly LabelledValue[],
  labelOf: ReadonlyMap<string, number>,
): ReadonlySet<number> {
  const counts = [...Map.groupBy(labels, ({ sample }) => sample)]
    .map(([sample, own]) => ({ sample, count: own.length }))
    .toSorted((one, other) => other.count - one.count || one.sample - other.sample);
  const all = new Set(counts.map(({ sample }) => sample));
  const isWhole = [...new Set(labels.map(({ itemId }) => itemId))].every((itemId) =>
    (rowsOf.get(itemId) ?? []).every(
      (row) => !all.has(row.sample) || !isAnswered(row) || labelOf.has(keyOf(row)),
    ),
  );
  return isWhole && all.size > 0 ? all : new Set([counts[0]?.sample ?? 0]);
}

function isAnswered({ score }: ScoreRow): boolean {
  return score.outcome === 'scored';
}

/** As the comparison counts it: no usable answer is worth nothing, no answer at all is missing. */
function valueOf({ score: { outcome, value } }: ScoreRow): number | null {
  return outcome === 'truncated' || outcome === 'unparsed' ? 0 : value;
}

function keyOf({ itemId, sample }: { readonly itemId: string; readonly sample: number }): string {
  return `${itemId}\u0000${sample}`;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
