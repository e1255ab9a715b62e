import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupModels, nameKey, unquantisedOf } from '../../../../src-main/app/model-library/group-models.ts';
import { inspectGguf } from '../../../../src-main/engine/llama/gguf/inspect.ts';
import type { GgufDescription } from '../../../../src-main/engine/llama/gguf/description.ts';
import { demoFile } from '../../../fixtures/small-plan.ts';

async function demoDescription(): Promise<GgufDescription> {
  const described = await inspectGguf(demoFile('BF16'));
  if (!described.ok) throw new Error(described.error.message);
  return described.data;
}
const demo = await demoDescription();

interface Told {
  readonly path?: string;
  readonly change?: Partial<GgufDescription>;
  readonly metadata?: Readonly<Record<string, string>>;
}

let paths = 0;
function model({ path = `/models/m${paths++}.gguf`, change = {}, metadata = {} }: Told = {}) {
  const description = { ...demo, ...change, metadata: { ...demo.metadata, ...metadata } };
  return { id: path, path, description, templateHash: null };
}
const groups = (models: readonly ReturnType<typeof model>[]) =>
  groupModels(models, new Set()).map((family) => family.models.map(({ id }) => id).sort());

describe('versions of one model', () => {
  test('are found by their name however it is spelt, with the quantisation in it or not', () => {
    const names = ['Larkspur 14B Instruct', 'larkspur-14b-instruct', 'Larkspur_14B_Instruct-Q4_K_M-GGUF'];
    const models = names.map((name) => model({ change: { name } }));
    expect(groups(models)).toEqual([models.map(({ id }) => id)]);
  });

  test.each([
    ['another name', { name: 'Quillwort' }],
    ['another architecture', { architecture: 'qwen2' }],
    ['another number of layers', { blockCount: 5 }],
    ['another width', { embeddingLength: 512 }],
    ['another kind of tokenizer', { tokenizer: 'gpt2' }],
    ['another vocabulary', { vocabularySize: 769 }],
    ['a tenth more parameters', { parameters: demo.parameters * 1.1 }],
  ] as const)('are not of a family with a file that has %s', (_, change) => {
    expect(groups([model(), model({ change })])).toHaveLength(2);
  });

  test('may have a tensor more or less', () => {
    expect(groups([model(), model({ change: { parameters: demo.parameters + 64 } })])).toHaveLength(1);
  });

  test('are linked by a base name that they share, over a third that knows both', () => {
    const nameless = { change: { name: null }, metadata: { 'general.basename': 'Larkspur' } };
    const both = { change: { name: 'Lark 14' }, metadata: { 'general.basename': 'Larkspur' } };
    const own = { change: { name: 'Lark 14' } };
    expect(groups([model(nameless), model(own)])).toHaveLength(2);
    expect(groups([model(nameless), model(own), model(both)])).toHaveLength(1);
  });

  test('without a name are known by their file’s name, in one folder only', () => {
    const change = { name: null };
    const models = ['/a/lark-BF16.gguf', '/a/lark-Q8_0-00001-of-00002.gguf', '/b/lark-Q4_K_M.gguf'].map(
      (path) => model({ path, change }),
    );
    expect(groups(models).sort()).toEqual([
      ['/a/lark-BF16.gguf', '/a/lark-Q8_0-00001-of-00002.gguf'],
      ['/b/lark-Q4_K_M.gguf'],
    ]);
  });

  test('come out the same in whatever order the files were found', () => {
    const names = fc.constantFrom(null, 'Larkspur', 'larkspur Q8_0', 'Quillwort');
    const base = fc.constantFrom('', 'Larkspur', 'Quill');
    const told = fc.record({ name: names, base, more: fc.constantFrom(0, 10, 1000) });
    fc.assert(
      fc.property(fc.array(told, { maxLength: 8 }), fc.func(fc.integer()), (rows, order) => {
        const models = rows.map(({ name, base: basename, more }, index) =>
          model({
            path: `/models/${index}.gguf`,
            change: { name, parameters: demo.parameters + more },
            metadata: basename === '' ? {} : { 'general.basename': basename },
          }),
        );
        const shuffled = models.toSorted((one, other) => order(one.id) - order(other.id));
        expect(groups(shuffled).sort()).toEqual(groups(models).sort());
        expect(groups(models).flat()).toHaveLength(models.length);
      }),
    );
  });
});

describe('the baseline', () => {
  const quantised = (quantisation: string, size = 1) => model({ change: { quantisation, size } });

  test('is BF16 before F16 before F32, whatever their size', () => {
    const [f32, f16, bf16] = [quantised('F32', 4), quantised('F16', 3), quantised('BF16', 2)];
    expect(unquantisedOf([f32, f16, bf16])).toBe(bf16);
    expect(unquantisedOf([f32, f16])).toBe(f16);
    expect(unquantisedOf([quantised('Q8_0')])).toBeUndefined();
  });

  test('is told by the weights where the file does not say', () => {
    const untold = model({ change: { quantisation: null } });
    expect(unquantisedOf([quantised('Q8_0'), untold])).toBe(untold);
  });

  test('is what a person chose, before anything else', () => {
    const [bf16, q8] = [quantised('BF16', 2), quantised('Q8_0')];
    expect(groupModels([bf16, q8], new Set()).map(({ baseline }) => baseline)).toEqual([bf16]);
    expect(groupModels([bf16, q8], new Set([q8.id])).map(({ baseline }) => baseline)).toEqual([q8]);
  });
});

test('a name loses its quantisation and keeps what only looks like one', () => {
  expect(nameKey('Larkspur-14B-Instruct.i1-IQ3_XXS')).toBe('larkspur 14b instruct');
  expect(nameKey('Larkspur 14B UD-Q4_K_XL (GGUF)')).toBe('larkspur 14b ( )');
  expect(nameKey('Qwen2-Q10 bf16x')).not.toBe(nameKey('Qwen2 bf16x'));
  expect(nameKey('Quillwort 3B')).toBe('quillwort 3b');
});
