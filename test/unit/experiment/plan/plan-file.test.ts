import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePlanFile } from '../../../../src-main/experiment/plan/plan-file.ts';

const good = `decision: Ship Q4_K_M instead of BF16
items: desk@1
guard_rail: {margin: 0.02, strata: {tool_call: 0.03}}
baseline: bf16
candidates:
  bf16: {gguf: a.gguf}
  q4_k_m:
    gguf: b.gguf
    max_tokens: 64
`;

const read = (text: string) => parsePlanFile(text, 'plan.yaml');
const problem = (text: string) => {
  const result = read(text);
  if (result.ok) throw new Error('expected a failure');
  return result.error;
};

test('strict goes with one sequence, and with flash attention on a GPU', () => {
  for (const defaults of [
    '{mode: strict}',
    '{mode: strict, parallel: 1}',
    '{mode: strict, backend: cuda, flash_attention: true}',
  ])
    expect(read(`${good}defaults: ${defaults}\n`).ok).toBe(true);
});

test('a batch has a token for every sequence, and an endpoint no batch', () => {
  for (const more of [
    '    batch: 8\n    parallel: 8\n',
    '    batch: 1\n    mode: strict\n',
    '    parallel: 256\n',
    '  far: {endpoint: "http://127.0.0.1:8000/v1", model: m, parallel: 8}\ndefaults: {batch: 4}\n',
  ])
    expect(read(`${good}${more}`).ok).toBe(true);
});

test('a key is named in one place, and is no key itself', () => {
  const endpoint = (more: string) =>
    `${good}  far: {endpoint: "http://127.0.0.1:8000/v1/", model: m, ${more}}\n`;
  const plan = read(endpoint('api_key_keyring: vllm-box'));
  if (!plan.ok) throw new Error(plan.error.message);
  expect(plan.data.candidates['far']).toMatchObject({ api_key_keyring: 'vllm-box' });
  const both = problem(endpoint('api_key_env: KEY, api_key_keyring: vllm-box'));
  expect(both.where?.field).toBe('candidates.far.api_key_keyring');
  expect(problem(endpoint('api_key_keyring: sk-0a1B2c3D')).message).toContain('not the key');
  expect(problem(`${good}  q2: {gguf: c.gguf, api_key_keyring: vllm-box}\n`).message).toContain(
    'belongs to an endpoint',
  );
});

test('a simple rule on repeats is chosen in the plan, and needs repeats', () => {
  const rule = (text: string) => {
    const plan = read(`${good}${text}\n`);
    return plan.ok ? plan.data.repeat_rule : plan.error.message;
  };
  expect(rule('')).toBeUndefined();
  expect(rule('repeat_rule: range')).toBe('range');
  expect(rule('repeat_rule: {deviations: 2.5}')).toEqual({ deviations: 2.5 });
  expect(rule('repeat_rule: lowest')).toContain('write `range`, or `{deviations: 2}`');
  expect(rule('repeat_rule: range\nreplicates: 1')).toContain('needs `replicates` of 2 or more');
});

test('everything that is wrong is told at once: the first as the failure, the rest beside it', () => {
  const error = problem(
    `name: a try\nitems: desk@1\nbaseline: bf16\ncandidates: {bf16: {gguf: a.gguf}}\ngoal: none\n`,
  );
  const told = [error.message, ...(error.detail ?? '').split('\n')];
  expect(told).toHaveLength(6);
  for (const words of [
    'plan.yaml: decision is missing.',
    'plan.yaml: guard_rail is missing.',
    'plan.yaml, line 1: name is not a key that a plan has.',
    'plan.yaml, line 5: goal is not a key that a plan has.',
    'Wrong as well:',
  ])
    expect(told).toContain(words);
  expect(problem(good.replace('baseline: bf16\n', '')).detail).toBeUndefined();
  const many = Array.from({ length: 30 }, (_, index) => `unknown_${index}: 1\n`).join('');
  expect(problem(`${good}${many}`).detail).toMatch(/\nand 9 more$/);
});

test('a value of the wrong type is wrong, and only what is not there is missing', () => {
  const error = problem(
    `decision:
items: [a]
guard_rail: {margin: "2%"}
baseline: 3
candidates: {bf16: {gguf: a.gguf, parallel: four}, q4: {gguf: b.gguf}}
`,
  );
  expect([error.message, ...(error.detail ?? '').split('\n')]).toEqual([
    'plan.yaml, line 1: decision is missing.',
    'Wrong as well:',
    'plan.yaml, line 2: items is wrong: expected string, received array.',
    'plan.yaml, line 3: guard_rail.margin is wrong: expected number, received string.',
    'plan.yaml, line 4: baseline is wrong: expected string, received number.',
    'plan.yaml, line 5: candidates.bf16.parallel is wrong: expected number, received string.',
  ]);
});

test('a name that no candidate can have is refused with the rule', () => {
  expect(problem(good.replace('  q4_k_m:', '  "q4 k m":')).message).toBe(
    'plan.yaml, line 7: candidates.q4 k m is wrong: use letters, digits, dot, dash and underscore, beginning with a letter or digit.',
  );
});

test('a plan gets its defaults', () => {
  const plan = read(good);
  expect(plan.ok && plan.data).toMatchObject({
    split: 'held_out',
    replicates: 2,
    samples: 1,
    resamples: 10_000,
    guard_rail: { margin: 0.02, strata: { tool_call: 0.03 }, max_missing: 0.02 },
    candidates: { q4_k_m: { gguf: 'b.gguf', max_tokens: 64 } },
  });
});

test.each([
  ['an unknown key', good.replace('max_tokens', 'max_token'), 9, 'candidates.q4_k_m.max_token is not a key'],
  ['a missing key', good.replace(/^decision.*\n/, ''), undefined, 'decision is missing'],
  ['a margin in points', good.replace('0.02', '2'), 3, 'guard_rail.margin is wrong'],
  ['a baseline that is not there', good.replace('baseline: bf16', 'baseline: f16'), 4, 'baseline is wrong'],
  ['one candidate', good.replace(/ {2}q4_k_m:\n.*\n.*\n/, ''), 5, 'at least one other candidate'],
  ['a key twice', `${good}items: other@1\n`, 10, 'is not valid YAML'],
  [
    'strict beside sequences side by side',
    `${good}defaults: {mode: strict, parallel: 4}\n`,
    10,
    'defaults.parallel is wrong: must be 1',
  ],
  [
    'strict with flash attention on the CPU',
    `${good}    mode: strict\n    flash_attention: true\n`,
    11,
    'candidates.q4_k_m.flash_attention is wrong: must be false',
  ],
  [
    'a batch without a token for every sequence',
    `${good}    batch: 7\n    parallel: 8\n`,
    10,
    'candidates.q4_k_m.batch is wrong: must be at least 8',
  ],
  [
    'a batch of all that is smaller than one candidate’s sequences',
    `${good}    parallel: 8\ndefaults: {batch: 4}\n`,
    11,
    'defaults.batch is wrong: must be at least 8',
  ],
  [
    'a batch smaller than the usual sequences',
    `${good}    batch: 3\n`,
    10,
    'candidates.q4_k_m.batch is wrong: must be at least 4',
  ],
  ['broken YAML', `${good}seed: [1\n`, 11, 'is not valid YAML'],
])('%s is named with its line', (_, text, line, words) => {
  const error = problem(text);
  expect(error.code).toBe('plan_invalid');
  expect(error.message).toContain(words);
  expect(error.where?.line).toBe(line);
  expect(error.message.startsWith(line === undefined ? 'plan.yaml: ' : `plan.yaml, line ${line}: `)).toBe(
    true,
  );
  expect(error.next).toBeTruthy();
});

test('an alias that repeats itself without end is refused', () => {
  const bomb = `a: &a [x, x, x, x, x, x, x, x, x, x]
b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
d: [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
`;
  expect(problem(bomb).message).toContain('aliases');
  expect(problem('a: &a [*a]\n').code).toBe('plan_invalid');
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
      expect(read(text).ok).toBe(false);
    }),
  );
  fc.assert(
    fc.property(fc.nat(good.length), fc.string({ maxLength: 5 }), (at, inserted) => {
      const result = read(good.slice(0, at) + inserted + good.slice(at));
      if (!result.ok) expect(result.error.message).not.toBe('');
    }),
  );
});

test.each([
  ['', 'is empty'],
  ['# nothing yet\n', 'is empty'],
  ['- a\n- b\n', 'has no keys'],
  ['run it\n', 'has no keys'],
])('a plan that is no plan at all is said to be what it is: %j', (text, words) => {
  expect(problem(text).message).toContain(`plan.yaml: the plan ${words}`);
});

test('a tab in place of spaces is named with its line', () => {
  expect(problem('decision: x\n\titems: a\n')).toMatchObject({
    message: expect.stringContaining('plan.yaml, line 2: the plan is not valid YAML: Tabs') as string,
    where: { file: 'plan.yaml', line: 2 },
  });
});
