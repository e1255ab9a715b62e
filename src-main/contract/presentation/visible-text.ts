/**
 * Text from items, models and files, made safe to look at. Control characters, characters that turn the reading
 * direction, and characters without any width can hide or reorder what a person sees, or drive a terminal: they
 * are written out instead. Text in any script stays as it is.
 */

/** A run of text, or one character that had to be written out. */
export interface VisiblePart {
  readonly text: string;
  readonly hidden: boolean;
}

/*
 * C0 controls but tab and line feed, DEL, C1 controls, soft hyphen, Arabic letter mark, Mongolian vowel
 * separator, zero-width space, the direction marks, line and paragraph separators, the direction embeddings,
 * overrides and isolates, word joiner and the invisible operators, byte order mark, interlinear annotations,
 * tag characters, and halves of surrogate pairs. Zero-width joiner and non-joiner stay: scripts and emoji need
 * them.
 */
const hiddenCharacter =
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/gu;

/** Most texts: nothing in them to look for. */
const plainText = /^[\t\n -~]*$/;

/** Splits a text so that every hidden character is a part of its own, written as its code point: "⟨U+202E⟩". */
export function visibleParts(text: string): readonly VisiblePart[] {
  if (plainText.test(text)) return text === '' ? [] : [{ text, hidden: false }];
  const parts: VisiblePart[] = [];
  let from = 0;
  const lines = text.replaceAll('\r\n', '\n');
  for (const match of lines.matchAll(hiddenCharacter)) {
    if (match.index > from) parts.push({ text: lines.slice(from, match.index), hidden: false });
    parts.push({ text: codePointName(match[0]), hidden: true });
    from = match.index + match[0].length;
  }
  if (from < lines.length) parts.push({ text: lines.slice(from), hidden: false });
  return parts;
}

/** The same as one text. Tabs and line feeds stay; CR LF becomes LF. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => part.text)
    .join('');
}

/** On one line: white space of any kind becomes single spaces. */
export function visibleLine(text: string): string {
  return visibleText(text.replaceAll(/\s+/g, ' ')).trim();
}

function codePointName(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return `⟨U+${point.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/**
 * A name in at most `length` characters, cut in the middle: names of candidates begin alike and differ at their end.
 */
export function cutMiddle(name: string, length: number): string {
  const characters = Array.from(name);
  if (characters.length <= length) return name;
  const end = Math.ceil((length - 1) * 0.6);
  return `${characters.slice(0, length - 1 - end).join('')}…${characters.slice(-end).join('')}`;
}

export interface Excerpt {
  readonly start: string;
  readonly end: string;
  /** UTF-16 units between the two that are left out; 0 when the text is whole in `start`. */
  readonly left: number;
}

/**
 * The start and the end of a long text: at most `limit` UTF-16 units, four fifths of them from the start. Never
 * cuts a surrogate pair.
 */
export function excerpt(text: string, limit: number): Excerpt {
  if (text.length <= limit) return { start: text, end: '', left: 0 };
  let head = Math.floor(limit * 0.8);
  let tail = text.length - (limit - head);
  if (isLowSurrogate(text, head)) head -= 1;
  if (isLowSurrogate(text, tail)) tail += 1;
  return { start: text.slice(0, head), end: text.slice(tail), left: tail - head };
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
