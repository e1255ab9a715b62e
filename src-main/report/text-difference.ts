/** Two answers side by side: which words differ, and what the scorer read. */
import { diffWordsWithSpace } from 'diff';
import type { Span } from '../contract/output.ts';

/** A stretch of one text that is marked in one way. */
export interface Segment {
  readonly text: string;
  /** Not in the other text. */
  readonly differs: boolean;
  /** Within what the scorer read. */
  readonly read: boolean;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Beyond so many changed words two texts are taken for different altogether: nothing is marked. */
const mostChanges = 1000;

/** The ranges of each text that the other lacks, word by word. Empty on both sides where they differ altogether. */
export function differingRanges(a: string, b: string): readonly [readonly Range[], readonly Range[]] {
  const changes = a === b ? [] : diffWordsWithSpace(a, b, { maxEditLength: mostChanges });
  const inA: Range[] = [];
  const inB: Range[] = [];
  let [atA, atB] = [0, 0];
  for (const { value, added, removed } of changes ?? []) {
    if (removed) inA.push({ start: atA, end: atA + value.length });
    if (added) inB.push({ start: atB, end: atB + value.length });
    if (!added) atA += value.length;
    if (!removed) atB += value.length;
  }
  const isWhole = (ranges: readonly Range[], text: string): boolean =>
    ranges.length === 1 && ranges[0]?.start === 0 && ranges[0].end === text.length;
  return isWhole(inA, a) && isWhole(inB, b) ? [[], []] : [inA, inB];
}

/** A text cut at every edge of a range and of the span; joined again it is the text. */
export function segments(
  text: string,
  differing: readonly Range[],
  span: Span | undefined,
): readonly Segment[] {
  const read = span === undefined || span.start >= span.end ? [] : [span];
  const edges = new Set([0, text.length]);
  for (const { start, end } of [...differing, ...read]) {
    for (const edge of [start, end]) if (edge > 0 && edge < text.length) edges.add(edge);
  }
  const ordered = [...edges].toSorted((a, b) => a - b);
  const within = (ranges: readonly Range[], at: number): boolean =>
    ranges.some(({ start, end }) => at >= start && at < end);
  return ordered.slice(0, -1).map((from, index) => ({
    text: text.slice(from, ordered[index + 1]),
    differs: within(differing, from),
    read: within(read, from),
  }));
}
