import { createHash } from 'node:crypto';
import { cp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { modelIdentifier } from '../../../src-main/app/model-library/model-identifier.ts';
import type { CallOutput } from '../../../src-main/contract/calls/calls.ts';
import type { MemorySettings, ModelGroup } from '../../../src-main/contract/calls/models.ts';
import { inspectGguf } from '../../../src-main/engine/llama/gguf/inspect.ts';
import { estimateMemory } from '../../../src-main/engine/llama/gguf/memory.ts';
import { defaultSettings } from '../../../src-main/engine/llama/settings.ts';
import { text } from '../../fixtures/gguf-writer.ts';
import { named, tinyModel, writeModel, writeSplitModel } from '../../fixtures/model-folder.ts';
import { demoFile, demoFolder } from '../../fixtures/small-plan.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { firstPage, startApp, until, type AppUnderTest } from './app-under-test.ts';

let app: AppUnderTest;
beforeEach(async () => {
  app = await startApp();
});
afterEach(async () => {
  await app.close();
  expect(app.bugs).toEqual([]);
});

const memory: MemorySettings = { context: 512, parallel: 2, cacheType: 'f16' };
type ModelList = CallOutput<'models.list_models'>;

/** The list when everything is read and as wanted. */
function listed(wanted: (list: ModelList) => boolean, settings = memory): Promise<ModelList> {
  return until(
    () => app.get('models.list_models', { memory: settings, page: firstPage }),
    (list) => list.reading === null && wanted(list),
  );
}
const withFiles = (count: number) => (list: ModelList) =>
  list.rows.reduce((sum, { files }) => sum + files.length, 0) === count;

async function onlyGroup(files: number): Promise<ModelGroup> {
  const { rows } = await listed(withFiles(files));
  const [group] = rows;
  if (rows.length !== 1 || !group) throw new Error(`${rows.length} groups: ${JSON.stringify(rows)}`);
  return group;
}
const quantisations = ({ files }: ModelGroup) => files.map(({ quantisation }) => quantisation);

describe('the demo folder', () => {
  beforeEach(async () => {
    await app.get('models.add_folder', { path: demoFolder });
  });

  test('is one model: the BF16 file and its quantised versions, the largest first', async () => {
    const group = await onlyGroup(5);
    expect(group).toMatchObject({
      title: 'Desk Clerk 3M',
      architecture: 'llama',
      parameters: 2_820_352,
      layers: 4,
      trainContext: 512,
      remark: null,
    });
    expect(quantisations(group)).toEqual(['BF16', 'Q8_0', 'Q4_K_M', 'Q2_K', 'Q2_K']);
    expect(group.files.map(({ template }) => template)).toEqual(['baseline', 'same', 'same', 'same', 'same']);
    expect(group.files.map(({ isBaseline }) => isBaseline)).toEqual([true, false, false, false, false]);
    for (const { id, path } of group.files) expect(id).toBe(modelIdentifier(path));
  });

  test('shows the types of the weights by share, their bits and bytes', async () => {
    const { files } = await onlyGroup(5);
    const q4 = files.find(({ quantisation }) => quantisation === 'Q4_K_M');
    expect(q4?.tensorTypes.map(({ type, tensors }) => [type, tensors])).toEqual([
      ['F32', 9],
      ['Q6_K', 5],
      ['Q4_K', 24],
    ]);
    for (const { tensorTypes, bitsPerWeight, size } of files) {
      const sum = (value: (row: (typeof tensorTypes)[number]) => number) =>
        tensorTypes.reduce((total, row) => total + value(row), 0);
      expect(sum(({ share }) => share)).toBeCloseTo(1, 12);
      expect(sum((row) => row.share * row.bitsPerWeight)).toBeCloseTo(bitsPerWeight ?? 0, 9);
      expect(sum(({ bytes }) => bytes)).toBeLessThan(size);
    }
    expect(files[0]?.bitsPerWeight).toBeCloseTo(16, 1);
  });

  test('says what each needs at the context and parallelism asked for, and what is left over', async () => {
    const list = await listed(withFiles(5));
    const files = list.rows.flatMap((row) => row.files);
    const machine = { physicalCores: 1, logicalCores: 1, continuousIntegration: true };
    for (const file of files) {
      const described = await inspectGguf(file.path);
      if (!described.ok) throw new Error(described.error.message);
      const estimate = estimateMemory(described.data, {
        ...defaultSettings('cpu', machine),
        context: memory.context,
        parallel: memory.parallel,
      });
      // A test machine may have a graphics device: the cache is the same wherever it lies.
      expect(file.memory?.cache).toBe(estimate.cache);
      expect(file.spare).toBe((list.device?.free ?? 0) - (file.memory?.total ?? 0));
    }
    const double = await listed(withFiles(5), { ...memory, parallel: 4 });
    const small = await listed(withFiles(5), { ...memory, cacheType: 'q8_0' });
    const cacheOf = (one: ModelList) => one.rows[0]?.files[0]?.memory?.cache ?? 0;
    expect(cacheOf(double)).toBe(2 * cacheOf(list));
    expect(cacheOf(small)).toBe((cacheOf(list) * 17) / 32);
  });

  test('can be compared at once, baseline first, right after the next start', async () => {
    const group = await onlyGroup(5);
    const [bf16, q8] = group.files;
    await app.close();
    app = await startApp(app.data);
    const { draft } = await app.get('plans.create_draft', { models: [q8?.id ?? '', bf16?.id ?? ''] });
    const { fields, problems } = await app.get('plans.read_draft', { draft });
    expect(fields.candidates.map(({ name, model }) => [name, model])).toEqual([
      ['BF16', bf16?.id],
      ['Q8_0', q8?.id],
    ]);
    expect(fields.baseline).toBe('BF16');
    expect(problems.filter(({ field }) => field.startsWith('candidates'))).toEqual([]);
  });

  test('is hashed when it is asked for, and remembered', async () => {
    const { files } = await onlyGroup(5);
    const model = files[4]?.id ?? '';
    const before = await app.get('models.read_model', { model, memory });
    expect(before.identity.weightsHashes).toBeNull();
    const bytes = await readFile(files[4]?.path ?? '');
    const hash = createHash('sha256').update(bytes).digest('hex');
    expect(await app.get('models.hash_model', { model })).toEqual({ weightsHashes: [hash] });
    const after = await app.get('models.read_model', { model, memory });
    expect(after.identity.weightsHashes).toEqual([hash]);
    // What is spare changes with what other programs take.
    expect({ ...after.file, spare: null }).toEqual({ ...before.file, spare: null });
    expect(after).toMatchObject({
      group: { title: 'Desk Clerk 3M', baseline: files[0]?.id },
      paths: [files[4]?.path],
      identity: { tokenizer: 'llama default, 768 tokens', sameTokenizerAsBaseline: true, quantisedBy: null },
    });
  });

  test('stops hashing when nobody waits any longer', async () => {
    const { files } = await onlyGroup(5);
    const aborted = AbortSignal.abort();
    const hashed = await app.app.handlers['models.hash_model'](
      { model: files[0]?.id ?? '' },
      { signal: aborted },
    );
    expect(hashed).toMatchObject({ ok: false, error: { code: 'interrupted' } });
  });

  test('shows its template', async () => {
    const { files, templateHash } = await onlyGroup(5);
    const template = await app.get('models.read_template', { model: files[0]?.id ?? '' });
    expect(template).toMatchObject({ hash: templateHash, cut: false, length: template.text.length });
    expect(createHash('sha256').update(template.text).digest('hex')).toBe(templateHash);
  });

  test('leaves the list when the folder is removed, and its models are unknown then', async () => {
    const { files } = await onlyGroup(5);
    await app.get('models.remove_folder', { path: demoFolder });
    const list = await listed(withFiles(0));
    expect(list).toMatchObject({ total: 0, folders: [], unreadable: [] });
    expect(await app.ask('models.read_model', { model: files[0]?.id ?? '', memory })).toMatchObject({
      ok: false,
      error: { code: 'model_unknown' },
    });
  });
});

describe('a folder of many things', () => {
  let folder: string;
  const at = (name: string) => join(folder, name);
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  const add = () => app.get('models.add_folder', { path: folder });

  test('parts its models by name, and tells templates that differ from those that are missing', async () => {
    await writeModel(at('lark-F16.gguf'), tinyModel({ weights: 'F16' }, named('Lark')));
    await writeModel(at('lark-Q8_0.gguf'), tinyModel({ weights: 'Q8_0' }, named('Lark Q8_0')));
    await writeModel(at('sub/lark-other.gguf'), tinyModel({ template: '{{ 1 }}' }, named('lark')));
    await writeModel(at('lark-bare.gguf'), tinyModel({ template: null }, named('LARK')));
    await writeModel(at('wort.gguf'), tinyModel({ weights: 'Q8_0' }, named('Wort')));
    await add();
    const { rows } = await listed(withFiles(5));
    expect(rows.map(({ title, files }) => [title, files.length])).toEqual([
      ['Lark', 4],
      ['Wort', 1],
    ]);
    expect(
      Object.fromEntries(rows.flatMap(({ files }) => files.map((one) => [one.fileName, one.template]))),
    ).toEqual({
      'lark-F16.gguf': 'baseline',
      'lark-Q8_0.gguf': 'same',
      'lark-other.gguf': 'differs',
      'lark-bare.gguf': 'none',
      'wort.gguf': 'unknown',
    });
    expect(rows[1]?.remark).toContain('choose a baseline by hand');
    const bare = rows[0]?.files.find(({ template }) => template === 'none');
    expect(await app.ask('models.read_template', { model: bare?.id ?? '' })).toMatchObject({
      ok: false,
      error: { code: 'template_missing' },
    });
  });

  test('counts a split model once, and says which part is missing', async () => {
    await writeModel(at('lark-F32.gguf'), tinyModel({ weights: 'F32' }));
    const parts = await writeSplitModel(at('lark-Q8_0'), tinyModel({ weights: 'Q8_0' }), 3);
    await add();
    const group = await onlyGroup(2);
    const split = group.files.find((file) => file.parts === 3);
    expect(split).toMatchObject({ path: parts[0], id: modelIdentifier(parts[0] ?? ''), template: 'same' });
    const detail = await app.get('models.read_model', { model: split?.id ?? '', memory });
    expect(detail.paths).toEqual(parts);
    expect((await app.get('models.hash_model', { model: split?.id ?? '' })).weightsHashes).toHaveLength(3);

    await rename(parts[0] ?? '', at('elsewhere'));
    const { unreadable } = await listed((list) => list.unreadable.length > 0);
    expect(unreadable).toMatchObject([{ path: parts[1], problem: { code: 'file_not_found' } }]);
    expect(unreadable[0]?.problem.message).toContain('lark-Q8_0-00001-of-00003.gguf');
  });

  test('keeps a damaged file in sight with what is wrong, until it is repaired and read anew', async () => {
    const source = tinyModel({ weights: 'F16' });
    await writeModel(at('good.gguf'), source);
    await writeModel(at('short.gguf'), source);
    await truncate(at('short.gguf'), 60_000);
    await writeFile(at('text.gguf'), 'This is no model.');
    await add();
    const { unreadable } = await listed(withFiles(1));
    expect(unreadable.map(({ path, size, problem }) => [path, size, problem.code])).toEqual([
      [at('short.gguf'), 60_000, 'gguf_cut_off'],
      [at('text.gguf'), 17, 'gguf_not_gguf'],
    ]);
    expect(unreadable.every(({ problem }) => problem.next !== undefined)).toBe(true);
    const reload = () => app.ask('models.reload_file', { path: at('short.gguf') });
    expect(await reload()).toMatchObject({ ok: false, error: { code: 'gguf_cut_off' } });
    await cp(at('good.gguf'), at('short.gguf'));
    expect(await reload()).toEqual({ ok: true, data: {} });
    expect((await listed(withFiles(2))).unreadable.map(({ path }) => path)).toEqual([at('text.gguf')]);
  });

  test('is looked through again: what came is there, what went is gone', async () => {
    await writeModel(at('one.gguf'), tinyModel({}));
    await add();
    await listed(withFiles(1));
    await writeModel(at('two.gguf'), tinyModel({ weights: 'F16' }));
    await listed(withFiles(2));
    await rm(at('one.gguf'));
    expect(quantisations(await onlyGroup(1))).toEqual(['F16']);
  });

  test('has the baseline that a person chose, also after the next start and in a draft', async () => {
    await writeModel(at('q8.gguf'), tinyModel({ weights: 'Q8_0' }));
    await writeModel(at('q8-again.gguf'), tinyModel({ weights: 'Q8_0', seed: 2 }));
    await add();
    const group = await onlyGroup(2);
    expect(group.files.every(({ isBaseline }) => !isBaseline)).toBe(true);
    const chosen = group.files.find(({ fileName }) => fileName === 'q8.gguf')?.id ?? '';
    const other = group.files.find(({ id }) => id !== chosen)?.id ?? '';
    const choose = (model: string) => app.get('models.choose_baseline', { group: group.id, model });
    await choose(other);
    await choose(chosen);
    await app.close();
    app = await startApp(app.data);
    const again = await onlyGroup(2);
    expect(again.remark).toBeNull();
    expect(again.files.map(({ id, isBaseline }) => [id, isBaseline]).sort()).toEqual(
      [
        [chosen, true],
        [other, false],
      ].sort(),
    );
    const { draft } = await app.get('plans.create_draft', { models: [other, chosen] });
    const { fields } = await app.get('plans.read_draft', { draft });
    expect(fields.candidates[0]).toMatchObject({ model: chosen, name: fields.baseline });
    expect(await app.ask('models.choose_baseline', { group: 'group-of-old', model: chosen })).toMatchObject({
      ok: false,
      error: { code: 'model_unknown' },
    });
  });

  test('says who quantised a file, and when a tokenizer is not the baseline’s', async () => {
    await writeModel(at('lark-F16.gguf'), tinyModel({ weights: 'F16' }));
    await writeModel(
      at('lark-Q8_0.gguf'),
      tinyModel(
        { weights: 'Q8_0' },
        {
          'general.quantized_by': text('Ada'),
          'quantize.imatrix.file': text('lark.imatrix'),
          'tokenizer.ggml.add_bos_token': { type: 'bool', value: false },
        },
      ),
    );
    await add();
    const { files } = await onlyGroup(2);
    const { identity } = await app.get('models.read_model', { model: files[1]?.id ?? '', memory });
    expect(identity).toMatchObject({
      quantisedBy: 'Ada, with an importance matrix',
      sameTokenizerAsBaseline: false,
    });
  });

  test('keeps quiet about memory where the file says too little', async () => {
    await writeModel(at('lark.gguf'), tinyModel({}, { 'llama.block_count': null }));
    await add();
    const { rows, unreadable } = await listed((list) => list.total + list.unreadable.length > 0);
    // Which of the two it is, is the reader's business; no number is made up in either.
    for (const file of rows.flatMap(({ files }) => files))
      expect(file).toMatchObject({
        memory: null,
        spare: null,
        memoryReason: expect.stringContaining('layers') as string,
      });
    expect(rows.length + unreadable.length).toBe(1);
  });
});

test('an empty list has nothing in it, and waits for nothing', async () => {
  const list = await app.get('models.list_models', { memory, page: firstPage });
  expect(list).toMatchObject({ rows: [], total: 0, folders: [], files: [], unreadable: [], endpoints: [] });
});

test('single files can be added, and taken off the list again', async () => {
  const paths = [demoFile('BF16'), demoFile('Q2_K')];
  await app.get('models.add_files', { paths });
  expect(quantisations(await onlyGroup(2))).toEqual(['BF16', 'Q2_K']);
  await app.get('models.add_files', { paths: [demoFile('Q2_K')] });
  expect((await listed(withFiles(2))).files).toEqual(paths);
  await app.get('models.remove_file', { path: demoFile('BF16') });
  expect((await listed(withFiles(1))).files).toEqual([demoFile('Q2_K')]);
});

test('what is no folder, or not there, is refused by name and not kept', async () => {
  const folder = await temporaryFolder();
  const refused = async (name: 'models.add_folder', path: string) => {
    const answer = await app.ask(name, { path });
    return answer.ok ? 'taken' : answer.error.code;
  };
  expect(await refused('models.add_folder', join(folder, 'gone'))).toBe('file_not_found');
  expect(await refused('models.add_folder', demoFile('BF16'))).toBe('file_unreadable');
  const files = await app.ask('models.add_files', { paths: [demoFile('BF16'), folder] });
  expect(files).toMatchObject({ ok: false, error: { code: 'file_unreadable', where: { file: folder } } });
  expect(await app.get('models.list_models', { memory, page: firstPage })).toMatchObject({
    folders: [],
    files: [],
  });
});

test('a folder that went away is named until it is back or removed', async () => {
  const folder = join(await temporaryFolder(), 'drive');
  await writeModel(join(folder, 'lark.gguf'), tinyModel({}));
  await app.get('models.add_folder', { path: folder });
  await listed(withFiles(1));
  await rename(folder, `${folder}-away`);
  const { unreadable } = await listed(withFiles(0));
  expect(unreadable).toMatchObject([{ path: folder, problem: { code: 'file_not_found' } }]);
  expect(await app.ask('models.reload_file', { path: folder })).toMatchObject({ ok: false });
  await rename(`${folder}-away`, folder);
  expect(await app.ask('models.reload_file', { path: folder })).toMatchObject({ ok: true });
});

test('listeners hear when the list has changed', async () => {
  await app.get('models.add_folder', { path: demoFolder });
  await listed(withFiles(5));
  const changes = () =>
    app.events.filter((event) => event.kind === 'store_changed' && event.change.of === 'models').length;
  expect(
    await until(
      () => Promise.resolve(changes()),
      (count) => count > 0,
    ),
  ).toBeGreaterThan(0);
});
