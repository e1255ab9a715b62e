import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CheckOf } from '../../../src-main/contract/item.ts';
import { scoreOfRun, taskOf } from '../../../src-main/scoring/code.ts';
import { referenceAnswer, validateCheck } from '../../../src-main/scoring/registry.ts';

const prefix =
  'from typing import List\n\ndef helper(x):\n    return x\n\ndef inc(n):\n    """n plus one"""\n';
const python: CheckOf<'code'> = {
  kind: 'code',
  language: 'python',
  tests: 'assert inc(1) == 2',
  entry_point: 'inc',
};
const completed: CheckOf<'code'> = { ...python, prefix };
const javascript: CheckOf<'code'> = { ...python, language: 'javascript' };

function codeOf(check: CheckOf<'code'>, text: string): string {
  const task = taskOf(check, { text, finish: 'end' });
  return task.run ? task.program.code : `not run: ${task.score.outcome}`;
}

const fenced = (code: string, label = 'python'): string =>
  `Here it is:\n\n\`\`\`${label}\n${code}\n\`\`\`\nDone.`;
const whole = 'def inc(n):\n    return n + 1';

test.each([
  ['a block in the language', python, fenced(whole), `${whole}\n`],
  ['a block without a label', python, fenced(whole, ''), `${whole}\n`],
  ['tildes', python, `~~~py\n${whole}\n~~~`, `${whole}\n`],
  ['no block', python, whole, whole],
  ['a block that is not closed', python, `\`\`\`python\n${whole}`, whole],
  ['the block that defines the entry point', python, `${fenced('x = 1')}\n${fenced(whole)}`, `${whole}\n`],
  [
    'a call of it in another block does not define it',
    python,
    `${fenced('inc(1)')}\n${fenced(whole)}`,
    `${whole}\n`,
  ],
  [
    'a block in another language is passed over',
    python,
    `${fenced('ls', 'sh')}\n${fenced(whole)}`,
    `${whole}\n`,
  ],
  [
    'a block in a list',
    python,
    `1. So:\n   \`\`\`python\n   ${whole.replace('\n', '\n   ')}\n   \`\`\``,
    `${whole}\n`,
  ],
  [
    'a longer fence around a shorter',
    python,
    `\`\`\`\`python\n${whole}\n# \`\`\`\n\`\`\`\``,
    `${whole}\n# \`\`\`\n`,
  ],
  [
    'a fence in a docstring',
    python,
    fenced('def inc(n):\n    """\n    ```\n    inc(1)\n    ```\n\t```\n    """\n    return n + 1'),
    'def inc(n):\n    """\n    ```\n    inc(1)\n    ```\n\t```\n    """\n    return n + 1\n',
  ],
  [
    'a fence that closes a little further in',
    python,
    `\`\`\`python\n${whole}\n   \`\`\`\nDone.`,
    `${whole}\n`,
  ],
  ['after reasoning', python, `<think>\`\`\`python\nno\n\`\`\`</think>\n${fenced(whole)}`, `${whole}\n`],
  [
    'strings as they are written',
    python,
    fenced("def inc(n):\n    return '２'"),
    "def inc(n):\n    return '２'\n",
  ],
  ['JavaScript', javascript, fenced('const inc = n => n + 1', 'js'), 'const inc = n => n + 1\n'],
])('the program of an answer: %s', (_what, check, text, code) => {
  expect(codeOf(check, text)).toBe(code);
});

test('an answer that goes on from the prompt gets the prompt before it', () => {
  expect(codeOf(completed, '    return n + 1\n')).toBe(`${prefix}    return n + 1\n`);
  // As a chat model gives the rest of a function.
  expect(codeOf(completed, fenced('if n:\n    return 1\nreturn n + 1'))).toBe(
    `${prefix}    if n:\n        return 1\n    return n + 1\n`,
  );
});

test.each([
  ['y = n\n    return y + 1', '    y = n\n    return y + 1'],
  ['y = n\n  return y + 1', '  y = n\n  return y + 1'],
  ['y = n\n\treturn y + 1', '\ty = n\n\treturn y + 1'],
  ['y = [\n        n,\n    ]\n\n    return y[0] + 1', '    y = [\n        n,\n    ]\n\n    return y[0] + 1'],
  [
    'for i in [n]:  # once\n        n += 1\n    return n',
    '    for i in [n]:  # once\n        n += 1\n    return n',
  ],
  ['if n == 0: return 1\n    return n + 1', '    if n == 0: return 1\n    return n + 1'],
  // The lines that follow are inside of the first.
  ['with n:\n    return 1', '    with n:\n        return 1'],
  ['if (n and\n    n):\n    return 1', '    if (n and\n        n):\n        return 1'],
  ['return n + 1', '    return n + 1'],
])('an answer without the white space that was before it goes on from the prompt: %j', (text, body) => {
  expect(codeOf(completed, text)).toBe(`${prefix}${body}`);
});

test('an answer with the whole function gets the imports and functions of the prompt, and not its beginning', () => {
  expect(codeOf(completed, fenced(whole))).toBe(
    `from typing import List\n\ndef helper(x):\n    return x\n\n\n${whole}\n`,
  );
  const future = `from __future__ import annotations\n${whole}`;
  expect(codeOf(completed, fenced(future))).toBe(`${future}\n`);
});

test('the span is the block, in the output as stored', () => {
  const text = `\uFEFFSee.\n${fenced(whole)}`;
  const task = taskOf(python, { text, finish: 'end' });
  expect(task.run && text.slice(task.span.start, task.span.end)).toBe(`${whole}\n`);
});

test('without code there is nothing to run', () => {
  const empty = (text: string, finish: 'end' | 'length') => {
    const task = taskOf(python, { text, finish });
    return task.run ? 'run' : task.score.outcome;
  };
  expect(empty('', 'end')).toBe('unparsed');
  expect(empty('<think>hm', 'end')).toBe('unparsed');
  expect(empty('<think>hm', 'length')).toBe('truncated');
  expect(empty('```python\ndef inc(n):', 'length')).toBe('truncated');
  expect(empty('```python\ndef inc(n):', 'end')).toBe('run');
  expect(empty('def inc(n): return n\0', 'end')).toBe('scored');
});

test('never throws, whatever the answer', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('```', '~~~', '\n', '<think>', 'def inc('),
  );
  fc.assert(
    fc.property(fc.array(piece), fc.boolean(), (pieces, isPython) => {
      const text = pieces.join('');
      const task = taskOf(isPython ? completed : javascript, { text, finish: 'end' });
      if (task.run) expect(task.program.tests).toBe(python.tests);
      else expect(task.score.value === null).toBe(task.score.outcome !== 'scored');
    }),
  );
});

test.each([
  [{ ...python, tests: ' \n' }, 'check.tests'],
  [{ ...python, entry_point: '1f' }, 'check.entry_point'],
  [{ ...python, entry_point: 'f$' }, 'check.entry_point'],
  [{ ...python, timeout: 1e6 }, 'check.timeout'],
])('a check that cannot work is told before a run: %#', (check, field) => {
  const valid = validateCheck(check);
  expect(valid.ok ? null : valid.error.where?.field).toBe(field);
});

test('a check of code is valid, and tells no answer', () => {
  expect(validateCheck(python).ok).toBe(true);
  expect(validateCheck({ ...javascript, entry_point: 'f$' }).ok).toBe(true);
  expect(referenceAnswer(python)).toBeNull();
});

test('only tests that ran to their end are right', () => {
  const task = { span: { start: 0, end: 1 }, cutOff: false };
  expect(scoreOfRun(python, { ending: 'passed', message: '' }, task)).toMatchObject({ value: 1 });
  expect(scoreOfRun(python, { ending: 'tests_failed', message: 'E: x' }, task)).toMatchObject({
    value: 0,
    reason: 'a test fails: E: x',
  });
  expect(scoreOfRun(python, { ending: 'code_failed', message: '' }, task)).toMatchObject({ value: 0 });
  expect(scoreOfRun(python, { ending: 'no_entry_point', message: '' }, task).reason).toContain('inc');
});

test('code without a fence that the token limit cut off is truncated where it cannot be read', () => {
  const scoreOf = (text: string, finish: 'end' | 'length', message: string) => {
    const task = taskOf(python, { text, finish });
    return task.run ? scoreOfRun(python, { ending: 'code_failed', message }, task).outcome : 'not run';
  };
  const open = 'def inc(n):\n    y =';
  expect(scoreOf(open, 'length', 'SyntaxError: invalid syntax (<string>, line 2)')).toBe('truncated');
  expect(scoreOf('def inc(n):', 'length', 'IndentationError: expected an indented block')).toBe('truncated');
  expect(scoreOf(open, 'end', 'SyntaxError: invalid syntax (<string>, line 2)')).toBe('scored');
  expect(scoreOf(open, 'length', 'NameError: name y is not defined')).toBe('scored');
  expect(scoreOf(fenced(open), 'length', 'SyntaxError: invalid syntax (<string>, line 2)')).toBe('scored');
});
