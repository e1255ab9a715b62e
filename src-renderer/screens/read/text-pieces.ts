/** Two outputs side by side: which pieces of each differ, and what of it the scorer read. Pure. */
import { diffLines, diffWordsWithSpace } from 'diff';

export type DiffMode = 'words' | 'lines' | 'off';

export interface TextRange {
  /** UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
}

export interface TextPiece {
  readonly text: string;
  /** Only this side has it. */
  readonly differs: boolean;
  /** The scorer read it. */
  readonly read: boolean;
  /** It is the token at which the answers part. */
  readonly parts: boolean;
}

/** A longer comparison is given up: two texts that share nothing would hold the page. */
const longestComparison = 20_000;
const mostEdits = 4_000;

/** What of each text the other lacks; null where they are too long or too different to say. */
export function differingParts(
  left: string,
  right: string,
  mode: DiffMode,
): { readonly left: readonly TextRange[]; readonly right: readonly TextRange[] } | null {
  if (mode === 'off' || left === right) return { left: [], right: [] };
  if (left.length + right.length > longestComparison) return null;
  const options = { maxEditLength: mostEdits };
  const changes =
    mode === 'words' ? diffWordsWithSpace(left, right, options) : diffLines(left, right, options);
  // The library's types leave out that it gives up past the longest edit.
  const found = changes;
  if (found === undefined) return null;
  const ranges = { left: [] as TextRange[], right: [] as TextRange[] };
  let [atLeft, atRight] = [0, 0];
  for (const { value, added, removed } of found) {
    if (removed) ranges.left.push({ start: atLeft, end: atLeft + value.length });
    if (added) ranges.right.push({ start: atRight, end: atRight + value.length });
    if (!added) atLeft += value.length;
    if (!removed) atRight += value.length;
  }
  return ranges;
}

/** The text in pieces, each wholly inside or outside of every range. Joined they are the text. */
export function textPieces(
  text: string,
  differing: readonly TextRange[],
  read: TextRange | null,
  parting: TextRange | null = null,
): readonly TextPiece[] {
  const within = ({ start, end }: TextRange, at: number): boolean => at >= start && at < end;
  const cuts = new Set([0, text.length]);
  for (const { start, end } of [...differing, read, parting].filter((range) => range !== null)) {
    cuts.add(Math.max(0, Math.min(text.length, start)));
    cuts.add(Math.max(0, Math.min(text.length, end)));
  }
  const places = [...cuts].sort((one, other) => one - other);
  return places.slice(0, -1).map((start, index) => ({
    text: text.slice(start, places[index + 1]),
    differs: differing.some((range) => within(range, start)),
    read: read !== null && within(read, start),
    parts: parting !== null && within(parting, start),
  }));
}
