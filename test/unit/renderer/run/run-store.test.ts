import { expect, test } from 'vitest';
import type { RunOverview } from '../../../../src-main/contract/calls/runs.ts';
import type { RunProgress } from '../../../../src-main/contract/progress.ts';
import { withRunProgress } from '../../../../src-renderer/stores/run-store.ts';

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
