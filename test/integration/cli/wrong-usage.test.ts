import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noisefloor } from '../../fixtures/command-line.ts';
import { temporaryFolder } from '../../fixtures/small-plan.ts';

test('wrong usage of a nested command ends with 64: 1 would mean that a guard rail failed', async () => {
  const { code, stdout, stderr } = await noisefloor('items', 'import', 'desk.jsonl', '--held-out', '75');
  expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
  expect(stderr).toContain('--held-out');
});

test('a plan of all versions that lacks a part is refused before anything is made', async () => {
  const source = join(temporaryFolder(), 'model-BF16.gguf');
  for (const words of [
    ['--plan', 'plan.yaml', '--items', 'desk@1', '--margin', '2%'],
    ['--decision', 'Ship it'],
  ]) {
    const { code, stderr } = await noisefloor('quantize', source, 'Q8_0', ...words);
    expect(code).toBe(64);
    expect(stderr).toContain('--plan, --items, --margin and --decision');
  }
});

test('looks that would take long to count are refused with how many may be asked for', async () => {
  const { code, stderr } = await noisefloor('size', '--margin', '2%', '--looks', '1001');
  expect(code).toBe(64);
  expect(stderr).toContain('give at most 1000.');
});

test('a margin of strata without one over all is wrong usage, and is said', async () => {
  const { code, stderr } = await noisefloor(
    ...['compare', '--baseline', 'a.csv', '--candidate', 'b.csv', '--stratum-margin', 'hard=2%'],
  );
  expect({ code, stderr }).toEqual({ code: 64, stderr: 'error: --stratum-margin needs --margin.\n' });
});

test('a file name that would drive the terminal is written out', async () => {
  const name = join(temporaryFolder(), 'red\u001b[31m\nnoisefloor: done.jsonl');
  const { code, stderr } = await noisefloor('items', 'import', name);
  expect(code).toBe(65);
  expect(stderr).not.toContain('\u001b');
  expect(stderr).toContain('red⟨U+001B⟩[31m⟨U+000A⟩noisefloor: done.jsonl');
  expect(stderr.split('\n').filter((line) => line.startsWith('noisefloor:'))).toHaveLength(1);
});

test('a plan that is neither a file nor the beginning of a hash is a file that is not there', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'nope.yaml');
  const { code, stdout, stderr } = await noisefloor('report', path, '--data', join(folder, 'data'));
  expect({ code, stdout }).toEqual({ code: 65, stdout: '' });
  expect(stderr).toContain(`${path} is not there.`);
  expect(stderr).toContain('the beginning of the hash');
});
