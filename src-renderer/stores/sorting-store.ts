/** Sorting items into strata one by one: where the person is, what was given, and the way back. */
import { createStore } from 'zustand/vanilla';
import type { Sortable, SortedItem, Sorting } from '../../src-main/contract/calls/strata.ts';
import type { Failure } from '../../src-main/contract/result.ts';
import type { Client } from '../client/client.ts';
import { createPagedList, rowAt } from './paged-list.ts';

/** What a person gives an item; null: nothing. */
export type Given = SortedItem['given'];

interface SortingState {
  readonly sorting: Sorting | null;
  /** Place of the item that is shown. */
  readonly at: number;
  /** In the order of their keys, which stays: a key must not change its meaning while items are sorted. */
  readonly strata: readonly string[];
  readonly bands: readonly string[];
  /** Steps that can be taken back. */
  readonly undoable: number;
  readonly error: Failure | null;
}

interface Step {
  readonly at: number;
  readonly item: string;
  readonly before: Given;
}

export function createSortingStore(client: Client, what: Sortable) {
  const list = createPagedList(client, 'strata.list_items', 50);
  const store = createStore<SortingState>(() => ({
    sorting: null,
    at: 0,
    strata: [],
    bands: [],
    undoable: 0,
    error: null,
  }));
  const steps: Step[] = [];
  let queue: Promise<unknown> = Promise.resolve();

  const rowOf = (at: number): SortedItem | undefined => rowAt(list.store.getState(), list.pageSize, at);

  function take(sorting: Sorting): void {
    store.setState(({ strata, bands }) => ({
      sorting,
      strata: [...new Set([...strata, ...sorting.strata.map(({ stratum }) => stratum)])],
      bands: [...new Set([...bands, ...sorting.bands.map(({ band }) => band)])],
      error: null,
    }));
  }

  function go(at: number): void {
    const total = store.getState().sorting?.items ?? 0;
    const place = Math.max(0, Math.min(total - 1, at));
    store.setState({ at: place });
    void list.ensure(place, place + 1);
  }

  /** Shown at once, as it will be; the app's answer has the counts. */
  function write(item: string, given: Given): Promise<void> {
    list.alter((row) =>
      row.item === item
        ? { ...row, given, stratum: given.stratum ?? row.stratum, band: given.band ?? row.band }
        : row,
    );
    const sent = queue.then(async () => {
      const answer = await client.call('strata.give_stratum', { what, item, ...given });
      if (answer.ok) take(answer.data);
      else {
        store.setState({ error: answer.error });
        await list.refresh();
      }
    });
    queue = sent;
    return sent;
  }

  async function give(change: Partial<Given>): Promise<void> {
    const { at } = store.getState();
    const row = rowOf(at);
    if (row === undefined) return;
    steps.push({ at, item: row.item, before: row.given });
    store.setState({ undoable: steps.length });
    await write(row.item, { ...row.given, ...change });
    // What the item has where nothing is given, only the app knows.
    if (change.stratum === null || change.band === null) await list.refresh();
  }

  return {
    store,
    list,
    go,
    give,
    rowOf,
    open: async (): Promise<void> => {
      const answer = await client.call('strata.read_sorting', { what });
      if (!answer.ok) {
        store.setState({ error: answer.error });
        return;
      }
      take(answer.data);
      await list.open({ what });
      // Whoever comes back goes on where nothing is given yet.
      const { pages } = list.store.getState();
      const first = [...pages.values()].flat().findIndex(({ given }) => given.stratum === null);
      if (first > 0) go(first);
    },
    /** A stratum or band that is not in the list yet gets the next number. */
    addStratum: (stratum: string): void => {
      store.setState(({ strata }) => ({ strata: [...new Set([...strata, stratum])] }));
    },
    addBand: (band: string): void => {
      store.setState(({ bands }) => ({ bands: [...new Set([...bands, band])] }));
    },
    /** Takes the last step back and shows its item. */
    undo: async (): Promise<void> => {
      const step = steps.pop();
      if (step === undefined) return;
      store.setState({ undoable: steps.length });
      go(step.at);
      await write(step.item, step.before);
      await list.refresh();
    },
    /** Of an import that is being prepared. */
    takeStep: async (importing: string) => {
      await queue;
      return client.call('strata.take_step', { importing });
    },
    freezeNext: async (set: { readonly name: string; readonly version: number }) => {
      await queue;
      return client.call('strata.freeze_next', { set });
    },
  };
}

export type SortingStore = ReturnType<typeof createSortingStore>;
