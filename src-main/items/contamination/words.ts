/** Words of a text for overlap: letters and digits in lower case, with their places in the text. */

export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const word = /[\p{L}\p{M}\p{N}]+/gu;

export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(word), (match) => ({
    text: match[0].normalize('NFKC').toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
}
