import { expect, test } from 'vitest';
import { readRun } from '../../../src-main/scoring/digit-run.ts';
import { readNumbers } from '../../../src-main/scoring/number-reading.ts';
import { readNumberWords } from '../../../src-main/scoring/number-words.ts';

/** The plain reading of every number, references left out. */
function numbers(text: string): (number | undefined)[] {
  return readNumbers(text)
    .filter((number) => !number.isReference)
    .map((number) => number.readings[0]);
}

test.each([
  ['one, 2 and 3.', [2, 3]],
  ['1,2,3', [1, 2, 3]],
  ['1, 2, 3', [1, 2, 3]],
  ['(1,2)', [1, 2]],
  ['(1,234)', [1234]],
  ['[1,234]', [1, 234]],
  ['2020 300', [2020, 300]],
  ['3-5', [3, 5]],
  ['3 - 5', [3, 5]],
  ['-3 to -5', [-3, -5]],
  ['3*-5', [3, -5]],
  ['5’10', [5, 10]],
  ['12,345.67 and 1.5', [12345.67, 1.5]],
  ['0.5.1', []],
  ['3 1/2 and 4/8', [3.5, 0.5]],
  ['10^6, 2**10', [1e6, 1024]],
  ['2 × 10^3', [2000]],
  ['1e3 or 1E-3', [1000, 0.001]],
  ['v2.0 and v3', []],
  ['a1 b-2 c_3', []],
  ['p. 5, Fig. 6, § 7', []],
  ['10:30, 2024-01-02, 1/2/2024', []],
])('the numbers of %j are %j', (text, expected) => {
  expect(numbers(text)).toEqual(expected);
});

test('a percent sign and a word for millions give a second reading', () => {
  expect(readNumbers('20%')[0]?.readings).toEqual([20, 0.2]);
  expect(readNumbers('3 million')[0]?.readings).toEqual([3e6, 3]);
  expect(readNumbers('$3k')[0]?.readings).toEqual([3000, 3]);
  expect(readNumbers('3k')[0]?.readings).toEqual([3, 3000]);
});

test.each([
  ['1,234', 'point', ['1234']],
  ['1,234', 'comma', ['1.234']],
  ['1.234', 'point', ['1.234']],
  ['1.234', 'comma', ['1234']],
  ['1.234,5', 'point', ['1234.5']],
  ["1'234.5", 'point', ['1234.5']],
  ['12,34,567', 'point', ['1234567']],
  ['1.2.3', 'point', [null]],
  ['3.5,4.2', 'point', ['3.5', '4.2']],
] as const)('%j with decimal %s reads %j', (run, sign, expected) => {
  expect(readRun(run, sign, false).map((part) => part.decimal)).toEqual(expected);
});

test.each([
  ['five', 5],
  ['Twenty-five', 25],
  ['one hundred and five', 105],
  ['two thousand and twenty', 2020],
  ['minus three', -3],
])('%j is %d', (words, value) => {
  expect(readNumberWords(words)?.value).toBe(value);
});

test.each(['often', 'someone', 'fiver', 'tense', ''])('%j is no number in words', (words) => {
  expect(readNumberWords(words)).toBeNull();
});
