import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJson, wholeJson } from '../../../src-main/scoring/json-found.ts';
import { depthLimit, scanJson } from '../../../src-main/scoring/json-scan.ts';

/** Whether JSON.parse takes the whole text. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const almostJson = fc
  .array(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"\\u0041"',
      '"\\',
      '"',
      '1',
      '-',
      '0',
      '.5',
      'e+1',
      ' ',
      '\n',
      'true',
      'nul',
      'null',
      '\\n',
      '\t',
      '\0',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

test('a scan takes exactly what JSON.parse takes', () => {
  fc.assert(
    fc.property(almostJson, (text) => {
      const scan = scanJson(text, 0);
      const whole = scan.ok && text.slice(scan.end).trim() === '';
      // JSON knows four kinds of white space; trim knows more, none of them built here.
      expect(whole).toBe(isJson(text));
    }),
    { numRuns: 20_000 },
  );
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 2), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent);
      expect(scanJson(text, 0)).toEqual({ ok: true, end: text.length });
    }),
  );
});

test('a value that is cut off anywhere fails at the end, never as broken', () => {
  const text = '{"a\\u00e9": [1.5e-3, true, null, "x\\n"], "b": {}, "c": false}';
  for (let end = 0; end < text.length; end++) {
    expect(scanJson(text.slice(0, end), 0), text.slice(0, end)).toMatchObject({ ok: false, why: 'end' });
  }
});

test('nesting is read down to a limit', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  expect(scanJson(nested(depthLimit), 0).ok).toBe(true);
  expect(scanJson(nested(depthLimit + 1), 0)).toMatchObject({ ok: false, why: 'depth' });
});

test.each([
  ['the first of two', '{"a":1} {"b":2}', { a: 1 }],
  ['one of the kind that is asked for', '[1] {"b":2}', { b: 2 }],
  ['one of another kind where there is no other', '[1] and no more', [1]],
  ['one behind a broken one', '{x} {"b":2}', { b: 2 }],
  ['one behind an open brace', '{ {"b":2}', { b: 2 }],
  ['one in a fence before one in the text', '{"a":1}\n```json\n{"b":2}\n```', { b: 2 }],
])('found is %s', (_name, text, value) => {
  expect(findJson(text, 'object')).toMatchObject({ ok: true, data: { value } });
});

test.each([
  ['inside a broken one', '{"a": {"b": 2}, c}'],
  ['inside one that is cut off', '{"a": {"b": 2}, '],
  ['in a quoted string', 'He said "yes".'],
])('nothing is found %s', (_name, text) => {
  expect(findJson(text, 'object').ok).toBe(false);
});

test('the whole answer means no word more', () => {
  expect(wholeJson(' {"a":1}\n').ok).toBe(true);
  expect(wholeJson('{"a":1}.')).toMatchObject({ ok: false, near: { start: 0, end: 7 } });
});
