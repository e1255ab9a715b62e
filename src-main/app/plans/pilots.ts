/**
 * Pilots: a few dev items through the baseline and one candidate, to learn how long the plan takes on this machine and
 * how many items flip. Held-out items are never read for it.
 */
import type { Pilot } from '../../contract/calls/plans.ts';
import type { Candidate } from '../../contract/candidate.ts';
import type { Item, Json } from '../../contract/item.ts';
import type { Output } from '../../contract/output.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import { countedValue } from '../../experiment/comparison/sample-scores.ts';
import { promptComposer } from '../../experiment/prompts/compose-prompts.ts';
import { resolveCandidate } from '../../experiment/plan/resolve-plan.ts';
import type { GenerationRequest } from '../../engine/engine.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import type { AppContext } from '../context.ts';
import { draftIdentifier, type FoundDraft } from './draft-content.ts';
import { fileFromDraft } from './draft-and-file.ts';
import { answererOf, pathOfModel } from './draft-models.ts';
import { settingsMachine } from './new-draft.ts';
import { pilotOf, pilotView, settingsText, type PilotRecord } from './pilot-record.ts';

interface Running {
  readonly items: number;
  done: number;
  readonly stop: AbortController;
  ended: Promise<void>;
}

interface Side {
  readonly outputs: readonly Output[];
  readonly secondsPerItem: number;
  readonly loadSeconds: number;
}

export class Pilots {
  readonly #context: AppContext;
  /** By draft number. */
  readonly #running = new Map<number, Running>();

  constructor(context: AppContext) {
    this.#context = context;
  }

  view(draft: FoundDraft): Pilot {
    const stored = pilotView(this.#context.store, draft);
    const running = this.#running.get(draft.id);
    if (!running) return stored;
    return { ...stored, state: 'running', items: running.items, done: running.done, problem: null };
  }

  /** Runs on after it has answered; starting one that runs already changes nothing. */
  start(draft: FoundDraft, most: number): Result<Pilot> {
    if (this.#running.has(draft.id)) return success(this.view(draft));
    const sides = sidesOf(draft);
    if (!sides.ok) return sides;
    const items = this.#choose(draft, most);
    if (!items.ok) return items;
    const stop = new AbortController();
    const running: Running = { items: items.data.length, done: 0, stop, ended: Promise.resolve() };
    const { decision } = draft.content.fields;
    const taken = this.#context.runs.occupy(
      decision.trim() === '' ? 'A pilot' : `The pilot of “${decision.trim()}”`,
      () => this.cancel(draft.id),
    );
    if (!taken.ok) return taken;
    this.#running.set(draft.id, running);
    const before = pilotOf(draft);
    running.ended = this.#carryOut(draft, sides.data, items.data, running)
      .then((record) => {
        // One that was cancelled leaves what an earlier one found, and so does one that failed.
        if (!record || stop.signal.aborted) return;
        const kept =
          record.state === 'failed' && before?.state === 'finished'
            ? { ...before, problem: record.problem }
            : record;
        this.#context.store.setDraftPilot(draft.id, jsonOf(kept));
      })
      .finally(() => {
        this.#running.delete(draft.id);
        taken.data();
        this.#changed(draft.id);
      });
    this.#changed(draft.id);
    return success(this.view(draft));
  }

  /** Resolves when the engine is gone. */
  async cancel(draft: number): Promise<void> {
    const running = this.#running.get(draft);
    running?.stop.abort();
    await running?.ended;
  }

  /** Items of every stratum in turn, in the set's order. */
  #choose({ content }: FoundDraft, most: number): Result<readonly Item[]> {
    const { items } = content.fields;
    const { store } = this.#context;
    if (items === null || !store.itemSetVersion(items.name, items.version))
      return failure('item_set_unknown', 'A pilot needs an item set: choose one first.', {
        where: { field: 'items' },
      });
    const strata = [...Map.groupBy(store.readDevItems(items), ({ stratum }) => stratum).values()];
    const chosen: Item[] = [];
    for (let round = 0; chosen.length < most; round += 1) {
      const turn = strata.flatMap((stratum) => stratum.slice(round, round + 1));
      if (turn.length === 0) break;
      chosen.push(...turn.slice(0, most - chosen.length));
    }
    if (chosen.length > 0) return success(chosen);
    return failure(
      'items_none',
      `${items.name}@${items.version} has no dev items, and a pilot reads no others.`,
      {
        next: 'Start without a pilot, or give a few items to the dev split.',
        where: { field: 'items' },
      },
    );
  }

  async #carryOut(
    draft: FoundDraft,
    names: readonly [string, string],
    items: readonly Item[],
    running: Running,
  ): Promise<PilotRecord | null> {
    const { content } = draft;
    const record = (more: Partial<PilotRecord>): PilotRecord => ({
      state: 'finished',
      items: running.items,
      done: running.done,
      ranAt: this.#context.now(),
      baseline: null,
      candidate: null,
      compared: 0,
      flips: 0,
      settings: settingsText(content.fields),
      set: content.fields.items?.name ?? '',
      problem: null,
      ...more,
    });
    const failed = (problem: Failure): PilotRecord => record({ state: 'failed', problem });
    try {
      const found: Side[] = [];
      for (const name of names) {
        const side = await this.#runSide(draft, name, items, running);
        if (!side.ok) return failed(side.error);
        found.push(side.data);
      }
      const [baseline, candidate] = found;
      if (!baseline || !candidate) return null;
      const modelOf = (name: string): string | null => {
        const candidate = content.fields.candidates.find((other) => other.name === name);
        return candidate === undefined ? null : answererOf(candidate);
      };
      const compared = await compare(this.#context.scoring, items, baseline.outputs, candidate.outputs);
      if (!compared.ok) return failed(compared.error);
      return record({
        baseline: { model: modelOf(names[0]), ...speedOf(baseline) },
        candidate: { model: modelOf(names[1]), ...speedOf(candidate) },
        ...compared.data,
      });
    } catch (error) {
      return failed(
        failure('internal', 'The pilot met an error in Noisefloor itself.', { detail: String(error) }).error,
      );
    }
  }

  async #runSide(
    draft: FoundDraft,
    name: string,
    items: readonly Item[],
    running: Running,
  ): Promise<Result<Side>> {
    const { signal } = running.stop;
    const candidate = await this.#resolve(draft, name, signal);
    if (!candidate.ok) return candidate;
    const requests = this.#requests(draft, candidate.data, items);
    if (!requests.ok) return requests;
    const opened = await this.#context.engine.open(candidate.data, signal);
    if (!opened.ok) return opened;
    try {
      const outputs: Output[] = [];
      const since = performance.now();
      const generated = await opened.data.generate(
        requests.data,
        (output) => {
          outputs.push(output);
          this.#advance(
            draft.id,
            running,
            outputs.length / items.length,
            name === draft.content.fields.baseline,
          );
        },
        signal,
      );
      if (!generated.ok) return generated;
      return success({
        outputs,
        secondsPerItem: (performance.now() - since) / 1000 / items.length,
        loadSeconds: opened.data.manifest.loadSeconds,
      });
    } finally {
      await opened.data.close();
    }
  }

  #requests(
    { content }: FoundDraft,
    candidate: Candidate,
    items: readonly Item[],
  ): Result<readonly GenerationRequest[]> {
    const set = content.fields.items;
    if (set === null) throw new Error('a pilot without an item set');
    const composer = promptComposer(candidate, this.#context.store, set);
    if (!composer.ok) return composer;
    const requests: GenerationRequest[] = [];
    for (const item of items) {
      const composed = composer.data(item);
      if (!composed.ok) return composed;
      requests.push({ itemId: item.id, sample: 0, messages: composed.data.messages });
    }
    return success(requests);
  }

  #resolve(draft: FoundDraft, name: string, signal: AbortSignal): Promise<Result<Candidate>> {
    const { content } = draft;
    const file = fileFromDraft(content, this.#context.store, (model) =>
      pathOfModel(this.#context, content, model),
    );
    return resolveCandidate(name, file, 'the draft', {
      machine: settingsMachine(this.#context),
      hashCache: this.#context.hashCache,
      signal,
    });
  }

  /** Both sides together are the whole: an item is done when the second has answered it. */
  #advance(draft: number, running: Running, share: number, first: boolean): void {
    running.done = Math.floor((running.items * (first ? share : 1 + share)) / 2);
    this.#context.hub.publish({
      kind: 'pilot',
      draft: draftIdentifier(draft),
      done: running.done,
      total: running.items,
    });
  }

  #changed(draft: number): void {
    this.#context.hub.publish({
      kind: 'store_changed',
      change: { of: 'plan', draft: draftIdentifier(draft) },
    });
  }
}

/** The baseline and the first other candidate. */
function sidesOf({ content }: FoundDraft): Result<readonly [string, string]> {
  const { baseline, candidates } = content.fields;
  const first = candidates.find((one) => one.name === baseline && answererOf(one) !== null);
  const other = candidates.find((one) => one.name !== baseline && answererOf(one) !== null);
  if (first && other) return success([first.name, other.name]);
  return failure('plan_invalid', 'A pilot needs a baseline and one other candidate.', {
    next: 'Choose their files first.',
    where: { field: 'candidates' },
  });
}

function jsonOf(record: PilotRecord): Json {
  return JSON.parse(JSON.stringify(record)) as Json;
}

function speedOf({ secondsPerItem, loadSeconds }: Side) {
  return { secondsPerItem, loadSeconds };
}

async function compare(
  scoring: Scoring,
  items: readonly Item[],
  baseline: readonly Output[],
  candidate: readonly Output[],
): Promise<Result<{ compared: number; flips: number }>> {
  const before = await valuesOf(scoring, items, baseline);
  if (!before.ok) return before;
  const after = await valuesOf(scoring, items, candidate);
  if (!after.ok) return after;
  let [compared, flips] = [0, 0];
  for (const { id } of items) {
    const [one, other] = [before.data.get(id) ?? null, after.data.get(id) ?? null];
    if (one === null || other === null) continue;
    compared += 1;
    if (one !== other) flips += 1;
  }
  return success({ compared, flips });
}

async function valuesOf(
  scoring: Scoring,
  items: readonly Item[],
  outputs: readonly Output[],
): Promise<Result<ReadonlyMap<string, number | null>>> {
  const texts = new Map(outputs.map((output) => [output.itemId, output]));
  const values = new Map<string, number | null>();
  for (const { id, check } of items) {
    const output = texts.get(id);
    if (!output) continue;
    const scored = await scoring.score(check, output);
    if (!scored.ok) return scored;
    values.set(id, countedValue({ id, sample: 0, ...scored.data }));
  }
  return success(values);
}
