import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packTokens, unpackTokens } from '../../../src-main/store/tokens.ts';

test('four bytes a token, the lowest first', () => {
  expect(packTokens([1, 70_000]).toString('hex')).toBe('0100000070110100');
});

test('tokens come back as they were packed', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 31 - 1 })), (tokens) => {
      expect(unpackTokens(packTokens(tokens))).toEqual(tokens);
    }),
  );
});
