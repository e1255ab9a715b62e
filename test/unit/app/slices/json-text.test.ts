import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { lineOfPath, parseTypedJson } from '../../../../src-main/app/slices/json-text.ts';

describe('JSON that a person types', () => {
  it.each([
    ['a comma before the end', '{\n  "a": 1,\n}', 3, 'a comma stands before }'],
    ['a text without its end', '{\n  "a": "x\n}', 2, 'goes over the end of its line'],
    ['single quotes', "{\n\n  'a': 1}", 3, 'double quotes'],
    ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', 3, 'a comma is missing'],
    ['a missing end', '[\n  {"a": 1}\n\n\n', 2, 'ends inside the value'],
    ['a bare word', '[1,\nyes]', 2, 'y was not expected'],
    ['two values', '{"a": 1}\n\n{"b": 2}', 3, 'more follows'],
    ['nothing', '  \n ', 1, 'ends inside the value'],
    ['endless nesting', '['.repeat(5000), 1, 'nested too deep'],
  ])('with %s names the line', (_name, text, line, words) => {
    const parsed = parseTypedJson(text);
    expect(parsed).toMatchObject({ ok: false, line });
    expect(parsed.ok ? '' : parsed.message).toContain(words);
  });

  test('is what JSON.parse says it is, for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.json().map((text) => text.slice(0, -1)),
        ),
        (text) => {
          let value: unknown;
          let good = true;
          try {
            value = JSON.parse(text);
          } catch {
            good = false;
          }
          const parsed = parseTypedJson(text);
          expect(parsed.ok).toBe(good);
          if (parsed.ok) expect(parsed.value).toEqual(value);
          else expect(parsed.line).toBeLessThanOrEqual(text.split('\n').length);
        },
      ),
    );
  });

  test('has a line for each of its values, and for what is around a missing one', () => {
    const text = '[\n  {"name": "a",\n   "arguments": {\n      "x": 1}}\n]';
    expect(lineOfPath(text, [0])).toBe(2);
    expect(lineOfPath(text, [0, 'arguments', 'x'])).toBe(4);
    expect(lineOfPath(text, [0, 'arguments', 'y'])).toBe(3);
    expect(lineOfPath(text, [])).toBe(1);
  });
});
