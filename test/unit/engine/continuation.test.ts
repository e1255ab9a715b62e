import { expect, test } from 'vitest';
import { continuationOf, weighedOptions } from '../../../src-main/engine/continuation.ts';

test.each([
  ['Question: 2 + 2?\nAnswer:', ' B'],
  ['Is it?', ' B'],
  ['the end', ' B'],
  ['“so”', ' B'],
  ['<|im_start|>assistant\n', 'B'],
  ['Answer: ', 'B'],
  ['<|assistant|>', 'B'],
  ['[/INST]', 'B'],
  ['', 'B'],
])('after %j comes %j', (prompt, continuation) => {
  expect(continuationOf(prompt, 'B')).toBe(continuation);
});

const of = (option: string, ...whole: number[]) => ({ option, continuation: ` ${option}`, whole });

test('the tokens of an option are those after the prompt’s', () => {
  expect(weighedOptions([1, 2, 3], [of('Oslo', 1, 2, 3, 7), of('São Paulo', 1, 2, 3, 8, 9)])).toEqual({
    shared: [1, 2, 3],
    options: [
      { continuation: ' Oslo', bytes: 4, tokens: [7] },
      { continuation: ' São Paulo', bytes: 10, tokens: [8, 9] },
    ],
  });
});

test('where a token of one reaches over the border, all are weighed from before it', () => {
  expect(weighedOptions([1, 2, 3], [of('a', 1, 2, 5), of('b', 1, 2, 3, 6)])).toEqual({
    shared: [1, 2],
    options: [
      { continuation: ' a', bytes: 1, tokens: [5] },
      { continuation: ' b', bytes: 1, tokens: [3, 6] },
    ],
  });
});

test('an option without a token, and one without anything before it, cannot be weighed', () => {
  expect(weighedOptions([1, 2], [of('a', 1, 2), of('b', 1, 2, 3)])).toBeNull();
  expect(weighedOptions([1, 2], [of('a', 4, 5), of('b', 1, 2, 3)])).toBeNull();
});
