/** A scrub rule: what it is called, what takes its place, and where it finds itself in a text. */

/** UTF-16 offsets, end exclusive. */
export interface Found {
  readonly start: number;
  readonly end: number;
}

export interface ScrubRule {
  readonly name: string;
  /** For the person who reads the table: what is looked for, and how sure a hit is. */
  readonly about: string;
  /** The word of the placeholder: `[EMAIL_1]`. */
  readonly label: string;
  find(text: string): Iterable<Found>;
  /** Two spellings of one value get one placeholder. Absent: the text itself. */
  same?(value: string): string;
}

/** Every match of a global pattern that passes a test, as spans. A group named `value` is the span, if there is one. */
export function* matches(
  text: string,
  pattern: RegExp,
  passes: (value: string) => boolean = () => true,
): Generator<Found> {
  for (const match of text.matchAll(pattern)) {
    const value = match.groups?.['value'] ?? match[0];
    const start = match.index + match[0].lastIndexOf(value);
    if (value !== '' && passes(value)) yield { start, end: start + value.length };
  }
}

/** Digits only, for rules whose values are written with spaces, dots or dashes. */
export function digitsOf(value: string): string {
  return value.replace(/\D/g, '');
}
