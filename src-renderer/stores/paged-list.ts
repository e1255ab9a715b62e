/**
 * A list of the app of which only the pages that were looked at are here. Rows are addressed by their place, so that
 * a virtual list can jump to the end of a hundred thousand.
 */
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { CallInput, CallName, CallOutput } from '../../src-main/contract/calls/calls.ts';
import type { PageRequest } from '../../src-main/contract/calls/shapes.ts';
import type { Failure } from '../../src-main/contract/result.ts';
import type { Client } from '../client/client.ts';

/** The calls that answer with a page. */
export type PagedCallName = {
  [Name in CallName]: CallInput<Name> extends { readonly page: PageRequest }
    ? CallOutput<Name> extends { readonly rows: readonly unknown[]; readonly total: number }
      ? Name
      : never
    : never;
}[CallName];

export type PagedInput<Name extends PagedCallName> = Omit<CallInput<Name>, 'page'>;
export type PagedRow<Name extends PagedCallName> = CallOutput<Name>['rows'][number];

export interface PagedListState<Input, Row> {
  readonly input: Input | null;
  /** Null before the first answer. */
  readonly total: number | null;
  /** Page number -> its rows. */
  readonly pages: ReadonlyMap<number, readonly Row[]>;
  readonly error: Failure | null;
  readonly busy: boolean;
  /** The rows are of the input before; they go when the first page of this one is here. */
  readonly stale: boolean;
}

export interface PagedList<Input, Row> {
  readonly pageSize: number;
  readonly store: StoreApi<PagedListState<Input, Row>>;
  /**
   * Another filter: its first page is read, and what was there is dropped at once, or with `keep` when the new page is
   * there. Nothing when it is the same.
   */
  open(input: Input, keep?: 'keep'): Promise<void>;
  /** Sees to it that the rows from `from` up to `to` (exclusive) are here or on their way. */
  ensure(from: number, to: number): Promise<void>;
  /** Reads again what is here. It stays on the screen until the answer is there. */
  refresh(): Promise<void>;
  /** Changes the rows that are here, until the next reading says otherwise. */
  alter(change: (row: Row) => Row): void;
}

/** The row at a place, or undefined while its page is not here. */
export function rowAt<Row>(
  state: Pick<PagedListState<unknown, Row>, 'pages'>,
  pageSize: number,
  index: number,
): Row | undefined {
  return state.pages.get(Math.floor(index / pageSize))?.[index % pageSize];
}

/** All rows that are here, in order. */
export function loadedRows<Row>(state: Pick<PagedListState<unknown, Row>, 'pages'>): readonly Row[] {
  return [...state.pages].sort(([left], [right]) => left - right).flatMap(([, rows]) => rows);
}

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

export function createPagedList<Name extends PagedCallName>(
  client: Client,
  name: Name,
  pageSize: number,
): PagedList<PagedInput<Name>, PagedRow<Name>> {
  type Row = PagedRow<Name>;
  type State = PagedListState<PagedInput<Name>, Row>;
  const store = createStore<State>(() => ({
    input: null,
    total: null,
    pages: new Map(),
    error: null,
    busy: false,
    stale: false,
  }));
  let epoch = new AbortController();
  const flights = new Set<number>();

  async function loadPage(page: number, signal: AbortSignal, fresh: Map<number, readonly Row[]> | null) {
    const { input } = store.getState();
    if (input === null) return;
    flights.add(page);
    store.setState({ busy: true });
    const asked = { ...input, page: { offset: page * pageSize, limit: pageSize } } as CallInput<Name>;
    const answer = await client.call(name, asked, signal);
    if (signal.aborted) return;
    flights.delete(page);
    const busy = flights.size > 0;
    if (!answer.ok) {
      store.setState({ error: answer.error, busy });
      return;
    }
    const data = answer.data as { readonly rows: readonly Row[]; readonly total: number };
    if (fresh === null) {
      const { pages, stale } = store.getState();
      const base = stale ? new Map<number, readonly Row[]>() : new Map(pages);
      store.setState({
        pages: base.set(page, data.rows),
        total: data.total,
        error: null,
        busy,
        stale: false,
      });
    } else {
      fresh.set(page, data.rows);
      store.setState({ total: data.total, error: null, busy });
    }
  }

  function startEpoch(): AbortSignal {
    epoch.abort();
    epoch = new AbortController();
    flights.clear();
    return epoch.signal;
  }

  return {
    pageSize,
    store,
    open: async (input, keep) => {
      const before = store.getState();
      if (before.input !== null && same(before.input, input) && before.error === null) return;
      const signal = startEpoch();
      const kept = keep === 'keep' && before.total !== null;
      store.setState({ input, error: null, stale: kept, ...(kept ? {} : { pages: new Map(), total: null }) });
      await loadPage(0, signal, null);
    },
    ensure: async (from, to) => {
      const { pages, stale } = store.getState();
      if (stale) return;
      const first = Math.floor(from / pageSize);
      const last = Math.floor(Math.max(from, to - 1) / pageSize);
      const missing = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
        (page) => !pages.has(page) && !flights.has(page),
      );
      await Promise.all(missing.map((page) => loadPage(page, epoch.signal, null)));
    },
    refresh: async () => {
      const { pages, input } = store.getState();
      if (input === null) return;
      const signal = startEpoch();
      const fresh = new Map<number, readonly Row[]>();
      const wanted = pages.size === 0 ? [0] : [...pages.keys()];
      await Promise.all(wanted.map((page) => loadPage(page, signal, fresh)));
      if (signal.aborted || store.getState().error !== null) return;
      // Pages that were looked at while this was going on are as new.
      store.setState((state) => ({ pages: new Map([...state.pages, ...fresh]), stale: false }));
    },
    alter: (change) => {
      store.setState((state) => ({
        pages: new Map([...state.pages].map(([page, rows]) => [page, rows.map(change)])),
      }));
    },
  };
}
