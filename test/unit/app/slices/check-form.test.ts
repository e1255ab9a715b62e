import fc from 'fast-check';
import { afterAll, describe, expect, it, test } from 'vitest';
import { formCheck } from '../../../../src-main/app/slices/check-form.ts';
import { tryCheck } from '../../../../src-main/app/slices/try-check.ts';
import { formKinds, type CheckForm, type CheckTrial } from '../../../../src-main/contract/calls/slices.ts';
import { checkSchema } from '../../../../src-main/contract/item.ts';
import { openScoring } from '../../../../src-main/scoring/sandbox/open-scoring.ts';

const scoring = openScoring();
afterAll(() => scoring.close());

async function tried(check: CheckForm, answer: string): Promise<CheckTrial> {
  const trial = await tryCheck(scoring, check, answer);
  if (!trial.ok) throw new Error(trial.error.message);
  return trial.data;
}

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
    [form('regex', {}), 'pattern', null],
    [form('regex', { pattern: '(a' }), 'pattern', null],
    [form('regex', { pattern: 'a', flags: 'q' }), 'flags', null],
    [form('regex', { pattern: 'a', group: 'b' }), 'pattern', null],
    [form('code', {}), 'tests', null],
    [form('code', { tests: 'assert f', entry_point: '1f' }), 'entry_point', null],
    [form('code', { tests: 'assert f', timeout: '0' }), 'timeout', null],
  ])('%j is told which field is wrong', (typed, field, line) => {
    const { check, problems } = formCheck(typed);
    expect(check).toBeNull();
    expect(problems[0]).toMatchObject({ field, line });
  });

  test('never throws, and gives a check or a problem, whatever is typed', async () => {
    const text = fc.oneof(fc.string(), fc.json(), fc.constantFrom('yes', 'A', '1', 'a\nb', '[]', '{}'));
    const names = ['answer', 'options', 'letter', 'schema', 'json', 'calls', 'facts', 'must_contain_all'];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...formKinds),
        fc.dictionary(fc.constantFrom(...names), text),
        fc.string(),
        async (kind, fields, answer) => {
          const { check, problems } = formCheck({ kind, fields });
          expect(check === null).toBe(problems.length > 0);
          const trial = await tried({ kind, fields }, answer);
          expect(trial.score === null).toBe(check === null);
          if (trial.reference !== null && check !== null)
            expect((await tried({ kind, fields }, trial.reference)).score?.value).toBe(1);
        },
      ),
    );
  });
});

describe('trying a check', () => {
  test('gives outcome, value, reason and what was read', async () => {
    const numeric = form('numeric', { answer: '796' });
    const answer = 'That is 500 and 296. Answer: 796 euros';
    const trial = await tried(numeric, answer);
    expect(trial.score).toMatchObject({ outcome: 'scored', value: 1 });
    const { start = 0, end = 0 } = trial.score?.span ?? {};
    expect(answer.slice(start, end)).toContain('796');
    expect(trial).toMatchObject({ problems: [], reference: '796', emptyIsRight: false });
    expect((await tried(numeric, '')).score).toMatchObject({ outcome: 'unparsed', value: null });
    expect((await tried(numeric, '790')).score).toMatchObject({ outcome: 'scored', value: 0 });
  });

  test('tells of tests that cannot be read, or that no answer can fail', async () => {
    const code = { language: 'javascript', entry_point: 'f' };
    const held = 'function check(candidate) { assert(candidate(1) === 2) }';
    const problemOf = async (tests: string) => {
      const { score, problems } = await tried(form('code', { ...code, tests }), 'const f = (x) => x + 1');
      return score?.value ?? problems;
    };
    expect(await problemOf(held)).toMatchObject([
      {
        field: 'tests',
        message: expect.stringContaining('No answer can fail the tests of this check') as string,
      },
    ]);
    expect(await problemOf('assert(')).toMatchObject([
      {
        field: 'tests',
        message: expect.stringContaining('The tests of this check are no JavaScript') as string,
      },
    ]);
    expect(await problemOf(`${held}; check(f)`)).toBe(1);
  });

  test('warns where an empty answer is right', async () => {
    const empty = await tried(form('f1', { answer: 'the' }), '');
    expect((await tried(form('f1', { answer: 'the' }), 'x')).emptyIsRight).toBe(empty.score?.value === 1);
    expect((await tried(form('exact', { answer: 'Oslo' }), '')).emptyIsRight).toBe(false);
  });
});
