import { Ajv } from 'ajv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  grammarOf,
  hasForm,
  schemaOf,
  tailOf,
  type AnswerForm,
} from '../../../src-main/engine/answer-form.ts';

const numbers: AnswerForm = { text: 'reasons', choice: 'grade', values: [1, 2, 10] };
const names: AnswerForm = { text: 'reasons', choice: 'grade', values: ['rude', 'very "polite"'] };

test('the grammar has the text first, then one of the values, and nothing after it', () => {
  expect(grammarOf(numbers)).toBe(
    String.raw`root ::= "{\"reasons\": \"" character* "\", \"grade\": " value "}"
character ::= [^"\\\x7F\x00-\x1F] | "\\" ["\\/bfnrt]
value ::= "1" | "2" | "10"
`,
  );
  expect(grammarOf(names)).toContain(String.raw`value ::= "\"rude\"" | "\"very \\\"polite\\\"\""`);
});

test('what follows the text is counted in bytes, with the longest value', () => {
  expect(tailOf(numbers)).toBe('", "grade": 10}'.length);
  expect(tailOf({ ...numbers, values: ['é'] })).toBe('", "grade": "é"}'.length + 1);
});

test('the text is bounded by the tokens there are, and by what servers take', () => {
  const bound = (maxTokens: number) => schemaOf(numbers, maxTokens)['properties'];
  const of = (maxLength: number) => ({ reasons: { type: 'string', maxLength }, grade: { enum: [1, 2, 10] } });
  expect(bound(100)).toEqual(of(2 * (100 - 15)));
  expect(bound(8)).toEqual(of(20));
  expect(bound(4096)).toEqual(of(1000));
});

test('the schema and the look at an answer agree, but for the order', () => {
  const fits = new Ajv().compile(schemaOf(names, 1024));
  const value = fc.oneof(fc.constantFrom<unknown>(...names.values), fc.string(), fc.integer());
  fc.assert(
    fc.property(fc.string(), value, (reasons, grade) => {
      const answer = { reasons, grade };
      expect(hasForm(names, JSON.stringify(answer, null, 1))).toBe(fits(answer));
    }),
  );
  expect(hasForm(names, '{"reasons": "", "grade": "rude"}')).toBe(true);
  for (const other of [
    '',
    'rude',
    'null',
    '[1]',
    '{"grade": "rude"}',
    '{"grade": "rude", "reasons": ""}',
    '{"reasons": "", "grade": "rude", "more": 1}',
    'Well: {"reasons": "", "grade": "rude"}',
    '{"reasons": "", "grade": "rude"',
  ])
    expect(hasForm(names, other), other).toBe(false);
});
