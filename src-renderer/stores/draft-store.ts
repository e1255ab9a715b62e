/** The draft that is open: its fields, what they add up to, and what can be chosen for them. */
import type { Variation } from '../../src-main/contract/presentation/variations.ts';
import type { Draft, DraftFields } from '../../src-main/contract/calls/plans.ts';
import type { AppEvent } from '../../src-main/contract/events.ts';
import { success, type Failure, type Result } from '../../src-main/contract/result.ts';
import type { Client } from '../client/client.ts';
import { createResource } from './resource.ts';

const listed = { offset: 0, limit: 500 };

export function createDraftStore(client: Client) {
  const draft = createResource(client, 'plans.read_draft');
  const sizing = createResource(client, 'plans.read_sizing');
  const checks = createResource(client, 'plans.check_draft');
  const pilot = createResource(client, 'plans.read_pilot');
  const strata = createResource(client, 'plans.list_strata');
  const preview = createResource(client, 'plans.preview_prompt');
  const models = createResource(client, 'models.list_models');
  const sets = createResource(client, 'items.list_sets');
  /** Changes one after the other, so that each has the revision that the one before made. */
  let queue: Promise<unknown> = Promise.resolve();

  const afterChange = (): void => {
    for (const resource of [sizing, checks, pilot]) void resource.refresh();
  };

  const hear = (events: readonly AppEvent[]): void => {
    const open = draft.store.getState().input?.draft;
    for (const event of events) {
      if (event.kind === 'pilot' && event.draft === open) {
        const { data } = pilot.store.getState();
        if (data !== null) pilot.put({ ...data, state: 'running', done: event.done, items: event.total });
        if (event.done >= event.total) afterChange();
      }
      if (event.kind === 'store_changed' && event.change.of === 'plan' && event.change.draft === open) {
        void draft.refresh();
        afterChange();
      }
      if (event.kind === 'store_changed' && event.change.of === 'models') void models.refresh();
      if (event.kind === 'store_changed' && event.change.of === 'items') void sets.refresh();
    }
  };
  const close = client.listen({
    events: hear,
    missed: () => {
      void draft.refresh();
      afterChange();
    },
  });

  type Place = Pick<Draft, 'draft' | 'revision'>;

  async function send(ask: (place: Place) => Promise<Result<Draft>>): Promise<Result<Draft>> {
    const { data } = draft.store.getState();
    if (data === null) throw new Error('a change without a draft');
    const answer = await ask({ draft: data.draft, revision: data.revision });
    if (answer.ok) draft.put(answer.data);
    else if (answer.error.code === 'draft_stale') await draft.refresh();
    afterChange();
    return answer;
  }

  function inTurn(ask: (place: Place) => Promise<Result<Draft>>): Promise<Result<Draft>> {
    const sent = queue.then(() => send(ask));
    queue = sent.catch(() => undefined);
    return sent;
  }

  return {
    draft,
    sizing,
    checks,
    pilot,
    strata,
    preview,
    models,
    sets,
    listed,
    change: (change: Partial<DraftFields>): Promise<Result<Draft>> =>
      inTurn((place) => client.call('plans.change_draft', { ...place, change })),
    /** Adds a candidate that differs from this one in one setting. */
    vary: (candidate: string, variation: Variation): Promise<Result<Draft>> =>
      inTurn((place) => client.call('plans.vary_candidate', { ...place, candidate, variation })),
    startPilot: async (id: string, items: number): Promise<Failure | null> => {
      const answer = await client.call('plans.start_pilot', { draft: id, items });
      if (answer.ok) pilot.put(answer.data);
      return answer.ok ? null : answer.error;
    },
    cancelPilot: (id: string) => client.call('plans.cancel_pilot', { draft: id }),
    discard: (id: string) => client.call('plans.discard_draft', { draft: id }),
    importPlan: (path: string) => client.call('plans.import_plan', { path }),
    /** Registers it and starts its run. */
    registerAndRun: async (): Promise<Result<string>> => {
      await queue;
      const { data } = draft.store.getState();
      if (data === null) throw new Error('nothing to register');
      const registered = await client.call('plans.register_plan', {
        draft: data.draft,
        revision: data.revision,
      });
      if (!registered.ok) return registered;
      const started = await client.call('runs.start_run', { comparison: registered.data.comparison });
      return started.ok || started.error.code === 'run_busy' ? success(registered.data.comparison) : started;
    },
    close,
  };
}
