import { describe, expect, test } from 'vitest';
import type { Draft } from '../../../../src-main/contract/calls/plans.ts';
import { failure, success } from '../../../../src-main/contract/result.ts';
import { createDraftStore } from '../../../../src-renderer/stores/draft-store.ts';
import { cannedFields, cannedPilot } from '../../../fixtures/canned/canned-plans.ts';
import { scriptedClient, settled } from '../scripted-client.ts';

const draftAt = (revision: number, decision = cannedFields.decision): Draft => ({
  draft: 'calls',
  revision,
  savedAt: '2026-11-29T14:00:00.000Z',
  fields: { ...cannedFields, decision },
  judgeItems: 0,
  planJudge: null,
  problems: [],
});

/** The draft `calls` at revision 4, with its pilot; nothing else was asked for. */
async function opened() {
  const scripted = scriptedClient();
  const store = createDraftStore(scripted.client);
  void store.draft.read({ draft: 'calls' });
  scripted.last().answer(success(draftAt(4)));
  void store.pilot.read({ draft: 'calls' });
  scripted.last().answer(success(cannedPilot));
  await settled();
  const asksAfter = (from: number) => scripted.asked.slice(from).map(({ name }) => name);
  const changes = () => scripted.asked.filter(({ name }) => name === 'plans.change_draft');
  return { ...scripted, store, asksAfter, changes };
}

describe('the changes of a draft', () => {
  test('go one after the other, each with the revision that the one before made', async () => {
    const { store, changes } = await opened();
    const first = store.change({ decision: 'one' });
    const second = store.change({ samples: 3 });
    await settled();
    expect(changes().map(({ input }) => input)).toEqual([
      { draft: 'calls', revision: 4, change: { decision: 'one' } },
    ]);
    changes()[0]?.answer(success(draftAt(5, 'one')));
    expect(await first).toMatchObject({ ok: true, data: { revision: 5 } });
    await settled();
    expect(changes()[1]?.input).toEqual({ draft: 'calls', revision: 5, change: { samples: 3 } });
    changes()[1]?.answer(success(draftAt(6, 'one')));
    await second;
    expect(store.draft.store.getState().data?.revision).toBe(6);
  });

  test('are read again where another tab was quicker, and the next one goes on from there', async () => {
    const { store, changes, last, asksAfter, asked } = await opened();
    const refused = store.change({ decision: 'mine' });
    await settled();
    const before = asked.length;
    changes()[0]?.answer(failure('draft_stale', 'The draft was changed elsewhere.'));
    await settled();
    expect(asksAfter(before)).toEqual(['plans.read_draft']);
    const next = store.change({ decision: 'mine again' });
    last().answer(success(draftAt(9, 'theirs')));
    expect(await refused).toMatchObject({ ok: false, error: { code: 'draft_stale' } });
    await settled();
    expect(changes()[1]?.input).toMatchObject({ revision: 9, change: { decision: 'mine again' } });
    changes()[1]?.answer(success(draftAt(10, 'mine again')));
    await next;
    expect(store.draft.store.getState().data?.fields.decision).toBe('mine again');
  });

  test('that fail otherwise leave the draft as it is shown, and do not stop those behind them', async () => {
    const { store, changes, asksAfter, asked } = await opened();
    const before = asked.length;
    const failed = store.change({ samples: 2 });
    const next = store.change({ samples: 3 });
    await settled();
    changes()[0]?.answer(failure('store_full', 'There is no room.'));
    expect(await failed).toMatchObject({ ok: false });
    await settled();
    expect(asksAfter(before)).not.toContain('plans.read_draft');
    expect(changes()[1]?.input).toMatchObject({ revision: 4, change: { samples: 3 } });
    changes()[1]?.answer(success(draftAt(5)));
    expect(await next).toMatchObject({ ok: true });
  });

  test('have what follows from the draft read again', async () => {
    const { store, changes, asksAfter, asked } = await opened();
    void store.change({ samples: 2 });
    await settled();
    const before = asked.length;
    changes()[0]?.answer(success(draftAt(5)));
    await settled();
    // The sizing and the checks were never looked at: nobody needs them.
    expect(asksAfter(before)).toEqual(['plans.read_pilot']);
  });
});

describe('what is told of a draft', () => {
  test('a pilot moves, and is read at its end', async () => {
    const { store, tell, asksAfter, asked } = await opened();
    const before = asked.length;
    tell({ kind: 'pilot', draft: 'calls', done: 3, total: 24 });
    expect(store.pilot.store.getState().data).toMatchObject({ state: 'running', done: 3, items: 24 });
    tell({ kind: 'pilot', draft: 'another', done: 24, total: 24 });
    expect(store.pilot.store.getState().data?.done).toBe(3);
    expect(asksAfter(before)).toEqual([]);
    tell({ kind: 'pilot', draft: 'calls', done: 24, total: 24 });
    expect(asksAfter(before)).toEqual(['plans.read_pilot']);
  });

  test('a change from elsewhere is read, one of another draft is not', async () => {
    const { tell, asksAfter, asked } = await opened();
    const before = asked.length;
    tell({ kind: 'store_changed', change: { of: 'plan', draft: 'another' } });
    expect(asksAfter(before)).toEqual([]);
    tell({ kind: 'store_changed', change: { of: 'plan', draft: 'calls' } });
    expect(asksAfter(before)).toEqual(['plans.read_draft', 'plans.read_pilot']);
  });

  test('after missed events everything is read; after the end nothing is heard', async () => {
    const { store, tell, miss, asksAfter, asked } = await opened();
    const before = asked.length;
    miss();
    expect(asksAfter(before)).toEqual(['plans.read_draft', 'plans.read_pilot']);
    store.close();
    miss();
    tell({ kind: 'store_changed', change: { of: 'plan', draft: 'calls' } });
    expect(asked).toHaveLength(before + 2);
  });
});

describe('a pilot that is asked for', () => {
  test('is shown as it starts, and a refusal is handed on', async () => {
    const { store, last } = await opened();
    const started = store.startPilot('calls', 48);
    expect(last()).toMatchObject({ name: 'plans.start_pilot', input: { draft: 'calls', items: 48 } });
    last().answer(success({ ...cannedPilot, state: 'running', done: 0, items: 48 }));
    expect(await started).toBeNull();
    expect(store.pilot.store.getState().data).toMatchObject({ state: 'running', items: 48 });
    const again = store.startPilot('calls', 48);
    last().answer(failure('run_busy', 'Another plan runs.'));
    expect(await again).toMatchObject({ code: 'run_busy' });
    expect(store.pilot.store.getState().data?.state).toBe('running');
  });
});

describe('registering and running', () => {
  const registered = success({
    comparison: 'f00d',
    hash: 'f00d',
    registeredAt: '2026-11-29T14:00:00.000Z',
  });

  test('waits for the changes on their way, and names the last revision', async () => {
    const { store, changes, last } = await opened();
    void store.change({ samples: 2 });
    const going = store.registerAndRun();
    await settled();
    expect(last().name).toBe('plans.change_draft');
    changes()[0]?.answer(success(draftAt(5)));
    await settled();
    expect(last()).toMatchObject({ name: 'plans.register_plan', input: { draft: 'calls', revision: 5 } });
    last().answer(registered);
    await settled();
    expect(last()).toMatchObject({ name: 'runs.start_run', input: { comparison: 'f00d' } });
    last().answer(success({}));
    expect(await going).toEqual(success('f00d'));
  });

  test('a plan that has to wait for another run is there all the same', async () => {
    const { store, last } = await opened();
    const going = store.registerAndRun();
    await settled();
    last().answer(registered);
    await settled();
    last().answer(failure('run_busy', 'Another plan runs.'));
    expect(await going).toEqual(success('f00d'));
  });

  test('a plan that is refused is not started; a start that fails is told', async () => {
    const { store, last, asked, asksAfter } = await opened();
    const before = asked.length;
    const refused = store.registerAndRun();
    await settled();
    last().answer(failure('draft_stale', 'The draft was changed elsewhere.'));
    expect(await refused).toMatchObject({ ok: false, error: { code: 'draft_stale' } });
    expect(asksAfter(before)).toEqual(['plans.register_plan']);
    const failed = store.registerAndRun();
    await settled();
    last().answer(registered);
    await settled();
    last().answer(failure('store_in_use', 'Another process has the data folder.'));
    expect(await failed).toMatchObject({ ok: false, error: { code: 'store_in_use' } });
  });
});
