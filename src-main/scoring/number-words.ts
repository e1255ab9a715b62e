/** English number words up to the thousands: "five", "twenty-five", "one hundred and five". */

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const values = new Map<string, number>([
  ...units.map((word, value) => [word, value] as const),
  ...tens.map((word, index) => [word, 20 + 10 * index] as const),
]);
const word = `(?:${[...units, ...tens].join('|')}|hundred|thousand)`;
const phrase = new RegExp(
  `^[\\s*_"'“(:]*(?:(?:minus|negative)\\s+)?${word}(?:(?:\\s+and)?[\\s-]+${word}){0,8}(?!\\p{L})`,
  'iu',
);

export interface NumberWords {
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

/** The number that the text begins with, in words; null where it begins otherwise. */
export function readNumberWords(text: string): NumberWords | null {
  const match = phrase.exec(text);
  if (!match) return null;
  const written = match[0].replace(/^[\s*_"'“(:]+/u, '');
  const words = written.toLowerCase().split(/[\s-]+/u);
  const negative = words[0] === 'minus' || words[0] === 'negative';
  let total = 0;
  let part = 0;
  for (const one of words) {
    if (one === 'hundred') part = Math.max(1, part) * 100;
    else if (one === 'thousand') {
      total += Math.max(1, part) * 1000;
      part = 0;
    } else part += values.get(one) ?? 0;
  }
  const value = (negative ? -1 : 1) * (total + part);
  return { start: match[0].length - written.length, end: match[0].length, value };
}
