/** Option letters in running text: which ones stand there as letters, and which of them are set aside by a "not". */
import type { Span } from '../contract/output.ts';
import { rewrite, type MappedText } from './mapped-text.ts';

/** `letter` is upper case. `aside`: the text says that it is not the answer. */
export interface LetterRead extends Span {
  readonly letter: string;
  readonly aside: boolean;
}

/** First, second, third and fourth letters of scripts whose exams label options so. NFKC forms. */
const otherScripts: Readonly<Record<string, string>> = {
  A: 'АΑأاঅকकअアᄀ가甲กא',
  B: 'БΒبবখखबイᄂ나乙ขב',
  C: 'ΓСجড়ডগगसウᄃ다丙คג',
  D: 'ГΔدঢঘदघエᄅ라丁งד',
};
const latin = new Map(
  Object.entries(otherScripts).flatMap(([letter, forms]) =>
    Array.from(forms, (form) => [form, letter] as const),
  ),
);
/** Alone or marked as a label: other scripts have one-letter words too. Cyrillic В is B by its look and C by its place. */
const otherLetter = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])([${[...latin.keys()].join('')}])(?=\\s*(?:[).:,\\]*"]|$))`,
  'gmu',
);

/** The text with lone option letters of other scripts turned into Latin ones. */
export function latinLabels(text: MappedText): MappedText {
  if (!/[^\0-\x7F]/.test(text.text)) return text;
  return rewrite(text, otherLetter, (match) => latin.get(match[1] ?? '') ?? match[0]);
}

/** A letter or digit of a script that sets words apart: 选B and B选项 name B. */
const inWord =
  '(?!\\p{Script=Han}|\\p{Script=Hiragana}|\\p{Script=Katakana}|\\p{Script=Hangul}|\\p{Script=Thai})[\\p{L}\\p{N}\\p{M}]';
export const followedByWord = new RegExp(`^(?:${inWord}|['’]|\\.\\p{L})`, 'u');
const standing = new RegExp(`(?<!${inWord}|['’.&]|[nN]/)([A-Z])(?!${inWord}|['’&]|\\.\\p{L})`, 'gu');
const bracketed = /(?<=\()([a-z])(?=\))/gu;
/** What can follow the letter A or I as an answer, and cannot follow the article or the pronoun. */
const afterLetter =
  /^(?:[)\].:,;!?*"'”_\x60$|/&+}–—\n]|\s*$|\s+[-–—|(]|\s+(?:is|because|since|as|and|or|but|was|would|must|for|due)(?!\p{L})|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])/u;
const setAsideBefore =
  /(?:\bnot be|\bcannot be|\bnot|n['’]t be|n['’]t|\bneither|\bnor|\bnever|\brather than|\binstead of|\bunlike|\beliminat\w*|\brul\w* out|\bexclud\w*|\breject\w*|\bexcept|\bwhile|\bwhereas)\s+(?:(?:option|choice|answer|letter|the)\s+)*[("'*]*$/iu;
const setAsideAfter =
  /^[)"'*\s]*(?:\([^)\n]{0,60}\)\s*|\p{Lu}[^\s.,;:]{0,40}\s+){0,3}(?:is|are|was|were|seems?|would be|can be|could be)\s*(?:n['’]t|not|clearly|also|definitely|obviously|therefore|just|simply|\s)*\s*(?:wrong|incorrect|false|out|unlikely|impossible|ruled|eliminated|excluded|invalid|not|n['’]t)(?!\p{L})(?! only)/u;

/** Letters that stand as letters. `count` options: A up to the count-th letter. */
export function standingLetters(text: string, count: number): LetterRead[] {
  const found: LetterRead[] = [];
  for (const match of [...text.matchAll(standing), ...text.matchAll(bracketed)]) {
    const letter = (match[1] ?? '').toUpperCase();
    const start = match.index;
    const end = start + 1;
    if (!isOption(letter, count)) continue;
    const after = text.slice(end, end + 120);
    if ((letter === 'A' || letter === 'I') && !isLetterNotWord(text, start, after)) continue;
    found.push({ letter, start, end, aside: isSetAside(text, start, after) });
  }
  return withLists(
    text,
    found.sort((one, other) => one.start - other.start),
  );
}

/** "not A, C or D" sets all three aside. */
function withLists(text: string, letters: readonly LetterRead[]): LetterRead[] {
  const read: LetterRead[] = [];
  for (const one of letters) {
    const before = read.at(-1);
    const joined = before?.aside === true && isSetAsideBefore(text, read, one.start);
    read.push(joined ? { ...one, aside: true } : one);
  }
  return read;
}

function isSetAsideBefore(text: string, read: readonly LetterRead[], start: number): boolean {
  const from = read.at(-1)?.end ?? 0;
  return /^[)"'*]*(?:\s*,\s*(?:or|nor|and)?\s*|\s+(?:or|nor|and)\s+|\s*\/\s*)[("'*]*$/u.test(
    text.slice(from, start),
  );
}

export function isOption(letter: string, count: number): boolean {
  const index = letter.charCodeAt(0) - 65;
  return letter.length === 1 && index >= 0 && index < count;
}

/** The n-th letter, from 0. */
export function letterOf(index: number): string {
  return String.fromCharCode(65 + index);
}

export function isSetAside(text: string, start: number, after: string): boolean {
  return setAsideBefore.test(text.slice(Math.max(0, start - 60), start)) || setAsideAfter.test(after);
}

/** `A` is an article and `I` a pronoun unless what is around it says otherwise. */
export function isLetterNotWord(text: string, start: number, after: string): boolean {
  const before = text.slice(Math.max(0, start - 20), start);
  if (/(?:option|choice|letter|answer)\s+[("'*]*$/iu.test(before))
    return !/^\s+\p{Ll}/u.test(after) || afterLetter.test(after);
  return afterLetter.test(after);
}
