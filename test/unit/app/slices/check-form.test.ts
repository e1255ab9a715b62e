import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formCheck } from '../../../../src-main/app/slices/check-form.ts';
import { tryCheck } from '../../../../src-main/app/slices/try-check.ts';
import { formKinds, type CheckForm } from '../../../../src-main/contract/calls/slices.ts';
import { checkSchema } from '../../../../src-main/contract/item.ts';

const form = (kind: CheckForm['kind'], fields: Record<string, string>): CheckForm => ({ kind, fields });

describe('the form of a check', () => {
  it.each([
    [form('exact', { answer: 'Oslo\n' }), { kind: 'exact', answer: 'Oslo' }],
    [
      form('exact', { answer: 'Oslo\n\n Kristiania ', as_it_is: 'yes' }),
      { kind: 'exact', answer: ['Oslo', 'Kristiania'], normalise: false },
    ],
    [
      form('numeric', { answer: '−1250.5', tolerance: '0.5', extract: 'last', options: 'of another kind' }),
      { kind: 'numeric', answer: -1250.5, tolerance: 0.5, extract: 'last' },
    ],
    [
      form('choice', { options: 'red\ngreen\nblue', letter: 'b' }),
      { kind: 'choice', options: ['red', 'green', 'blue'], answer: 'B' },
    ],
    [
      form('json_schema', { schema: '{"type": "object"}', strict: 'yes' }),
      { kind: 'json_schema', schema: { type: 'object' }, strict: true },
    ],
    [
      form('json_equal', { json: '{"a": [1]}', partial: 'yes' }),
      { kind: 'json_equal', answer: { a: [1] }, partial: true },
    ],
    [
      form('tool_call', { calls: '{"name": "pay", "arguments": {"euros": 5}}', more_arguments: 'yes' }),
      { kind: 'tool_call', calls: [{ name: 'pay', arguments: { euros: 5 } }], match: 'subset' },
    ],
    [
      form('required_facts', { facts: 'CN 23 | customs declaration\ninvoice' }),
      { kind: 'required_facts', facts: [['CN 23', 'customs declaration'], 'invoice'] },
    ],
    [
      form('rules', { must_not_contain: 'sorry', must_contain_all: 'yes' }),
      { kind: 'rules', must_contain_all: ['yes'], must_not_contain: ['sorry'] },
    ],
    [form('f1', { answer: 'the old bridge' }), { kind: 'f1', answer: 'the old bridge' }],
    [form('refusal', {}), { kind: 'refusal', expected: 'refuse' }],
  ])('%j becomes a check', (typed, check) => {
    expect(formCheck(typed)).toEqual({ check, problems: [] });
    expect(checkSchema.parse(check)).toEqual(check);
  });

  it.each([
    [form('exact', {}), 'answer', null],
    [form('numeric', { answer: '1,250' }), 'answer', null],
    [form('numeric', { answer: '' }), 'answer', null],
    [form('numeric', { answer: '1', tolerance: '-1' }), 'tolerance', null],
    [form('choice', { options: 'only one', letter: 'A' }), 'options', null],
    [form('choice', { options: 'a\nb', letter: 'C' }), 'letter', null],
    [form('choice', { options: 'a\nb', letter: 'first' }), 'letter', null],
    [form('json_schema', { schema: '{\n  "type": "object",\n}' }), 'schema', 3],
    [
      form('json_schema', { schema: '{\n  "properties": {\n    "x": {\n      "type": "text"}}}' }),
      'schema',
      4,
    ],
    [form('json_equal', { json: '{"a":\n' }), 'json', 1],
    [form('tool_call', { calls: '[\n  {"name": "a", "arguments": {}},\n  {"name": "b"}\n]' }), 'calls', 3],
    [form('tool_call', { calls: '{\n "name": "a",\n "arguments": []}' }), 'calls', 3],
    [form('required_facts', { facts: ' \n' }), 'facts', null],
    [form('rules', {}), 'must_contain_all', null],
    [form('rules', { must_contain_all: 'a', must_not_contain: 'a' }), 'must_not_contain', null],
    [form('regex', {}), 'kind', null],
    [form('code', {}), 'kind', null],
  ])('%j is told which field is wrong', (typed, field, line) => {
    const { check, problems } = formCheck(typed);
    expect(check).toBeNull();
    expect(problems[0]).toMatchObject({ field, line });
  });

  test('never throws, and gives a check or a problem, whatever is typed', () => {
    const text = fc.oneof(fc.string(), fc.json(), fc.constantFrom('yes', 'A', '1', 'a\nb', '[]', '{}'));
    const names = ['answer', 'options', 'letter', 'schema', 'json', 'calls', 'facts', 'must_contain_all'];
    fc.assert(
      fc.property(
        fc.constantFrom(...formKinds),
        fc.dictionary(fc.constantFrom(...names), text),
        fc.string(),
        (kind, fields, answer) => {
          const { check, problems } = formCheck({ kind, fields });
          expect(check === null).toBe(problems.length > 0);
          const trial = tryCheck({ kind, fields }, answer);
          expect(trial.score === null).toBe(check === null);
          if (trial.reference !== null && check !== null)
            expect(tryCheck({ kind, fields }, trial.reference).score?.value).toBe(1);
        },
      ),
    );
  });
});

describe('trying a check', () => {
  test('gives outcome, value, reason and what was read', () => {
    const numeric = form('numeric', { answer: '796' });
    const answer = 'That is 500 and 296. Answer: 796 euros';
    const trial = tryCheck(numeric, answer);
    expect(trial.score).toMatchObject({ outcome: 'scored', value: 1 });
    const { start = 0, end = 0 } = trial.score?.span ?? {};
    expect(answer.slice(start, end)).toContain('796');
    expect(trial).toMatchObject({ problems: [], reference: '796', emptyIsRight: false });
    expect(tryCheck(numeric, '').score).toMatchObject({ outcome: 'unparsed', value: null });
    expect(tryCheck(numeric, '790').score).toMatchObject({ outcome: 'scored', value: 0 });
  });

  test('gives up on a pattern that does not come to an end, and says so', () => {
    const schema = '{"type": "string", "pattern": "^(a+)+$"}';
    const trial = tryCheck(form('json_schema', { schema }), JSON.stringify(`${'a'.repeat(60)}!`));
    expect(trial).toMatchObject({ score: null, problems: [{ field: 'schema', line: null }] });
    expect(trial.problems[0]?.message).toContain('does not come to an end');
    expect(tryCheck(form('json_schema', { schema }), '"aaa"')).toMatchObject({
      score: { outcome: 'scored', value: 1 },
      problems: [],
    });
  });

  test('warns where an empty answer is right', () => {
    expect(tryCheck(form('f1', { answer: 'the' }), 'x').emptyIsRight).toBe(
      tryCheck(form('f1', { answer: 'the' }), '').score?.value === 1,
    );
    expect(tryCheck(form('exact', { answer: 'Oslo' }), '').emptyIsRight).toBe(false);
  });
});
