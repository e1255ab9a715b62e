import { describe, expect, test } from 'vitest';
import { success } from '../../../src-main/contract/result.ts';
import { createComparisonStore, withProgress } from '../../../src-renderer/stores/comparison-store.ts';
import { loadedRows } from '../../../src-renderer/stores/paged-list.ts';
import { cannedComparisons } from '../../fixtures/canned/canned-comparisons.ts';
import { scriptedClient, settled } from './scripted-client.ts';

const run = (candidate: string, replicate: number, done: number) => ({
  key: { candidate, replicate },
  state: 'running' as const,
  done,
  total: 1200,
  itemsPerSecond: null,
  tokensPerSecond: null,
});
const progress = {
  kind: 'progress' as const,
  secondsLeft: 60,
  runs: [run('BF16', 1, 700), run('BF16', 2, 500), run('Q5_K_M', 1, 9)],
};

async function opened() {
  const scripted = scriptedClient();
  const comparisons = createComparisonStore(scripted.client);
  void comparisons.list.open({});
  scripted.last().answer(success({ rows: cannedComparisons, total: cannedComparisons.length, offset: 0 }));
  await settled();
  return { ...scripted, comparisons };
}

describe('the comparisons', () => {
  test('take progress into their own row only, replicates added up', async () => {
    const { comparisons, tell } = await opened();
    tell({ kind: 'progress', comparison: 'invoices', event: progress });
    const rows = loadedRows(comparisons.list.store.getState());
    const [first, ...rest] = rows;
    expect(first).toMatchObject({
      secondsLeft: 60,
      candidates: [
        { candidate: 'BF16', progress: { done: 1200, total: 2400 } },
        { candidate: 'Q5_K_M', progress: { done: 9, total: 1200 } },
        { candidate: 'IQ4_XS', progress: { done: 744, total: 1200 } },
      ],
    });
    expect(rest).toEqual(cannedComparisons.slice(1));
  });

  test('pass over events that are no progress', () => {
    const [row] = cannedComparisons;
    if (row === undefined) throw new Error('There are canned comparisons.');
    expect(withProgress(row, row.id, { kind: 'notice', text: 'Resumed.' })).toBe(row);
    expect(withProgress(row, 'another', progress)).toBe(row);
  });

  test('are read again when they changed, once however many events say so', async () => {
    const { asked, tell } = await opened();
    const change = {
      kind: 'store_changed' as const,
      change: { of: 'comparisons' as const, comparison: 'demo' },
    };
    tell(change, change, { kind: 'store_changed', change: { of: 'plan', draft: 'calls' } });
    expect(asked.slice(1).map(({ name }) => name)).toEqual(['comparisons.list_comparisons']);
    tell({ kind: 'store_changed', change: { of: 'labels', comparison: 'demo' } });
    expect(asked).toHaveLength(2);
  });

  test('are read again after events may have been missed', async () => {
    const { asked, miss } = await opened();
    miss();
    expect(asked.slice(1).map(({ name }) => name)).toEqual(['comparisons.list_comparisons']);
  });
});
