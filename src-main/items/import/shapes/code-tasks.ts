/** HumanEval and MBPP: Python to be written, and tests that run it (openai/human-eval; card google-research-datasets/mbpp). */
import { success } from '../../../contract/result.ts';
import { misshapen, unanswered } from '../draft.ts';
import { firstText, has, plainText, textOf, textsOf } from '../field-values.ts';
import { byRecords, type Shape } from '../shape.ts';

export const humaneval: Shape = {
  name: 'humaneval',
  title: 'HumanEval (prompt, test, entry_point)',
  recognise(head) {
    return byRecords(head, 0.98, 'a prompt, a test and an entry_point', (fields) =>
      has(fields, 'prompt', 'test', 'entry_point'),
    );
  },
  map(record) {
    const { fields } = record;
    const prompt = textOf(fields, 'prompt');
    const test = textOf(fields, 'test');
    const entry = textOf(fields, 'entry_point');
    if (prompt === undefined || entry === undefined)
      return misshapen(record, 'there is no prompt with an entry_point');
    if (test === undefined) return unanswered(record, 'there is no test');
    const id = plainText(fields['task_id']);
    const solution = fields['canonical_solution'];
    return success([
      {
        item: {
          ...(id === undefined ? {} : { id }),
          input: `Complete this Python function. Answer with the whole function in one code block.\n\n\`\`\`python\n${prompt}\n\`\`\``,
          stratum: 'humaneval',
          check: {
            kind: 'code',
            language: 'python',
            tests: `${test}\ncheck(${entry})\n`,
            entry_point: entry,
            prefix: prompt,
          },
        },
        ...(typeof solution === 'string' ? { reference: prompt + solution } : {}),
      },
    ]);
  },
};

export const mbpp: Shape = {
  name: 'mbpp',
  title: 'MBPP (text or prompt, code, test_list)',
  recognise(head) {
    return byRecords(
      head,
      0.98,
      'a task, code and a test_list',
      (fields) => has(fields, 'code', 'test_list') && firstText(fields, 'text', 'prompt') !== undefined,
    );
  },
  map(record) {
    const { fields } = record;
    const task = firstText(fields, 'text', 'prompt');
    const tests = textsOf(fields['test_list']);
    if (task === undefined) return misshapen(record, 'there is no task');
    if (tests === undefined || tests.length === 0) return unanswered(record, 'there are no tests');
    // `full` has a setup text, `sanitized` a list of imports.
    const setup = [textOf(fields, 'test_setup_code') ?? '', ...(textsOf(fields['test_imports']) ?? [])];
    const entry = calledFunction(tests[0] ?? '');
    const id = plainText(fields['task_id']);
    const code = textOf(fields, 'code');
    return success([
      {
        item: {
          ...(id === undefined ? {} : { id: `mbpp-${id}` }),
          input: `${task}\n\nWrite Python code that passes these tests, in one code block:\n\n${tests.join('\n')}`,
          stratum: 'mbpp',
          check: {
            kind: 'code',
            language: 'python',
            tests: [...setup.filter((line) => line !== ''), ...tests].join('\n') + '\n',
            ...(entry === undefined ? {} : { entry_point: entry }),
          },
        },
        ...(code === undefined ? {} : { reference: code }),
      },
    ]);
  },
};

const wrappers = new Set([
  'set',
  'sorted',
  'list',
  'tuple',
  'len',
  'round',
  'abs',
  'str',
  'int',
  'float',
  'not',
  'math',
]);

/** The function that the first test calls, past what only wraps the call: `assert set(f(1)) == {2}`. */
function calledFunction(test: string): string | undefined {
  const names = [...test.matchAll(/(?<![.\w])([A-Za-z_]\w*)\s*\(/g)].map((match) => match[1] ?? '');
  return names.find((name) => !wrappers.has(name) && name !== 'assert');
}
