import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockLength, interleave, runKeys } from '../../../src-main/experiment/schedule.ts';

const keys = runKeys(['bf16', 'q8_0', 'q2_k'], 'bf16', 2);

test('the baseline runs as often as the plan says, every other candidate once', () => {
  expect(keys).toEqual([
    { candidate: 'bf16', replicate: 1 },
    { candidate: 'bf16', replicate: 2 },
    { candidate: 'q8_0', replicate: 1 },
    { candidate: 'q2_k', replicate: 1 },
  ]);
});

test('every run does every position once, block by block', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.integer({ min: 1, max: 70 }), fc.nat(1000), (length, size, seed) => {
      const blocks = interleave(keys, length, size, seed);
      for (const key of keys) {
        const positions = blocks.filter((block) => block.key === key).flatMap((block) => block.positions);
        expect([...positions].sort((a, b) => a - b)).toEqual(Array.from({ length }, (_, index) => index));
      }
      for (let start = 0; start < blocks.length; start += keys.length) {
        const together = blocks.slice(start, start + keys.length);
        expect(new Set(together.map((block) => block.key)).size).toBe(keys.length);
        expect(new Set(together.map((block) => block.positions.join())).size).toBe(1);
      }
    }),
  );
});

test('each run comes first equally often', () => {
  const blocks = interleave(keys, 40, 5, 1);
  const first = blocks
    .filter((_, index) => index % keys.length === 0)
    .map((block) => keys.indexOf(block.key));
  expect(first).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
});

test('the same seed gives the same order, another seed another one', () => {
  const order = (seed: number) => interleave(keys, 100, 100, seed)[0]?.positions;
  expect(order(7)).toEqual(order(7));
  expect(order(7)).not.toEqual(order(8));
  expect(order(7)).not.toEqual(Array.from({ length: 100 }, (_, index) => index));
});

test('a block is many times as long as what is under way at the same time, and never the whole of a long plan', () => {
  expect(blockLength([4], 10_000)).toBe(64);
  expect(blockLength([1, 100], 10_000)).toBe(1600);
  expect(blockLength([256], 100_000)).toBe(4096);
  expect(blockLength([100], 500)).toBe(250);
  expect([blockLength([100], 80), blockLength([], 1)]).toEqual([64, 64]);
});
