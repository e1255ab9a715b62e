/** How much the real demo model wobbles on this machine's CPU. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { measureModelNoise, type NoiseReport } from '../../../src-main/app/noise.ts';
import { noiseConditions, type ConditionNoise } from '../../../src-main/contract/noise.ts';

const demo = join(import.meta.dirname, '../../../resources/demo');
const bf16 = join(demo, 'desk-clerk-3m-BF16.gguf');
const folder = mkdtempSync(join(tmpdir(), 'noisefloor-noise-'));
// Other files measure at the same time: what is left behind is looked for in a folder of this file's own.
process.env['TMPDIR'] = folder;
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const asked = { prompts: 18, tokens: 24, rows: 8, threads: 1, batch: 128 };
const never = new AbortController().signal;
const traceFolders = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('noisefloor-traces-'));

async function measure(options: Partial<Parameters<typeof measureModelNoise>[1]> = {}): Promise<NoiseReport> {
  const told: ConditionNoise[] = [];
  const measured = await measureModelNoise(bf16, { ...asked, ...options }, never, (noise) =>
    told.push(noise),
  );
  if (!measured.ok) throw new Error(measured.error.message);
  expect(told).toEqual(measured.data.conditions);
  return measured.data;
}

test('repetition in the same and in another process is equal to the last bit on the CPU', async () => {
  const before = traceFolders();
  const { conditions, prompts } = await measure();
  expect(prompts).toBe(18);
  expect(conditions.map(({ condition }) => condition)).toEqual([...noiseConditions]);
  for (const noise of conditions) {
    expect(noise.prompts).toBe(18);
    expect(noise.positions).toBeGreaterThan(18);
    if (noise.condition !== 'again' && noise.condition !== 'other_process') continue;
    expect(noise).toMatchObject({ differing: 0, firstDifference: null, largestLogitDifference: 0 });
  }
  expect(traceFolders()).toEqual(before);
});

test('with flash attention on the CPU, what shares a batch moves the logits', async () => {
  const { conditions } = await measure({ flashAttention: true });
  const moved = (name: string) =>
    conditions.find(({ condition }) => condition === name)?.largestLogitDifference;
  expect(moved('again')).toBe(0);
  expect(moved('batch_of_16')).toBeGreaterThan(0);
});

test('what cannot be measured says why: no open items, a prompt that does not fit, a file that is no model', async () => {
  const heldOut = join(folder, 'held-out.jsonl');
  const check = { kind: 'exact', answer: 'b' };
  writeFileSync(
    heldOut,
    `${JSON.stringify({ id: 'a', input: 'a', stratum: 's', split: 'held_out', check })}\n`,
  );
  expect(await measureModelNoise(bf16, { ...asked, items: heldOut }, never, () => undefined)).toMatchObject({
    ok: false,
    error: { code: 'items_none' },
  });
  const long = join(folder, 'long.jsonl');
  writeFileSync(
    long,
    `${JSON.stringify({ id: 'a', input: 'word '.repeat(900), stratum: 's', split: 'dev', check })}\n`,
  );
  expect(
    await measureModelNoise(bf16, { ...asked, items: long, context: 256 }, never, () => undefined),
  ).toMatchObject({ ok: false, error: { code: 'usage' } });
  expect(await measureModelNoise(long, asked, never, () => undefined)).toMatchObject({
    ok: false,
    error: { code: 'gguf_not_gguf' },
  });
});
