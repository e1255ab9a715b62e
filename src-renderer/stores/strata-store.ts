/** The strata of every candidate of one comparison, read when they are wanted and kept while it is open. */
import { createStore } from 'zustand/vanilla';
import type { StratumComparison } from '../../src-main/contract/comparison.ts';
import type { Failure } from '../../src-main/contract/result.ts';
import type { Client } from '../client/client.ts';

/** Which results: of a comparison that has ended, or of what is there so far. */
export interface ResultsQuestion {
  readonly comparison: string;
  readonly peek: boolean;
}

export interface StrataState {
  /** Candidate -> all of its strata, the worst first. */
  readonly strata: ReadonlyMap<string, readonly StratumComparison[]>;
  /** Candidate -> why its strata could not be read. */
  readonly errors: ReadonlyMap<string, Failure>;
}

const pageSize = 500;

export function createStrataStore(client: Client) {
  const empty: StrataState = { strata: new Map(), errors: new Map() };
  const store = createStore<StrataState>(() => empty);
  let asked: ResultsQuestion | null = null;
  let epoch = new AbortController();
  const flights = new Set<string>();

  async function readAll(question: ResultsQuestion, candidate: string, signal: AbortSignal) {
    const rows: StratumComparison[] = [];
    for (;;) {
      const page = { offset: rows.length, limit: pageSize };
      const answer = await client.call('results.list_strata', { ...question, candidate, page }, signal);
      if (!answer.ok) return answer.error;
      rows.push(...answer.data.rows);
      if (rows.length >= answer.data.total || answer.data.rows.length === 0) return rows;
    }
  }

  async function load(candidate: string): Promise<void> {
    const { signal } = epoch;
    if (asked === null || flights.has(candidate)) return;
    flights.add(candidate);
    const answer = await readAll(asked, candidate, signal);
    if (signal.aborted) return;
    flights.delete(candidate);
    const strata = new Map(store.getState().strata);
    const errors = new Map(store.getState().errors);
    errors.delete(candidate);
    if ('code' in answer) errors.set(candidate, answer);
    else strata.set(candidate, answer);
    store.setState({ strata, errors });
  }

  function startEpoch(): void {
    epoch.abort();
    epoch = new AbortController();
    flights.clear();
  }

  return {
    store,
    /** Of which results the strata are. Those of others are dropped. */
    open: (question: ResultsQuestion): void => {
      if (asked !== null && asked.comparison === question.comparison && asked.peek === question.peek) return;
      startEpoch();
      asked = question;
      store.setState(empty);
    },
    /** Reads the strata of the candidates that are not here yet, or could not be read before. */
    ensure: async (candidates: readonly string[]): Promise<void> => {
      const missing = candidates.filter((candidate) => !store.getState().strata.has(candidate));
      await Promise.all(missing.map(load));
    },
    /** Reads again what is here; it stays in sight until the answer comes. */
    refresh: async (): Promise<void> => {
      startEpoch();
      const { strata, errors } = store.getState();
      await Promise.all([...new Set([...strata.keys(), ...errors.keys()])].map(load));
    },
  };
}
