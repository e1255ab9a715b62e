import { describe, expect, test } from 'vitest';
import { createResultsStore } from '../../../src-renderer/stores/results-store.ts';
import {
  cannedCosts,
  cannedLedger,
  cannedResults,
  cannedStrata,
} from '../../fixtures/canned/canned-results.ts';
import { cannedOverview } from '../../fixtures/canned/canned-runs.ts';
import { failure, success } from '../../../src-main/contract/result.ts';
import type { Asked } from './scripted-client.ts';
import { scriptedClient, settled } from './scripted-client.ts';

const finished = { comparison: 'support-desk', peek: false };

function answer({ name, input, answer: give }: Asked): void {
  const { candidate = '', peek = false } = input as { readonly candidate?: string; readonly peek?: boolean };
  switch (name) {
    case 'results.read_comparison':
      give(success(cannedResults('support-desk', peek)));
      break;
    case 'results.list_strata': {
      const rows = cannedStrata(candidate);
      give(success({ rows, total: rows.length, offset: 0 }));
      break;
    }
    case 'results.read_costs':
      give(success({ rows: cannedCosts }));
      break;
    case 'results.read_outcomes':
      give(success(cannedLedger));
      break;
    case 'runs.read_progress':
      give(success(cannedOverview('support-desk', 'finished', null, 0)));
      break;
    default:
      throw new Error(`${name} was not expected.`);
  }
}

/** A store whose questions are answered as they come, until `stop`. */
function opened() {
  const scripted = scriptedClient();
  const store = createResultsStore(scripted.client);
  let given = 0;
  const giveAll = async () => {
    for (;;) {
      const next = scripted.asked[given];
      if (next === undefined) break;
      given += 1;
      answer(next);
      await settled();
    }
  };
  return { ...scripted, store, giveAll, asks: () => scripted.asked.map(({ name }) => name) };
}

const changed = (comparison: string) =>
  ({ kind: 'store_changed', change: { of: 'results', comparison } }) as const;

describe('the results of a comparison', () => {
  test('the answer comes first, then the rest, and every candidate’s strata', async () => {
    const { store, asks, giveAll } = opened();
    const done = store.open(finished);
    expect(asks()).toEqual(['results.read_comparison']);
    await giveAll();
    await done;
    expect(asks().slice(1, 4)).toEqual(['results.read_costs', 'results.read_outcomes', 'runs.read_progress']);
    expect([...store.strata.store.getState().strata.keys()]).toEqual([
      'Q8_0',
      'Q5_K_M',
      'Q4_K_M',
      'Q3_K_M',
      'Q2_K',
    ]);
  });

  test('a run that has not ended is asked for nothing more', async () => {
    const { store, asks, last } = opened();
    const done = store.open({ comparison: 'invoices', peek: false });
    last().answer(failure('run_unfinished', 'Results come when the run ends.'));
    await done;
    expect(asks()).toEqual(['results.read_comparison']);
    expect(store.summary.store.getState().error?.code).toBe('run_unfinished');
  });

  test('opened again, nothing is asked again', async () => {
    const { store, asks, giveAll } = opened();
    const done = store.open(finished);
    await giveAll();
    await done;
    const before = asks().length;
    await store.open(finished);
    expect(asks()).toHaveLength(before);
  });

  test('a change of its results is read, one of others is not', async () => {
    const { store, asks, giveAll, tell } = opened();
    const done = store.open(finished);
    await giveAll();
    await done;
    const before = asks().length;
    tell(changed('another'));
    expect(asks()).toHaveLength(before);
    tell(changed('support-desk'));
    expect(asks().slice(before)).toEqual(['results.read_comparison']);
    await giveAll();
    await settled();
    expect(asks().slice(before)).toContain('results.list_strata');
  });

  test('a peek is not repeated unasked, for each is counted', async () => {
    const { store, asks, giveAll, tell } = opened();
    const done = store.open({ comparison: 'support-desk', peek: true });
    await giveAll();
    await done;
    const before = asks().length;
    tell(changed('support-desk'));
    expect(asks()).toHaveLength(before);
    expect(store.moved.getState().moved).toBe(true);
    const again = store.refresh();
    await giveAll();
    await again;
    expect(store.moved.getState().moved).toBe(false);
  });

  test('strata that come too late for their comparison are thrown away', async () => {
    const { store, asked, giveAll } = opened();
    const done = store.open(finished);
    await giveAll();
    await done;
    store.strata.open({ comparison: 'another', peek: false });
    const late = store.strata.ensure(['Q8_0']);
    const question = asked.at(-1);
    store.strata.open({ comparison: 'third', peek: false });
    question?.answer(success({ rows: cannedStrata('Q8_0'), total: 7, offset: 0 }));
    await late;
    expect(store.strata.store.getState().strata.size).toBe(0);
  });

  test('more strata than a page holds are read page by page', async () => {
    const { store, last, asked } = opened();
    const many = Array.from({ length: 3 }, (_, index) =>
      cannedStrata('Q8_0').map((row) => ({ ...row, stratum: `${row.stratum} ${index}` })),
    );
    store.strata.open(finished);
    const done = store.strata.ensure(['Q8_0']);
    for (const [index, rows] of many.entries()) {
      expect(last().input).toMatchObject({ page: { offset: index * 7, limit: 500 } });
      last().answer(success({ rows, total: 21, offset: index * 7 }));
      await settled();
    }
    await done;
    expect(asked).toHaveLength(3);
    expect(store.strata.store.getState().strata.get('Q8_0')).toHaveLength(21);
  });

  test('a difference is accepted for each run that it concerns, and a refusal is handed on', async () => {
    const { store, last, asks } = opened();
    const difference = cannedOverview('support-desk', 'finished', null, 0).differences[2];
    if (difference === undefined) throw new Error('The canned run has no third difference.');
    const accepting = store.accept('support-desk', difference);
    last().answer(success({ acceptedAt: '2026-11-28T15:51:00.000Z' }));
    await settled();
    last().answer(failure('store_in_use', 'Another process runs.'));
    expect(await accepting).toMatchObject({ code: 'store_in_use' });
    expect(asks()).toEqual(['runs.accept_setting', 'runs.accept_setting']);
  });
});
