/**
 * Text that remembers where it came from. Normalising moves characters and cutting out reasoning closes gaps; a
 * person is shown the stored output, so every offset must find its way back.
 */
import type { Span } from '../contract/output.ts';

/** `text[at, at + length)` was made from the source's `[from, from + fromLength)`. */
interface Piece {
  readonly at: number;
  readonly length: number;
  readonly from: number;
  readonly fromLength: number;
}

/** All offsets are UTF-16. The pieces cover the text in order, without gaps; the source may have gaps. */
export interface MappedText {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** The text as its own source. */
export function verbatim(text: string): MappedText {
  const length = text.length;
  return { text, pieces: length === 0 ? [] : [{ at: 0, length, from: 0, fromLength: length }] };
}

/** Where `[start, end)` of the text lies in the source. `0 <= start <= end <= text.length`. */
export function sourceSpan(mapped: MappedText, start: number, end: number): Span {
  const last = mapped.pieces.at(-1);
  if (!last) return { start: 0, end: 0 };
  const first = pieceAt(mapped.pieces, start) ?? last;
  const from = isCopy(first) ? first.from + (start - first.at) : first.from;
  if (end <= start) return { start: from, end: from };
  const final = pieceAt(mapped.pieces, end - 1) ?? last;
  const to = isCopy(final) ? final.from + (end - final.at) : final.from + final.fromLength;
  return { start: from, end: to };
}

/** Every match replaced; matches of a global pattern that never matches nothing. */
export function rewrite(
  source: MappedText,
  pattern: RegExp,
  replacement: (match: RegExpExecArray) => string,
): MappedText {
  const writing = startWriting();
  let done = 0;
  let changed = false;
  for (const match of source.text.matchAll(pattern)) {
    const replaced = replacement(match);
    const end = match.index + match[0].length;
    if (replaced === match[0]) continue;
    changed = true;
    copy(writing, source, done, match.index);
    write(writing, replaced, sourceSpan(source, match.index, end));
    done = end;
  }
  if (!changed) return source;
  copy(writing, source, done, source.text.length);
  return { text: writing.parts.join(''), pieces: writing.pieces };
}

/** The stretches one after the other, the rest left out. Ascending, not overlapping. */
export function keep(source: MappedText, stretches: readonly Span[]): MappedText {
  const writing = startWriting();
  for (const { start, end } of stretches) copy(writing, source, start, end);
  return { text: writing.parts.join(''), pieces: writing.pieces };
}

/** The same stretches of the source, as they were before any rewriting. */
export function asInSource(mapped: MappedText, source: string): MappedText {
  const writing = startWriting();
  for (const { from, fromLength } of mapped.pieces) {
    write(writing, source.slice(from, from + fromLength), { start: from, end: from + fromLength });
  }
  return { text: writing.parts.join(''), pieces: writing.pieces };
}

/** Without white space at the ends. */
export function trimmed(source: MappedText): MappedText {
  const end = source.text.trimEnd().length;
  const start = source.text.length - source.text.trimStart().length;
  if (start === 0 && end === source.text.length) return source;
  return keep(source, start < end ? [{ start, end }] : []);
}

interface Writing {
  readonly parts: string[];
  readonly pieces: Piece[];
  length: number;
}

function startWriting(): Writing {
  return { parts: [], pieces: [], length: 0 };
}

function isCopy(piece: Piece): boolean {
  return piece.length === piece.fromLength;
}

function pieceAt(pieces: readonly Piece[], offset: number): Piece | undefined {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const piece = pieces[middle];
    if (piece && piece.at <= offset) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}

function write(writing: Writing, text: string, source: Span): void {
  if (text === '') return;
  const piece = {
    at: writing.length,
    length: text.length,
    from: source.start,
    fromLength: source.end - source.start,
  };
  writing.parts.push(text);
  writing.length += text.length;
  const before = writing.pieces.at(-1);
  if (before && isCopy(before) && isCopy(piece) && before.from + before.length === piece.from) {
    const length = before.length + piece.length;
    writing.pieces[writing.pieces.length - 1] = { ...before, length, fromLength: length };
  } else {
    writing.pieces.push(piece);
  }
}

function copy(writing: Writing, source: MappedText, start: number, end: number): void {
  let at = start;
  while (at < end) {
    const piece = pieceAt(source.pieces, at);
    if (!piece) return;
    const stop = Math.min(end, piece.at + piece.length);
    const from = sourceSpan(source, at, stop);
    write(writing, source.text.slice(at, stop), from);
    at = stop;
  }
}
