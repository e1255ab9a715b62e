import { describe, expect, test } from 'vitest';
import type { Quantising } from '../../../../src-main/contract/calls/model-work.ts';
import {
  differingWords,
  logitWords,
  noiseFinding,
} from '../../../../src-main/contract/presentation/noise-words.ts';
import {
  conditionsOf,
  ladderOf,
  madeHereWords,
  measuringWords,
  noiseSettingsWords,
  quantisingWords,
  startWords,
  versionWords,
} from '../../../../src-renderer/screens/models/model-work-words.ts';
import { cannedNoise } from '../../../fixtures/canned/canned-model-work.ts';

type Version = Quantising['versions'][number];
const version = (change: Partial<Version> = {}): Version => ({
  type: 'Q8_0',
  state: 'waiting',
  done: 0,
  file: null,
  model: null,
  size: null,
  problem: null,
  ...change,
});
const made = (model: string) => version({ state: 'made', done: 1, model, file: `/m/${model}`, size: 9e9 });
const lot = (state: Quantising['state'], versions: readonly Version[]): Quantising => ({
  state,
  startedAt: '2026-11-29T14:10:00.000Z',
  folder: '/m',
  pure: false,
  versions,
  problem: null,
});

describe('versions that are made', () => {
  test('the button says how many, and how large together where every size is known', () => {
    expect(startWords([])).toBe('Make versions');
    expect(startWords([9e9])).toBe('Make 1 version, about 9.0 GB');
    expect(startWords([9e9, 5.8e9])).toBe('Make 2 versions, about 14.8 GB');
    expect(startWords([9e9, null])).toBe('Make 2 versions');
  });

  test('a version tells how far it is, and its size when it is there; all of it is never said too early', () => {
    expect(versionWords(version())).toBe('waiting');
    expect(versionWords(version({ state: 'running', done: 0.999 }))).toBe('99 %');
    expect(versionWords(made('a'))).toBe('9.0 GB');
    expect(versionWords(version({ state: 'failed' }))).toBe('failed');
  });

  test.each([
    ['Reading the model and the room on the disk.', lot('running', [version(), version()])],
    ['Making Q4_0, 2 of 2.', lot('running', [made('a'), version({ type: 'Q4_0', state: 'running' })])],
    ['Reading what was made.', lot('running', [made('a'), version()])],
    ['2 versions made.', lot('finished', [made('a'), made('b')])],
    ['1 version made, 1 not.', lot('finished', [made('a'), version({ state: 'failed' })])],
    ['Stopped; nothing was made.', lot('stopped', [version({ state: 'stopped' })])],
    ['Stopped; 1 version made.', lot('stopped', [made('a'), version({ state: 'stopped' })])],
    ['Nothing was made.', lot('failed', [version({ state: 'stopped' })])],
  ])('%s', (words, quantising) => {
    expect(quantisingWords(quantising)).toBe(words);
  });

  test('a ladder is the model and what was made of it; without a version there is none', () => {
    const stopped = version({ state: 'stopped' });
    expect(ladderOf('source', lot('stopped', [made('a'), stopped, made('b')]))).toEqual(['source', 'a', 'b']);
    expect(ladderOf('source', lot('stopped', [stopped]))).toBeNull();
  });

  test('where a file was made from is said by its name, whichever way its folders are written', () => {
    const record = { from: '/models/clerk-BF16.gguf', release: 'v0.5.0', at: '2026-11-28T16:48:00.000Z' };
    const words = 'from clerk-BF16.gguf, llama.cpp v0.5.0, 28 Nov, 16:48';
    expect(madeHereWords(record, '28 Nov, 16:48')).toBe(words);
    expect(madeHereWords({ ...record, from: 'C:\\models\\clerk-BF16.gguf' }, '28 Nov, 16:48')).toBe(words);
  });
});

describe('noise that is measured', () => {
  test('what is measured now is said by its place among the conditions', () => {
    const measuring = { state: 'running', startedAt: '', conditions: [], problem: null } as const;
    expect(measuringWords(measuring)).toBe('Loading, and answering alone; then the same again, 1 of 5.');
    const two = { ...measuring, conditions: cannedNoise.conditions.slice(0, 2) };
    expect(measuringWords(two)).toBe('Answering in a batch of 16, 3 of 5.');
    expect(measuringWords({ ...two, conditions: cannedNoise.conditions })).toBe('');
    expect(measuringWords({ ...two, state: 'stopped' })).toBe('Stopped.');
  });

  test('the settings are told with the result; threads where they matter', () => {
    expect(noiseSettingsWords(cannedNoise, '28 Nov, 16:48')).toBe(
      '16 prompts of support-desk@3, greedy, 48 tokens, context 1,024, cuda, flash attention on; measured 28 Nov, 16:48',
    );
    expect(
      noiseSettingsWords(
        { ...cannedNoise, set: null, prompts: 1, backend: 'cpu', threads: 1, flashAttention: false },
        'today',
      ),
    ).toBe(
      '1 prompt of the demo, greedy, 48 tokens, context 1,024, cpu, 1 thread, flash attention off; measured today',
    );
  });

  test('how many differ is said with their share of all outputs', () => {
    expect(
      cannedNoise.conditions.slice(0, 3).map((one) => differingWords({ ...one, largestLogitDifference: 0 })),
    ).toEqual(['0 of 16, 0.0 %', '1 of 16, 6.3 %', '3 of 16, 18.8 %']);
    expect(noiseFinding(conditionsOf(cannedNoise))).toContain('up to 18.8 % of the answers change');
  });

  test('a difference that did not travel as a number is not taken for none', () => {
    const [again] = cannedNoise.conditions;
    if (again === undefined) throw new Error('no condition');
    const [noise] = conditionsOf({ conditions: [{ ...again, differing: 1, largestLogitDifference: null }] });
    if (noise === undefined) throw new Error('no condition');
    expect(logitWords(noise)).toBe('not a number on one side');
    expect(noiseFinding([noise])).toContain('A plain repetition is not the same here');
  });
});
