/**
 * One answer of the app, kept and read again when it is out of date. What is shown stays while a newer answer is on
 * its way; an answer that was overtaken is thrown away.
 */
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { CallInput, CallName, CallOutput } from '../../src-main/contract/calls/calls.ts';
import type { Failure } from '../../src-main/contract/result.ts';
import type { Client } from '../client/client.ts';

export interface ResourceState<Input, Output> {
  /** Of the answer that is shown or awaited; null before the first `read`. */
  readonly input: Input | null;
  readonly data: Output | null;
  /** Why the last reading failed; `data` is then the one before, if there was one with the same input. */
  readonly error: Failure | null;
  readonly busy: boolean;
}

export interface Resource<Input, Output> {
  readonly store: StoreApi<ResourceState<Input, Output>>;
  /** Reads, unless the same input is shown or on its way already. */
  read(input: Input): Promise<void>;
  /** Reads the same input again. Nothing before the first `read`. */
  refresh(): Promise<void>;
  /**
   * Changes what is shown by a word that came in between. An answer that is on its way is awaited all the same and is
   * changed by it as well: nobody knows which of the two is newer.
   */
  alter(change: (data: Output) => Output): void;
  /** Takes an answer that came by another way, such as a call that changes it. */
  put(data: Output): void;
}

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

export function createResource<Name extends CallName>(
  client: Client,
  name: Name,
): Resource<CallInput<Name>, CallOutput<Name>> {
  type State = ResourceState<CallInput<Name>, CallOutput<Name>>;
  const store = createStore<State>(() => ({ input: null, data: null, error: null, busy: false }));
  let flight: AbortController | null = null;
  /** What was told since the answer that is on its way was asked for. */
  let told: ((data: CallOutput<Name>) => CallOutput<Name>)[] = [];

  async function load(input: CallInput<Name>): Promise<void> {
    flight?.abort();
    const own = new AbortController();
    flight = own;
    told = [];
    store.setState({ busy: true });
    const answer = await client.call(name, input, own.signal);
    if (own.signal.aborted) return;
    flight = null;
    if (answer.ok) {
      const data = told.reduce((newest, change) => change(newest), answer.data);
      store.setState({ data, error: null, busy: false });
    } else store.setState({ error: answer.error, busy: false });
  }

  return {
    store,
    read: async (input) => {
      const { input: before, data, busy } = store.getState();
      if (before !== null && same(before, input)) {
        if (busy || data !== null) return;
      } else {
        store.setState({ input, data: null, error: null });
      }
      await load(input);
    },
    refresh: async () => {
      const { input } = store.getState();
      if (input !== null) await load(input);
    },
    alter: (change) => {
      if (flight !== null) told.push(change);
      const { data } = store.getState();
      if (data !== null) store.setState({ data: change(data) });
    },
    put: (data) => {
      flight?.abort();
      flight = null;
      store.setState({ data, error: null, busy: false });
    },
  };
}
