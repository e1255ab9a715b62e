import { describe, expect, test, vi } from 'vitest';
import type { Contamination } from '../../../../src-main/contract/calls/contamination.ts';
import { failure, success } from '../../../../src-main/contract/result.ts';
import {
  besideWords,
  canaryWords,
  foundWords,
  heldOutWords,
  textPlace,
  unreadWords,
} from '../../../../src-renderer/screens/item-sets/contamination-words.ts';
import { createContaminationStore } from '../../../../src-renderer/stores/contamination-store.ts';
import { scriptedClient, settled } from '../scripted-client.ts';

const search = (change: Partial<Contamination> = {}): Contamination => ({
  search: 's1',
  set: { name: 'desk', version: 2 },
  state: 'running',
  startedAt: '2026-11-29T14:00:00.000Z',
  paths: ['/texts'],
  runWords: 13,
  threshold: 0.5,
  files: { done: 0, total: 0 },
  checked: 0,
  tooShort: 0,
  overlapping: 0,
  contaminated: 0,
  share: null,
  heldOut: 9,
  canary: 'Canary 1',
  canaries: [],
  unread: [],
  problem: null,
  ...change,
});

const input = { set: { name: 'desk', version: 2 }, paths: ['/texts'], runWords: 13, threshold: 0.5 };

describe('a search for contamination', () => {
  test('is looked at again while it runs, and no longer once it has ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { client, last, asked } = scriptedClient();
      const store = createContaminationStore(client);
      void store.start(input);
      expect(store.store.getState().starting).toBe(true);
      last().answer(success(search()));
      await settled();
      expect(asked).toHaveLength(1);
      vi.runOnlyPendingTimers();
      expect(last()).toMatchObject({ name: 'items.read_contamination', input: { search: 's1' } });
      last().answer(success(search({ files: { done: 3, total: 5 } })));
      await settled();
      expect(store.store.getState().search?.files.done).toBe(3);
      vi.runOnlyPendingTimers();
      last().answer(success(search({ state: 'finished' })));
      await settled();
      vi.runOnlyPendingTimers();
      expect(asked).toHaveLength(3);
      expect(store.store.getState()).toMatchObject({ search: { state: 'finished' }, error: null });
    } finally {
      vi.useRealTimers();
    }
  });

  test('that is stopped says so, and one that cannot begin says why', async () => {
    const { client, last } = scriptedClient();
    const store = createContaminationStore(client);
    void store.start(input);
    last().answer(failure('items_none', 'Every item of desk@2 is held out.'));
    await settled();
    expect(store.store.getState()).toMatchObject({ search: null, error: { code: 'items_none' } });
    void store.start(input);
    last().answer(success(search()));
    await settled();
    void store.stop();
    expect(last()).toMatchObject({ name: 'items.stop_contamination', input: { search: 's1' } });
    last().answer(success({}));
    await settled();
    last().answer(success(search({ state: 'stopped' })));
    await settled();
    expect(store.store.getState().search?.state).toBe('stopped');
  });
});

describe('what was found, in words', () => {
  const found = search({
    state: 'finished',
    checked: 200,
    contaminated: 3,
    share: 0.015,
    overlapping: 1,
    tooShort: 4,
    files: { done: 1, total: 1 },
  });

  test('has counts, the share, and what it is a share of', () => {
    expect(foundWords(found)).toBe(
      '3 of 200 dev items (1.5 %) have more than 50.0 % of their words in runs of 13 words that stand in the texts.',
    );
    expect(besideWords(found)).toBe(
      '1 has any such run. 4 have fewer than 13 words and cannot be found this way. 1 file was read.',
    );
    expect(foundWords(search())).toContain('none can be looked for');
    expect(heldOutWords(0)).toBe('');
    expect(heldOutWords(9)).toContain('The 9 held-out items are not looked for here');
  });

  test('names places, canaries and what could not be read', () => {
    expect(textPlace({ file: 'a.txt', line: 1042, row: null })).toBe('a.txt, line 1,042');
    expect(textPlace({ file: 'a.parquet', line: null, row: 7 })).toBe('a.parquet, row 7');
    expect(canaryWords(found)).toContain('none');
    expect(canaryWords(search({ canaries: [{ file: 'a', line: 1, row: null }] }))).toContain('has seen');
    expect([unreadWords(1), unreadWords(3), unreadWords(100)]).toEqual([
      'One file or record could not be read',
      '3 files or records could not be read',
      'The first 100 files or records could not be read',
    ]);
  });
});
