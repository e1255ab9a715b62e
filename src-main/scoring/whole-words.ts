/** Phrases in running text, as whole words. */
import type { Span } from '../contract/output.ts';

/** Scripts that write words without spaces between them: there a phrase has no edges to check. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const wordCharacter = /[\p{L}\p{N}\p{M}]/u;

/** Where the phrase stands as whole words; both texts folded alike. `art` is not in `party`, `5` is not in `3.5`. */
export function findPhrase(text: string, phrase: string, from = 0): Span | null {
  if (phrase === '') return null;
  let at = text.indexOf(phrase, from);
  while (at >= 0) {
    const end = at + phrase.length;
    if (
      isEdge(before(text, at), first(phrase)) &&
      isEdge(first(text.slice(end, end + 2)), before(phrase, phrase.length))
    )
      if (!cutsNumber(text, at, end)) return { start: at, end };
    at = text.indexOf(phrase, at + 1);
  }
  return null;
}

/** Every place, overlapping ones left out. */
export function findPhrases(text: string, phrase: string): Span[] {
  const found: Span[] = [];
  let place = findPhrase(text, phrase);
  while (place) {
    found.push(place);
    place = findPhrase(text, phrase, place.end);
  }
  return found;
}

function isEdge(outside: string, inside: string): boolean {
  if (!wordCharacter.test(outside) || !wordCharacter.test(inside)) return true;
  return spaceless.test(outside) || spaceless.test(inside);
}

/** A digit group next door, joined by a point or comma, makes it another number. */
function cutsNumber(text: string, start: number, end: number): boolean {
  const startsInside =
    /\d/u.test(text[start] ?? '') && /\d[.,]$/u.test(text.slice(Math.max(0, start - 2), start));
  const endsInside = /\d/u.test(text[end - 1] ?? '') && /^[.,]\d/u.test(text.slice(end, end + 2));
  return startsInside || endsInside;
}

function first(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function before(text: string, end: number): string {
  const pair = text.slice(Math.max(0, end - 2), end);
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(pair) ? pair : pair.slice(-1);
}
