/** One import while it is prepared: its steps, and what the step that is being looked at would do. */
import { createStore } from 'zustand/vanilla';
import type { CallInput } from '../../src-main/contract/calls/calls.ts';
import type { Preparation } from '../../src-main/contract/calls/preparing.ts';
import type { GroupDecision, StepName, StepSettings } from '../../src-main/contract/preparation.ts';
import type { Failure, Result } from '../../src-main/contract/result.ts';
import type { Client } from '../client/client.ts';
import { createPagedList } from './paged-list.ts';
import type { PagedCallName, PagedInput, PagedList, PagedRow } from './paged-list.ts';
import { createResource } from './resource.ts';

export interface PreparingState {
  /** Null before the file was read. */
  readonly preparation: Preparation | null;
  /** What goes on: the file is read, a step is worked out, or one is taken or undone. */
  readonly busy: 'reading' | 'looking' | 'changing' | null;
  readonly error: Failure | null;
  /** Of the step that is looked at; settings that differ from it need another look. */
  readonly lookedAt: StepSettings | null;
}

/** What the question about the margin goes by, besides the items. */
export type MarginQuestion = Omit<CallInput<'preparing.list_strata'>, 'importing' | 'page' | 'looked'>;

const nothing: PreparingState = { preparation: null, busy: null, error: null, lookedAt: null };

const hitsInPage = 20;
const groupsInPage = 50;
const strataInPage = 200;

/** Reads a list anew, also where the question is the same and only what lies behind it changed. */
async function readAnew<Name extends PagedCallName>(
  list: PagedList<PagedInput<Name>, PagedRow<Name>>,
  input: PagedInput<Name>,
): Promise<void> {
  const { input: before } = list.store.getState();
  if (JSON.stringify(before) === JSON.stringify(input)) await list.refresh();
  else await list.open(input);
}

export function createPreparingStore(client: Client, importing: string) {
  const store = createStore<PreparingState>(() => nothing);
  const hits = createPagedList(client, 'preparing.list_hits', hitsInPage);
  const groups = createPagedList(client, 'preparing.list_groups', groupsInPage);
  const strata = createPagedList(client, 'preparing.list_strata', strataInPage);
  const histogram = createResource(client, 'preparing.read_histogram');
  let flight = new AbortController();
  let question: MarginQuestion | null = null;
  let skipping = false;

  function take(busy: PreparingState['busy']): AbortSignal {
    flight.abort();
    flight = new AbortController();
    store.setState({ busy, error: null });
    return flight.signal;
  }

  /** False where it failed, or something else was asked for meanwhile. */
  function put(signal: AbortSignal, answer: Result<Preparation>, lookedAt: StepSettings | null): boolean {
    if (signal.aborted) return false;
    if (!answer.ok) {
      store.setState({ busy: null, error: answer.error });
      return false;
    }
    store.setState({ busy: null, error: null, preparation: answer.data, lookedAt });
    return true;
  }

  async function readStrata(): Promise<void> {
    if (question === null) return;
    const looked = store.getState().lookedAt !== null;
    await readAnew<'preparing.list_strata'>(strata, { importing, ...question, looked });
  }

  async function readEffect(step: StepName): Promise<void> {
    if (step === 'scrub') await readAnew<'preparing.list_hits'>(hits, { importing });
    else if (step === 'exact_duplicates' || step === 'near_duplicates')
      await readAnew<'preparing.list_groups'>(groups, { importing });
    else if (step === 'sample') await readHistogram();
    await readStrata();
  }

  async function readHistogram(): Promise<void> {
    if (histogram.store.getState().input === null) await histogram.read({ importing });
    else await histogram.refresh();
  }

  /** A step is taken, or undone: what was looked at is no more. */
  async function change(name: 'preparing.take_step' | 'preparing.undo_step'): Promise<void> {
    const signal = take('changing');
    const answer = await client.call(name, { importing }, signal);
    if (!put(signal, answer, null)) return;
    await Promise.all([readHistogram(), readStrata()]);
  }

  async function read(): Promise<void> {
    const signal = take('reading');
    const answer = await client.call('preparing.open_items', { importing, skipProblems: skipping }, signal);
    if (!put(signal, answer, null)) return;
    await Promise.all([readHistogram(), readStrata()]);
  }

  return {
    importing,
    store,
    hits,
    groups,
    strata,
    histogram,
    /** Reads the whole file. */
    open: async (skipProblems: boolean): Promise<void> => {
      skipping = skipProblems;
      await read();
    },
    /** A step was taken by another way: what it left is read. */
    reread: read,
    look: async (step: StepSettings): Promise<void> => {
      const signal = take('looking');
      const answer = await client.call('preparing.look_at_step', { importing, step }, signal);
      if (put(signal, answer, step)) await readEffect(step.step);
      else if (!signal.aborted) {
        store.setState(({ preparation }) => ({
          preparation: preparation === null ? null : { ...preparation, looked: null },
          lookedAt: null,
        }));
        await readStrata();
      }
    },
    /** Gives up a look that takes long. What was taken stays. */
    stop: (): void => {
      flight.abort();
      store.setState({ busy: null, lookedAt: null });
    },
    /** Hits that one rule replaces, or those that stay; neither: all. */
    showHits: (choice: { readonly rule?: string; readonly kept?: true }): Promise<void> =>
      hits.open({ importing, ...choice }, 'keep'),
    decide: async (group: string, decision: GroupDecision): Promise<void> => {
      const { lookedAt } = store.getState();
      groups.alter((row) => (row.group === group ? { ...row, decision } : row));
      const signal = take('changing');
      const answer = await client.call('preparing.decide_group', { importing, group, decision }, signal);
      if (!put(signal, answer, lookedAt)) await groups.refresh();
    },
    takeStep: () => change('preparing.take_step'),
    undoStep: () => change('preparing.undo_step'),
    /** Whether each stratum has enough items; asked again after every step. */
    ask: async (asked: MarginQuestion): Promise<void> => {
      question = asked;
      if (store.getState().preparation !== null) await readStrata();
    },
    close: (): void => {
      flight.abort();
    },
  };
}

export type PreparingStore = ReturnType<typeof createPreparingStore>;
