import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ModelFile, ModelGroup } from '../../../src-main/contract/calls/models.ts';
import {
  comparing,
  comparingOne,
  endpointWords,
  fitOf,
  groupFacts,
  histogram,
  inkOf,
  inUnit,
  memoryFinding,
  mostWeights,
  namesOfFiles,
  onDevice,
  otherMachineWords,
  sizeUnit,
  spareWords,
  wholePercent,
} from '../../../src-renderer/screens/models/models-words.ts';
import { cannedEndpoint, cannedGroups } from '../../fixtures/canned/canned-models.ts';

const memory = { context: 8192, parallel: 4, cacheType: 'f16' } as const;
const groups = cannedGroups(memory);
function groupOf(title: string): ModelGroup {
  const group = groups.find((one) => one.title.startsWith(title));
  if (group === undefined) throw new Error(`no ${title}`);
  return group;
}
function fileOf(group: ModelGroup, quantisation: string): ModelFile {
  const file = group.files.find((one) => one.quantisation === quantisation);
  if (file === undefined) throw new Error(`no ${quantisation}`);
  return file;
}
const larkspur = groupOf('Larkspur');
const tamarack = groupOf('Tamarack');
const ids = (...files: readonly ModelFile[]) => new Set(files.map(({ id }) => id));

describe('sizes', () => {
  test('are in GB, and in MB where nothing reaches one', () => {
    expect(sizeUnit([9e9, 5e6]).name).toBe('GB');
    expect(sizeUnit([999_999_999]).name).toBe('MB');
    expect(sizeUnit([]).name).toBe('MB');
  });

  test('have one decimal; what is there is never nothing, and what is not known is a dash', () => {
    const gigabytes = sizeUnit([1e9]);
    expect([9.04e9, 0.05e9, 1e6, 0, null].map((bytes) => inUnit(bytes, gigabytes))).toEqual([
      '9.0',
      '0.1',
      '< 0.1',
      '0.0',
      '–',
    ]);
  });
});

describe('tensor types', () => {
  test('have more ink the more bits they have', () => {
    const bits = [1.56, 2.63, 3.44, 4.5, 5.5, 6.56, 8.5, 16, 32];
    expect(bits.map(inkOf)).toEqual([1, 1, 2, 3, 4, 5, 6, 7, 7]);
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 64, noNaN: true }),
        fc.double({ min: 0, max: 8, noNaN: true }),
        (at, more) => {
          expect(inkOf(at + more)).toBeGreaterThanOrEqual(inkOf(at));
          expect([1, 2, 3, 4, 5, 6, 7]).toContain(inkOf(at));
        },
      ),
    );
  });

  test('lie one behind another over the whole bar, most bits first, norms last', () => {
    const type = (name: string, share: number, bitsPerWeight: number) => ({
      type: name,
      share,
      bitsPerWeight,
      tensors: 1,
      bytes: 1,
    });
    const bars = histogram([type('F32', 0.003, 32), type('Q4_K', 0.817, 4.5), type('Q6_K', 0.18, 6.56)]);
    expect(bars.map((bar) => bar.type)).toEqual(['Q6_K', 'Q4_K', 'F32']);
    bars.forEach((bar, index) => {
      const before = bars[index - 1];
      expect(bar.from).toBe(before === undefined ? 0 : before.from + before.width);
    });
    expect(bars.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(100, 9);
  });

  test('are told by the one that most weights are in', () => {
    expect(mostWeights(fileOf(larkspur, 'Q4_K_M').tensorTypes)).toBe('Q4_K 82 %');
    expect(mostWeights([])).toBe('–');
  });

  test('have whole shares, and a decimal where that would leave nothing', () => {
    expect([1, 0.994, 0.82, 0.003, 0.0001, 0].map(wholePercent)).toEqual([
      '100 %',
      '99 %',
      '82 %',
      '0.3 %',
      '< 0.1 %',
      '0.0 %',
    ]);
  });
});

describe('names', () => {
  const named = (fileName: string, quantisation: string | null): ModelFile => ({
    ...fileOf(larkspur, 'Q8_0'),
    id: fileName,
    fileName,
    quantisation,
  });
  const shown = (...files: ModelFile[]) => [...namesOfFiles(files).values()];

  test('are the quantisation alone where that is enough', () => {
    expect(shown(named('lark-Q8_0.gguf', 'Q8_0'), named('lark-Q2_K.gguf', 'Q2_K'))).toEqual([
      { name: 'Q8_0', apart: null },
      { name: 'Q2_K', apart: null },
    ]);
  });

  test('of one quantisation are told apart by how their files end', () => {
    expect(shown(named('lark-Q2_K.gguf', 'Q2_K'), named('lark-Q2_K-pure.gguf', 'Q2_K'))).toEqual([
      { name: 'Q2_K', apart: '…-Q2_K' },
      { name: 'Q2_K', apart: '…-Q2_K-pure' },
    ]);
  });

  test('are the file’s where it does not say how it is quantised', () => {
    expect(shown(named('lark-00001-of-00002.gguf', null))).toEqual([{ name: 'lark', apart: null }]);
  });
});

test('a model’s facts stand in one line, those that are not known left out', () => {
  expect(groupFacts(larkspur)).toBe('llama, 14.8 B parameters, 48 layers, context 32,768, template 5f0c2a91');
  expect(
    groupFacts({ ...larkspur, parameters: 2_820_352, layers: null, trainContext: null, templateHash: null }),
  ).toBe('llama, 2.8 M parameters, no template');
});

describe('what fits', () => {
  test('has room to spare; what does not is over; and what is not known is neither', () => {
    const [fits, over] = [fileOf(larkspur, 'Q4_K_M'), fileOf(tamarack, 'Q4_K_M')];
    expect([fitOf(fits), spareWords(fits)]).toEqual(['fits', '27.8 GB spare']);
    expect([fitOf(over), spareWords(over)]).toEqual(['does not fit', '10.1 GB over']);
    expect([fitOf({ spare: null }), spareWords({ spare: null })]).toEqual(['unknown', '']);
    expect(fitOf({ spare: 0 })).toBe('fits');
    expect(otherMachineWords(16.3e9, 24)).toEqual([true, '7.7 GB']);
    expect(otherMachineWords(25e9, 24)).toEqual([false, '1.0 GB']);
  });

  test('is read out with its parts', () => {
    const file = fileOf(larkspur, 'Q4_K_M');
    expect(memoryFinding(file, 44.1e9)).toBe(
      'Memory needed: weights 9.0 GB, KV cache 6.4 GB, compute buffers 900.0 MB, together 16.3 GB of 44.1 GB free: it fits',
    );
    expect(memoryFinding({ memory: null, spare: null }, 44e9)).toBe('How much memory it needs is not known');
  });

  test('is drawn within the bar, whatever it takes', () => {
    expect(onDevice(5, 10)).toBe(50);
    expect(onDevice(15, 10)).toBe(100);
    expect(onDevice(5, 0)).toBe(0);
  });
});

describe('what is compared', () => {
  const [bf16, q8, q4] = ['BF16', 'Q8_0', 'Q4_K_M'].map((name) => fileOf(larkspur, name)) as [
    ModelFile,
    ModelFile,
    ModelFile,
  ];

  test('gets its baseline where that was not chosen', () => {
    expect(comparing(groups, ids(q8, q4))).toEqual({
      models: [bf16.id, q8.id, q4.id],
      label: 'Compare with BF16…',
      problem: null,
    });
    expect(comparing(groups, ids(bf16, q8))).toEqual({
      models: [bf16.id, q8.id],
      label: 'Compare…',
      problem: null,
    });
  });

  test('is only what was chosen where it is of several models', () => {
    const f16 = fileOf(groupOf('Quillwort'), 'F16');
    expect(comparing(groups, ids(q8, f16)).models).toEqual([q8.id, f16.id]);
  });

  test('is at least two', () => {
    expect(comparing(groups, new Set()).problem).not.toBeNull();
    expect(comparing(groups, ids(bf16)).problem).not.toBeNull();
    expect(comparing(groups, ids(fileOf(tamarack, 'Q4_K_M'))).problem).not.toBeNull();
  });

  test('is all versions where it begins with the baseline', () => {
    const all = comparingOne(larkspur, bf16);
    expect(all).toMatchObject({ label: 'Compare with all 5 versions…', problem: null });
    expect(all.models).toHaveLength(6);
    expect(comparingOne(larkspur, q4).models).toEqual([bf16.id, q4.id]);
    expect(comparingOne({ ...larkspur, files: [bf16] }, bf16).problem).not.toBeNull();
  });
});

test('an endpoint says what it has, when it was asked, and what is wrong with it', () => {
  const { url } = cannedEndpoint;
  expect(endpointWords(cannedEndpoint, null)).toBe('larkspur-14b-fp8, not contacted since start');
  expect(endpointWords({ ...cannedEndpoint, models: [] }, null)).toBe('not contacted since start');
  expect(endpointWords({ ...cannedEndpoint, state: 'reachable' }, '29 Nov, 14:00')).toBe(
    'larkspur-14b-fp8, asked 29 Nov, 14:00',
  );
  const problem = {
    code: 'endpoint_unreachable' as const,
    message: `${url} cannot be reached (ECONNREFUSED).`,
  };
  expect(endpointWords({ ...cannedEndpoint, state: 'unreachable', problem }, null)).toBe(
    'cannot be reached (ECONNREFUSED).',
  );
});
