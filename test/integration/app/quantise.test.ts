/** Quantised versions of the real demo model, against those that llama.cpp's own tool made of it. */
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { unfinishedName } from '../../../src-main/app/quantising/unfinished-versions.ts';
import { quantiseFiles } from '../../../src-main/app/quantising/quantise-files.ts';
import {
  enoughRoom,
  type QuantiseProgress,
  type QuantiseRequest,
} from '../../../src-main/app/quantising/quantise-model.ts';
import type { QuantisedType } from '../../../src-main/contract/quantisation.ts';
import { readPlanFile, resolvePlan } from '../../../src-main/experiment/plan/resolve-plan.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { noisefloor } from '../../fixtures/command-line.ts';
import { writeGguf } from '../../fixtures/gguf-writer.ts';
import { splitGguf } from '../../fixtures/split-gguf.ts';
import { tinyLlamaSource } from '../../fixtures/tiny-llama.ts';

const demo = join(import.meta.dirname, '../../../resources/demo');
const bf16 = join(demo, 'desk-clerk-3m-BF16.gguf');
const root = mkdtempSync(join(tmpdir(), 'noisefloor-quantise-'));
const data = join(root, 'data');
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(root, 'versions-'));
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
const never = new AbortController().signal;
const asked: QuantiseRequest = { source: bf16, types: [], pure: false, replace: false, threads: 1 };

function quantise(
  request: Partial<QuantiseRequest>,
  onProgress: (progress: QuantiseProgress) => void = () => undefined,
  signal = never,
) {
  return quantiseFiles(data, { ...asked, folder, ...request }, onProgress, signal);
}

test('the versions are, byte for byte, those of llama-quantize, and each has its record', async () => {
  const seen: QuantiseProgress[] = [];
  const made = await quantise({ types: ['Q8_0', 'Q4_K_M', 'Q2_K'] }, (progress) => seen.push(progress));
  const pure = await quantise({ types: ['Q2_K'], pure: true });
  if (!made.ok || !pure.ok) throw new Error('nothing was made');
  const names = ['Q8_0', 'Q4_K_M', 'Q2_K', 'Q2_K-pure'].map((type) => `desk-clerk-3m-${type}.gguf`);
  expect(readdirSync(folder).toSorted()).toEqual(names.toSorted());
  for (const name of names) expect(sha256(join(folder, name))).toBe(sha256(join(demo, name)));
  expect(new Set(seen.map(({ type }) => type))).toEqual(new Set(['Q8_0', 'Q4_K_M', 'Q2_K']));
  expect(seen.at(-1)?.tensors).toBe(seen.at(-1)?.of);

  const store = openStore(data);
  if (!store.ok) throw new Error(store.error.message);
  expect(store.data.quantisation(sha256(join(demo, 'desk-clerk-3m-Q2_K-pure.gguf')))).toMatchObject({
    file: join(folder, 'desk-clerk-3m-Q2_K-pure.gguf'),
    type: 'Q2_K',
    pure: true,
    sourceFiles: [bf16],
    sourceHashes: [sha256(bf16)],
    llamaCppRelease: 'v0.5.0',
  });
  expect(store.data.quantisation('00')).toBeNull();
  store.data.close();
});

test('a type that cannot be made, known before anything is written, is named, and the others are made', async () => {
  // No number stands behind it, which the library's binding refuses.
  const types = ['valueOf' as QuantisedType, 'Q4_0'] as const;
  const made = await quantise({ types });
  if (!made.ok) throw new Error(made.error.message);
  expect(made.data.map(({ type, result }) => [type, result.ok])).toEqual([
    ['valueOf', false],
    ['Q4_0', true],
  ]);
  expect(readdirSync(folder)).toEqual(['desk-clerk-3m-Q4_0.gguf']);
  expect(await quantise({ types: types.slice(0, 1) })).toMatchObject({ ok: false });
});

test('a file that is there keeps its place unless it may be replaced', async () => {
  const there = join(folder, 'desk-clerk-3m-Q4_0.gguf');
  writeFileSync(there, 'mine');
  expect(await quantise({ types: ['Q8_0', 'Q4_0'] })).toMatchObject({
    ok: false,
    error: { code: 'file_exists', where: { file: there } },
  });
  expect(readFileSync(there, 'utf8')).toBe('mine');
  expect(readdirSync(folder)).toEqual(['desk-clerk-3m-Q4_0.gguf']);
  const replaced = await quantise({ types: ['Q4_0'], replace: true });
  expect(replaced.ok && replaced.data[0]?.result.ok).toBe(true);
  expect(readFileSync(there).subarray(0, 4).toString()).toBe('GGUF');
});

test('a source that is quantised, damaged or missing, and a folder that is not there, are refused before anything is written', async () => {
  const cut = join(folder, 'cut.gguf');
  writeFileSync(cut, readFileSync(bf16).subarray(0, 3_000_000));
  const refusals = [
    [{ source: join(demo, 'desk-clerk-3m-Q8_0.gguf') }, 'usage'],
    [{ source: cut }, 'gguf_cut_off'],
    [{ source: join(folder, 'nowhere.gguf') }, 'file_not_found'],
    [{ folder: join(folder, 'nowhere') }, 'file_unwritable'],
  ] as const;
  for (const [changes, code] of refusals)
    expect(await quantise({ types: ['Q4_K_M'], ...changes })).toMatchObject({ ok: false, error: { code } });
  expect(readdirSync(folder)).toEqual(['cut.gguf']);
});

test('one that is broken off leaves nothing behind, and what stood there before stays', async () => {
  const source = join(folder, 'model-F16.gguf');
  copyFileSync(bf16, source);
  writeFileSync(join(folder, 'model-IQ4_NL.gguf'), 'earlier');
  const stop = new AbortController();
  const made = await quantise(
    { source, types: ['IQ4_NL', 'Q4_0'], replace: true },
    () => {
      stop.abort();
    },
    stop.signal,
  );
  expect(made.ok && made.data.map(({ type, result }) => [type, result.ok])).toEqual([['IQ4_NL', false]]);
  expect(readdirSync(folder).toSorted()).toEqual(['model-F16.gguf', 'model-IQ4_NL.gguf']);
  expect(readFileSync(join(folder, 'model-IQ4_NL.gguf'), 'utf8')).toBe('earlier');
});

test('a split source gives, byte for byte, what the whole file gives, whichever part is named', async () => {
  const model = tinyLlamaSource({ weights: 'BF16' });
  const [source, apart] = [join(folder, 'whole-BF16.gguf'), mkdtempSync(join(folder, 'parts-'))];
  writeFileSync(source, writeGguf(model).bytes);
  const parts = splitGguf(model).map((bytes, index) => {
    const part = join(apart, `model-BF16-0000${index + 1}-of-00003.gguf`);
    writeFileSync(part, bytes);
    return part;
  });
  const types = ['Q8_0', 'Q4_0'] as const;
  const [ofWhole, ofParts] = [
    await quantise({ source, types }),
    await quantise({ source: parts[1] ?? '', types }),
  ];
  expect(ofWhole.ok && ofWhole.data.every(({ result }) => result.ok)).toBe(true);
  expect(ofParts.ok && ofParts.data.map(({ result }) => result)).toMatchObject(
    types.map((type) => ({
      ok: true,
      data: {
        file: join(folder, `model-${type}.gguf`),
        hash: sha256(join(folder, `whole-${type}.gguf`)),
        sourceFiles: parts,
        sourceHashes: parts.map(sha256),
      },
    })),
  );
});

test('versions that the disk has no room for are refused with both numbers', () => {
  const spare = 64 * 2 ** 20;
  expect(enoughRoom([9e9, 5e9], 14e9 + 2 * spare, '/models')).toEqual({ ok: true });
  expect(enoughRoom([9e9, 5e9], 14e9 + 2 * spare - 1, '/models')).toMatchObject({
    ok: false,
    error: {
      code: 'file_unwritable',
      message: '/models: the 2 versions need about 14.1 GB, and 14.1 GB are free.',
    },
  });
  expect(enoughRoom([9e9], 1e9, '/models')).toMatchObject({
    error: { message: '/models: the version needs about 9.1 GB, and 1.0 GB are free.' },
  });
});

test('what a killed process left of these versions goes at the next start; what others write or own stays', async () => {
  const { pid: dead } = spawnSync(process.execPath, ['--version']);
  const q8 = join(folder, 'desk-clerk-3m-Q8_0.gguf');
  const left = [unfinishedName(q8, dead), unfinishedName(join(folder, 'desk-clerk-3m-Q2_K-pure.gguf'), dead)];
  const kept = [
    unfinishedName(q8, process.ppid),
    unfinishedName(join(folder, 'another-Q8_0.gguf'), dead),
    `${q8}.part`,
    `${q8}.00000000-${dead}.part`,
  ];
  for (const file of [...left, ...kept]) writeFileSync(file, 'half');
  const made = await quantise({ types: ['Q4_0'] });
  expect(made.ok && made.data[0]?.result.ok).toBe(true);
  expect(readdirSync(folder).toSorted()).toEqual(
    [...kept.map((file) => basename(file)), 'desk-clerk-3m-Q4_0.gguf'].toSorted(),
  );
});

test('in one go: versions are made, and a plan that compares the model with all of them runs as it stands', async () => {
  const source = join(folder, 'model-BF16.gguf');
  copyFileSync(bf16, source);
  mkdirSync(join(folder, 'plans'));
  const [plan, own] = [join(folder, 'plans', 'the plan.yaml'), join(folder, 'data')];
  // As it is typed most often, and from another folder than the plan's.
  const typed = relative(process.cwd(), source);
  const ladder = (items: string, types = ['Q8_0', 'Q4_0'], model = typed) =>
    noisefloor(
      ...['quantize', model, ...types, '--threads', '1', '--data', own, '--plan', plan],
      ...['--items', items, '--margin', '2%', '--decision', 'Ship Q4_0'],
    );
  expect((await ladder('desk@1')).stderr).toContain('there is no item set desk@1');
  const nowhere = await ladder(join(demo, 'items.jsonl'), ['Q8_0'], join(folder, 'nowhere.gguf'));
  expect(nowhere.stderr).toContain('nowhere.gguf is not there');
  expect((await noisefloor('items', 'list', '--data', own)).stdout).toContain('No item sets yet');
  expect(readdirSync(folder).toSorted()).toEqual(['data', 'model-BF16.gguf', 'plans']);

  const made = await ladder(join(demo, 'items.jsonl'));
  expect(made.code).toBe(0);
  expect(made.stdout).toContain(`\n  noisefloor run '${plan}' --data ${own}\n`);
  const store = openStore(own);
  const file = await readPlanFile(plan);
  if (!store.ok || !file.ok) throw new Error('no plan');
  const resolved = await resolvePlan(file.data, plan, store.data, '2026-11-30T12:00:00.000Z', {
    machine: { physicalCores: 1, logicalCores: 1, continuousIntegration: true },
  });
  store.data.close();
  if (!resolved.ok) throw new Error(resolved.error.message);
  expect(resolved.data).toMatchObject({
    decision: 'Ship Q4_0',
    items: { name: 'items', version: 1 },
    split: 'held_out',
    guardRail: { margin: 0.02, strata: {}, maxMissing: 0.02 },
    baseline: 'BF16',
    replicates: 2,
    candidates: ['BF16', 'Q8_0', 'Q4_0'].map((name) => ({
      name,
      weights: join(folder, `model-${name}.gguf`),
    })),
  });

  // A folder has the place of one version, and the item file is another than before.
  mkdirSync(join(folder, 'model-Q2_K.gguf'));
  const items = join(folder, 'items.jsonl');
  writeFileSync(items, readFileSync(join(demo, 'items.jsonl'), 'utf8').split('\n').slice(1).join('\n'));
  const again = await ladder(items, ['Q2_K', 'Q4_0', '--replace']);
  expect(again.code).not.toBe(0);
  expect(again.stderr).toContain('items@2 (2,154 items) is the next version of the set items');
  expect(again.stdout).toContain('the plan of all that were made.');
});
