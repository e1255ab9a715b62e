/** Digits that a reader would not take for the answer: dates, times, list labels, page numbers. */
import type { Span } from '../contract/output.ts';

const months =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?';

const neverNumbers = new RegExp(
  [
    '(?<![\\d.])\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}(?!\\d)(?:T[\\d:.]+Z?)?',
    '(?<![\\d./])\\d{1,2}([-/])\\d{1,2}\\1(?:\\d{4}|\\d{2})(?![\\d/])',
    '(?<![\\d:])\\d{1,2}:\\d{2}(?::\\d{2})?(?![\\d:])',
    '(?<![\\p{L}\\d])0[xX][\\da-fA-F]+',
    'https?://[^\\s)\\]>]+',
    '(?<![\\p{L}\\d])[vV]\\d+(?:\\.\\d+)+',
  ].join('|'),
  'gu',
);

/** The text with dates, times, addresses, versions and hexadecimal numbers blotted out, offsets unchanged. */
export function withoutDates(text: string): string {
  return text.replace(neverNumbers, (match) => '\0'.repeat(match.length));
}

const countsSomethingElse = new RegExp(
  [
    '(?<!\\p{L})(?:pages?|p\\.|pp\\.|steps?|questions?|figures?|fig\\.|chapters?|sections?|sec\\.|tables?|equations?|eqn?\\.|lines?|items?|examples?|notes?|footnotes?|problems?|exercises?|references?|refs?\\.|appendix|§|Seite|Schritt|Frage|étape|paso)\\s?\\(?#?\\d+(?:\\.\\d+)*\\)?',
    `(?<!\\p{L})(?:${months})\\.?\\s\\d{1,2}(?:st|nd|rd|th)?(?!\\d)(?:,?\\s\\d{4})?`,
    `(?<!\\d)\\d{1,2}(?:st|nd|rd|th)?\\.?\\s(?:of\\s)?(?:${months})(?!\\p{L})\\.?(?:,?\\s\\d{4})?`,
    '\\[\\d{1,3}\\]',
    '(?<!\\p{L})(?:out of|confidence(?:\\s(?:level|score))?(?:\\sis)?\\s?[:=]?)\\s?\\d+(?:\\.\\d+)?',
    '(?<=\\p{L})[-–]\\d+',
  ].join('|'),
  'giu',
);

/**
 * Page, step and figure numbers, days of a month, footnotes, totals ("7 out of 10"), stated confidence, and numbers in
 * names (GPT-4). Ascending.
 */
export function referenceSpans(text: string): Span[] {
  return [...text.matchAll(countsSomethingElse)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

const label = /^[ \t]*(?:[-*>][ \t]+)?(?:\*\*)?(\d{1,3})[.)](?=(?:\*\*)?[ \t]+\S)/gmu;

/** Where the labels of a numbered list begin. A single line that begins `5. ` is a label only when it counts 1. */
export function listLabels(text: string): ReadonlySet<number> {
  const labels = [...text.matchAll(label)];
  if (labels.length === 1 && labels[0]?.[1] !== '1') return new Set();
  return new Set(labels.map((match) => match.index + match[0].length - 1 - (match[1]?.length ?? 0)));
}
