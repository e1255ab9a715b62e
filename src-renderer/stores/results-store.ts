/** The results of the comparison that is open, and the settings that resolved differently in its runs. */
import { createStore } from 'zustand/vanilla';
import type { Divergence } from '../../src-main/contract/calls/divergence.ts';
import type { SettingDifference } from '../../src-main/contract/calls/runs.ts';
import type { Failure } from '../../src-main/contract/result.ts';
import type { Client } from '../client/client.ts';
import { createFollowed } from './followed-work.ts';
import { createResource } from './resource.ts';
import type { ResultsQuestion } from './strata-store.ts';
import { createStrataStore } from './strata-store.ts';

/** Strata of so many candidates are read ahead, so that going from one to the next shows them at once. */
const readAhead = 12;

export function createResultsStore(client: Client) {
  const summary = createResource(client, 'results.read_comparison');
  const costs = createResource(client, 'results.read_costs');
  const outcomes = createResource(client, 'results.read_outcomes');
  const run = createResource(client, 'runs.read_progress');
  const strata = createStrataStore(client);
  const divergence = createFollowed<Divergence>({
    ask: (comparison) => client.call('divergence.read_divergence', { comparison }),
    goesOn: ({ measuring }) => measuring?.state === 'running',
  });
  /** A peek is a look at one moment: it is not repeated unasked, for each one is counted. */
  const moved = createStore<{ readonly moved: boolean }>(() => ({ moved: false }));

  function candidates(): readonly string[] {
    return summary.store.getState().data?.candidates.map(({ candidate }) => candidate) ?? [];
  }

  function shows({ comparison, peek }: ResultsQuestion): boolean {
    const { input, data, error } = summary.store.getState();
    return input?.comparison === comparison && input.peek === peek && data !== null && error === null;
  }

  /** The answer first; the rest only where there is one. */
  async function open(question: ResultsQuestion): Promise<void> {
    if (!shows(question)) moved.setState({ moved: false });
    await summary.read(question);
    if (!shows(question)) return;
    strata.open(question);
    await Promise.all([
      costs.read(question),
      outcomes.read(question),
      run.read({ comparison: question.comparison }),
      strata.ensure(candidates().slice(0, readAhead)),
    ]);
  }

  async function refresh(): Promise<void> {
    const { input } = summary.store.getState();
    if (input === null) return;
    moved.setState({ moved: false });
    await summary.refresh();
    if (!shows(input)) return;
    strata.open(input);
    await Promise.all([
      costs.store.getState().input === null ? costs.read(input) : costs.refresh(),
      outcomes.store.getState().input === null ? outcomes.read(input) : outcomes.refresh(),
      run.store.getState().input === null ? run.read(input) : run.refresh(),
      strata.refresh(),
    ]);
    await strata.ensure(candidates().slice(0, readAhead));
  }

  /** Read again, unless that would be another peek: then it is said that there is more by now. */
  function follow(): void {
    const { input, data } = summary.store.getState();
    if (input === null) return;
    if (input.peek && data?.peeked !== false) moved.setState({ moved: true });
    else void refresh();
  }

  const close = client.listen({
    events: (events) => {
      const comparison = summary.store.getState().input?.comparison;
      const touched = events.some(
        (event) =>
          event.kind === 'store_changed' &&
          event.change.of === 'results' &&
          event.change.comparison === comparison,
      );
      if (touched) follow();
    },
    missed: follow,
  });

  return {
    summary,
    costs,
    outcomes,
    run,
    strata,
    /** Measured when it is asked for; it goes on without being looked at. */
    divergence: {
      store: divergence.store,
      look: divergence.look,
      leave: divergence.leave,
      start: (comparison: string) =>
        divergence.start(comparison, () => client.call('divergence.start_divergence', { comparison })),
      stop: () => divergence.stop((comparison) => client.call('divergence.stop_divergence', { comparison })),
    },
    moved,
    open,
    refresh,
    /** Takes a differing setting as it is, for each run that it concerns. Null, or why that could not be kept. */
    accept: async (
      comparison: string,
      { candidates: concerned, setting }: SettingDifference,
    ): Promise<Failure | null> => {
      for (const candidate of concerned) {
        const answer = await client.call('runs.accept_setting', { comparison, candidate, setting });
        if (!answer.ok) return answer.error;
      }
      await refresh();
      return null;
    },
    close,
  };
}
