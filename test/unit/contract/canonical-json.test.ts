import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../../src-main/contract/canonical-json.ts';

test('keys are sorted by UTF-16 code units at every level, arrays keep their order', () => {
  expect(canonicalJson({ b: [3, 1, { z: null, a: true }], a: 'x', B: 1, é: 2, '10': 3, '9': 4 })).toBe(
    '{"10":3,"9":4,"B":1,"a":"x","b":[3,1,{"a":true,"z":null}],"é":2}',
  );
  // A surrogate pair sorts before U+FB33 by code units, after it by code points (the example of RFC 8785, 3.2.3).
  expect(canonicalJson({ '\ufb33': 1, '\u{1f600}': 2 })).toBe('{"\u{1f600}":2,"\ufb33":1}');
});

test('numbers are written as JavaScript writes them', () => {
  expect(canonicalJson([1, 1.5, -0, 1e21, 1e-7, 0.1 + 0.2, 5e-324])).toBe(
    '[1,1.5,0,1e+21,1e-7,0.30000000000000004,5e-324]',
  );
});

test.each([
  ['undefined', undefined],
  ['a missing member', { a: undefined }],
  ['a hole', new Array(1)],
  ['NaN', { a: [NaN] }],
  ['an infinity', -Infinity],
  ['a bigint', 1n],
  ['a function', { a: () => 1 }],
  ['a symbol', Symbol('a')],
  ['a date', new Date(0)],
  ['a map', new Map()],
])('%s is refused', (_, value) => {
  expect(() => canonicalJson(value)).toThrow(TypeError);
});

test('a cycle is refused', () => {
  const cyclic: unknown[] = [];
  cyclic.push({ again: cyclic });
  expect(() => canonicalJson(cyclic)).toThrow(/cyclic/);
});

/** The same value with the members of every object put in another order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

test('it is JSON of the same value, and the order of members does not matter', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      // JSON has no -0.
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(reversed(value))).toBe(text);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});
