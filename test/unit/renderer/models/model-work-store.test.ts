import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Noise, Quantising } from '../../../../src-main/contract/calls/model-work.ts';
import { failure, success } from '../../../../src-main/contract/result.ts';
import { createModelWorkStore } from '../../../../src-renderer/stores/model-work-store.ts';
import { scriptedClient } from '../scripted-client.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const lot = (state: Quantising['state']): { quantising: Quantising } => ({
  quantising: { state, startedAt: '', folder: '/m', pure: false, versions: [], problem: null },
});
const noNoise: Noise = { measuring: null, report: null };
const input = { model: 'one', types: ['Q8_0'], pure: false, folder: null, replace: false } as const;

async function looking() {
  const scripted = scriptedClient();
  const store = createModelWorkStore(scripted.client);
  const look = store.look('one');
  const [quantising, noise] = scripted.asked;
  quantising?.answer(success({ quantising: null }));
  noise?.answer(success(noNoise));
  await look;
  return { ...scripted, store };
}

describe('work on a model', () => {
  test('is looked at again while it goes on, and no more when it has ended', async () => {
    const { store, asked, last } = await looking();
    const started = store.quantise(input);
    expect(store.quantising.getState().busy).toBe(true);
    last().answer(success(lot('running')));
    await started;
    await vi.advanceTimersByTimeAsync(300);
    expect(last().name).toBe('quantising.read_work');
    last().answer(success(lot('finished')));
    await vi.advanceTimersByTimeAsync(0);
    const questions = asked.length;
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(questions);
    expect(store.quantising.getState().work).toEqual(lot('finished'));
  });

  test('reads the list of versions anew when versions were made', async () => {
    const { store, last } = await looking();
    const listing = store.versions.read({ model: 'one', pure: false });
    last().answer(success({ folder: '/m', versions: [] }));
    await listing;
    const started = store.quantise(input);
    last().answer(success(lot('running')));
    await started;
    await vi.advanceTimersByTimeAsync(300);
    last().answer(success(lot('stopped')));
    await vi.advanceTimersByTimeAsync(0);
    expect(last().name).toBe('quantising.list_versions');
  });

  test('says why it could not be started, and keeps what was there', async () => {
    const { store, last } = await looking();
    const started = store.measureNoise({
      ...{ model: 'one', prompts: 16, tokens: 48, context: 1024, flashAttention: null, set: null },
    });
    last().answer(failure('run_busy', '“Ship Q4_K_M” is running.'));
    await started;
    expect(store.noise.getState()).toMatchObject({
      work: noNoise,
      error: { code: 'run_busy' },
      busy: false,
    });
  });

  test('is read after it was stopped', async () => {
    const { store, last } = await looking();
    const stopping = store.stopNoise();
    expect(last()).toMatchObject({ name: 'noise.stop_noise', input: { model: 'one' } });
    last().answer(success({}));
    await vi.advanceTimersByTimeAsync(0);
    last().answer(success({ ...noNoise, measuring: { state: 'stopped', startedAt: '', conditions: [] } }));
    await stopping;
    expect(store.noise.getState()).toMatchObject({ work: { measuring: { state: 'stopped' } }, busy: false });
  });

  test('of a model that is looked at no more does not come back with a late answer', async () => {
    const { store, asked } = await looking();
    const late = store.look('one');
    const [, , quantising, noise] = asked;
    store.leave();
    quantising?.answer(success(lot('running')));
    noise?.answer(success(noNoise));
    await late;
    expect(store.quantising.getState()).toEqual({ subject: null, work: null, error: null, busy: false });
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(4);
  });
});
