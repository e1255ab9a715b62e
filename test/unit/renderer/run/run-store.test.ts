import { afterEach, describe, expect, test, vi } from 'vitest';
import type { RunOverview } from '../../../../src-main/contract/calls/runs.ts';
import type { RunProgress } from '../../../../src-main/contract/progress.ts';
import { success } from '../../../../src-main/contract/result.ts';
import { createRunStore, withRunProgress } from '../../../../src-renderer/stores/run-store.ts';
import { cannedLatest, cannedTracks } from '../../../fixtures/canned/canned-runs.ts';
import { scriptedClient, settled } from '../scripted-client.ts';

const row = (candidate: string, replicate: number, done: number): RunOverview['runs'][number] => ({
  key: { candidate, replicate },
  isBaseline: candidate === 'bf16',
  state: 'waiting',
  done,
  total: 100,
  itemsPerSecond: null,
  tokensPerSecond: null,
  secondsLeft: 9,
  memory: 5e6,
  unparsed: 1,
  truncated: 0,
  overlong: 0,
  failed: 0,
  error: null,
});

const overview: RunOverview = {
  comparison: 'c',
  revision: 3,
  state: 'running',
  done: 30,
  total: 300,
  secondsLeft: 99,
  startedAt: null,
  finishedAt: null,
  loading: { key: { candidate: 'bf16', replicate: 1 }, since: '2026-01-01T00:00:00.000Z' },
  runs: [row('bf16', 1, 10), row('bf16', 2, 10), row('q2_k', 1, 10)],
  judging: null,
  differences: [],
  notices: [],
};

const progress = (candidate: string, replicate: number, done: number, speed: number | null): RunProgress => ({
  key: { candidate, replicate },
  state: 'running',
  done,
  total: 100,
  itemsPerSecond: speed,
  tokensPerSecond: speed,
});

test('what the judge has read moves its own line, and the time that is left', () => {
  const moved = withRunProgress(overview, {
    kind: 'judging',
    done: 4,
    total: 12,
    secondsLeft: 8,
    loading: false,
  });
  expect(moved.judging).toEqual({
    state: 'running',
    done: 4,
    total: 12,
    secondsLeft: 8,
    loading: false,
    error: null,
  });
  expect(moved).toMatchObject({ secondsLeft: 8, done: 30 });
});

test('a newer word moves the rows that it is about, and the sum', () => {
  const next = withRunProgress(overview, {
    kind: 'progress',
    runs: [progress('bf16', 2, 50, 10)],
    secondsLeft: 12,
  });
  expect(next.runs.map(({ done }) => done)).toEqual([10, 50, 10]);
  expect(next.runs[1]).toMatchObject({ state: 'running', secondsLeft: 5, unparsed: 1, memory: 5e6 });
  expect(next).toMatchObject({ done: 70, total: 300, secondsLeft: 12 });
});

test('without a speed the time left stays what it was', () => {
  const next = withRunProgress(overview, {
    kind: 'progress',
    runs: [progress('q2_k', 1, 11, null)],
    secondsLeft: null,
  });
  expect(next.runs[2]).toMatchObject({ done: 11, secondsLeft: 9 });
});

test('a candidate that is loaded is no longer loading; other words change nothing', () => {
  const key = { candidate: 'bf16', replicate: 1 };
  expect(withRunProgress(overview, { kind: 'loaded', key, seconds: 1, differing: [] }).loading).toBeNull();
  expect(withRunProgress(overview, { kind: 'notice', text: 'x' })).toBe(overview);
});

const everything = ['runs.read_progress', 'runs.read_tracks', 'runs.list_latest_outputs'];

/** The run of comparison `c`, all of it shown, with the clock in the test's hand. */
async function opened() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const scripted = scriptedClient();
  const store = createRunStore(scripted.client);
  void store.overview.read({ comparison: 'c' });
  scripted.last().answer(success(overview));
  void store.tracks.read({ comparison: 'c' });
  scripted.last().answer(success(cannedTracks()));
  void store.latest.read({ comparison: 'c', limit: 10 });
  scripted.last().answer(success({ rows: cannedLatest }));
  await settled();
  const before = scripted.asked.length;
  /** Everything that was asked since is answered, as it was. */
  const answers = async (): Promise<void> => {
    for (const { name, answer } of scripted.asked.slice(before)) {
      if (name === 'runs.read_progress') answer(success(overview));
      else answer(success(name === 'runs.read_tracks' ? cannedTracks() : { rows: cannedLatest }));
    }
    await settled();
  };
  const asksSince = () => scripted.asked.slice(before).map(({ name }) => name);
  return { ...scripted, store, answers, asksSince };
}

const told = (comparison: string, done: number) => ({
  kind: 'progress' as const,
  comparison,
  event: { kind: 'progress' as const, runs: [progress('bf16', 2, done, 10)], secondsLeft: 12 },
});

describe('what is told of a run', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('progress is shown at once, and the rest is read a little later, once for many words', async () => {
    const { store, tell, answers, asksSince } = await opened();
    tell(told('c', 20), told('c', 30));
    tell(told('c', 40));
    expect(store.overview.store.getState().data?.runs[1]?.done).toBe(40);
    expect(asksSince()).toEqual([]);
    vi.runAllTimers();
    expect(asksSince()).toEqual(everything);
    await answers();
    tell(told('c', 50));
    vi.runAllTimers();
    expect(asksSince()).toEqual([...everything, ...everything]);
  });

  test('a slow answer comes however much is told meanwhile, and what was told is read after it', async () => {
    const { store, tell, asked, answers, asksSince } = await opened();
    tell(told('c', 20));
    vi.runOnlyPendingTimers();
    for (const done of [30, 40, 50]) {
      tell(told('c', done));
      vi.runOnlyPendingTimers();
    }
    expect(asksSince()).toEqual(everything);
    expect(asked.filter(({ signal }) => signal?.aborted)).toEqual([]);
    const slow = asked.findLast(({ name }) => name === 'runs.list_latest_outputs');
    slow?.answer(success({ rows: [] }));
    await settled();
    expect(store.latest.store.getState().data).toEqual({ rows: [] });
    vi.runOnlyPendingTimers();
    expect(asksSince()).toEqual([...everything, 'runs.list_latest_outputs']);
    await answers();
    vi.runAllTimers();
    expect(asksSince().toSorted()).toEqual([...everything, ...everything].toSorted());
    await answers();
    vi.runAllTimers();
    expect(asksSince()).toHaveLength(2 * everything.length);
  });

  test('what waits for a slow answer is not read after the end', async () => {
    const { store, tell, answers, asksSince } = await opened();
    tell(told('c', 20));
    vi.runOnlyPendingTimers();
    tell(told('c', 30));
    store.close();
    await answers();
    vi.runAllTimers();
    expect(asksSince()).toEqual(everything);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a change of its comparison overtakes a slow answer', async () => {
    const { tell, asked, asksSince } = await opened();
    tell(told('c', 20));
    vi.runOnlyPendingTimers();
    tell({ kind: 'store_changed', change: { of: 'comparisons', comparison: 'c' } });
    expect(asksSince()).toEqual([...everything, ...everything]);
    expect(asked.filter(({ signal }) => signal?.aborted).map(({ name }) => name)).toEqual(everything);
  });

  test('an answer that was on its way is taken however much is told meanwhile, and nothing goes back by it', async () => {
    const { store, tell, last } = await opened();
    void store.overview.refresh();
    const late = last();
    tell(told('c', 60));
    tell(told('c', 70));
    late.answer(success({ ...overview, notices: [{ at: '2026-01-01T00:00:00.000Z', text: 'x' }] }));
    await settled();
    const { data, busy } = store.overview.store.getState();
    expect(data?.runs[1]?.done).toBe(70);
    expect(data?.notices).toHaveLength(1);
    expect(busy).toBe(false);
  });

  test('a run that went on is seen to run although it tells of itself before that is read', async () => {
    const { store, tell, asked, last } = await opened();
    void store.overview.refresh();
    last().answer(success({ ...overview, state: 'paused' }));
    await settled();
    tell({ kind: 'store_changed', change: { of: 'comparisons', comparison: 'c' } });
    const reading = asked.findLast(({ name }) => name === 'runs.read_progress');
    tell(told('c', 15));
    expect(store.overview.store.getState().data).toMatchObject({ state: 'paused', done: 30 });
    reading?.answer(success(overview));
    tell(told('c', 20));
    await settled();
    expect(store.overview.store.getState().data).toMatchObject({ state: 'running', done: 40 });
  });

  test('a word from before a pause does not move what is read after it', async () => {
    const { store, tell, last } = await opened();
    void store.overview.refresh();
    const paused = { ...overview, state: 'paused', done: 31 } as const;
    tell(told('c', 90));
    last().answer(success(paused));
    await settled();
    tell(told('c', 90));
    expect(store.overview.store.getState().data).toEqual(paused);
  });

  test('progress of another run is passed over', async () => {
    const { store, tell, asksSince } = await opened();
    tell(told('another', 90));
    vi.runAllTimers();
    expect(store.overview.store.getState().data).toEqual(overview);
    expect(asksSince()).toEqual([]);
  });

  test('a change of its comparison is read at once, one of another is not', async () => {
    const { tell, asksSince } = await opened();
    tell({ kind: 'store_changed', change: { of: 'comparisons', comparison: 'another' } });
    tell({ kind: 'store_changed', change: { of: 'labels', comparison: 'c' } });
    expect(asksSince()).toEqual([]);
    tell({ kind: 'store_changed', change: { of: 'comparisons', comparison: 'c' } });
    expect(asksSince()).toEqual(everything);
  });

  test('after missed events everything is read; after the end nothing is heard', async () => {
    const { store, tell, miss, asksSince } = await opened();
    miss();
    expect(asksSince()).toEqual(everything);
    store.close();
    miss();
    tell(told('c', 70));
    vi.runAllTimers();
    expect(asksSince()).toEqual(everything);
  });
});
