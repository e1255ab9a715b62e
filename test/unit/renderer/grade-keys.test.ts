import { expect, test } from 'vitest';
import { keyOfGrade } from '../../../src-renderer/screens/judge/grade-keys.ts';

const keysOf = (grades: readonly string[]) => grades.map((_, index) => keyOfGrade(grades, index));
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

test('a number is behind its own digit or behind none', () => {
  expect(keysOf(numbers(0, 1))).toEqual(['0', '1']);
  expect(keysOf(numbers(1, 5))).toEqual(['1', '2', '3', '4', '5']);
  expect(keysOf(numbers(0, 10))).toEqual([...numbers(0, 9), null]);
  expect(keysOf(numbers(8, 12))).toEqual(['8', '9', null, null, null]);
  expect(keysOf(numbers(-1, 1))).toEqual([null, '0', '1']);
});

test('a name is behind its place, as far as there are digits', () => {
  expect(keysOf(['poor', 'fair', 'good'])).toEqual(['1', '2', '3']);
  expect(keysOf(numbers(1, 10).map((number) => `grade ${number}`))).toEqual([...numbers(1, 9), null]);
});
