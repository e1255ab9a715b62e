/** How far each candidate of a plan is from the baseline on the person's own prompts, and where their answers part. */
import type { Candidate, LlamaCandidate } from '../../contract/candidate.ts';
import type { DivergenceReport } from '../../contract/divergence.ts';
import type { Item } from '../../contract/item.ts';
import type { Output } from '../../contract/output.ts';
import type { RegisteredPlan, RunKey } from '../../contract/plan.ts';
import { success, type Failure, type Result } from '../../contract/result.ts';
import type { HashCache } from '../../engine/llama/gguf/weights-hash.ts';
import { createLlamaEngine, type LlamaEngine } from '../../engine/llama/llama-engine.ts';
import type { Tracer } from '../../engine/tracer.ts';
import {
  followAnswers,
  marginAt,
  type FollowedAnswer,
} from '../../experiment/divergence/measure-divergence.ts';
import { firstDifference } from '../../experiment/first-difference.ts';
import { planPrompts, type PlanPrompts } from '../../experiment/prompts/plan-prompts.ts';
import type { FollowedRow } from '../../store/divergences.ts';
import { openStore } from '../../store/open.ts';
import type { Store, StoreReader } from '../../store/store.ts';
import { findPlan, type PlanReference } from '../find-plan.ts';
import { firstRun, isGreedy, measurableOf, rerunsOf, type Measurable } from './measurable.ts';
import { isCurrent, makeReport, storedDivergence } from './measured-report.ts';

export interface DivergenceProgress {
  /** What is followed: a candidate, or the baseline where its own runs part. */
  readonly candidate: string;
  /** Items. */
  readonly done: number;
  readonly of: number;
}

interface DivergenceScope {
  /** Items of each candidate that are measured now, at most; the first of the set. */
  readonly most?: number | undefined;
  /**
   * Measures anew what was measured before, once everything that can be known without loading says that it can be. The
   * old numbers of a candidate stay until the first new ones are there, and go in the same transaction.
   */
  readonly again?: boolean | undefined;
}

interface DivergenceWork {
  readonly store: Store;
  readonly now: () => string;
  readonly signal: AbortSignal;
  readonly progress: (progress: DivergenceProgress) => void;
  readonly hashCache?: HashCache;
}

/** Items that are committed together: what a crash can take. */
const itemsInCommit = 16;

type Left = DivergenceReport['left'][number];

interface Amount {
  readonly most: number;
  readonly again: boolean;
}

interface Todo {
  readonly reruns: readonly { readonly key: RunKey; readonly items: readonly string[] }[];
  readonly candidates: readonly { readonly candidate: LlamaCandidate; readonly items: readonly string[] }[];
}

export async function planDivergence(
  dataFolder: string,
  reference: PlanReference,
  scope: DivergenceScope,
  signal: AbortSignal,
  progress: (progress: DivergenceProgress) => void,
): Promise<Result<DivergenceReport>> {
  const opened = openStore(dataFolder);
  if (!opened.ok) return opened;
  const store = opened.data;
  try {
    const registered = await findPlan(store, reference);
    if (!registered.ok) return registered;
    const now = () => new Date().toISOString();
    // Files that are checked before they are measured again are read once.
    const hashCache = new Map<string, string>();
    return await measurePlan(registered.data, scope, { store, now, signal, progress, hashCache });
  } finally {
    store.close();
  }
}

/**
 * Goes on where an earlier measurement of the plan stopped; where nothing is left to do, no model is opened and no item
 * is read. Items are read through the plan, which logs the reading of held-out ones.
 *
 * @returns the report over everything that was measured of the plan by now, as it is stored
 */
export async function measurePlan(
  registered: RegisteredPlan,
  { most = Number.POSITIVE_INFINITY, again = false }: DivergenceScope,
  work: DivergenceWork,
): Promise<Result<DivergenceReport>> {
  const { store, now } = work;
  const { hash } = registered;
  const measurable = measurableOf(store, registered);
  if (!measurable.ok) return measurable;
  const isDone = !again && isNothing(todoOf(store, registered, measurable.data, { most, again }));
  const known = storedDivergence(store, hash);
  if (isDone && known !== null && isCurrent(store, registered, known, measurable.data)) return success(known);
  const left = isDone ? success([]) : await carryOut(registered, measurable.data, { most, again }, work);
  if (!left.ok) return left;
  const report = makeReport(
    store,
    registered,
    measurable.data,
    [...measurable.data.left, ...left.data],
    now(),
  );
  const put = store.putDivergence(hash, report, report.rerun.floor, report.measuredAt);
  return put.ok ? success(report) : put;
}

/** Every item of the plan is measured, and its stored report is of all of them. */
export function isMeasured(store: StoreReader, registered: RegisteredPlan, measurable: Measurable): boolean {
  const known = storedDivergence(store, registered.hash);
  return (
    known !== null &&
    isCurrent(store, registered, known, measurable) &&
    isNothing(todoOf(store, registered, measurable, { most: Number.POSITIVE_INFINITY, again: false }))
  );
}

function isNothing({ reruns, candidates }: Todo): boolean {
  return [...reruns, ...candidates].every(({ items }) => items.length === 0);
}

function todoOf(
  store: StoreReader,
  { plan, hash }: RegisteredPlan,
  { baseline, candidates }: Measurable,
  { most, again }: Amount,
): Todo {
  const first = firstRun(baseline.name);
  const reruns = isGreedy(baseline) ? rerunsOf(plan) : [];
  return {
    reruns: reruns.map((key) => {
      const known = new Set(store.partings(hash, key).map(({ itemId }) => itemId));
      const { parted } = store.partedItems(hash, first, key);
      return { key, items: again ? parted : parted.filter((item) => !known.has(item)) };
    }),
    candidates: candidates.map((candidate) => {
      const key = firstRun(candidate.name);
      const measured = store.itemDivergences(hash, key).map(({ itemId }) => itemId);
      const waiting = store.unfollowedItems(hash, first, key);
      const items = again
        ? [...measured, ...waiting].slice(0, most)
        : waiting.slice(0, Math.max(0, most - measured.length));
      return { candidate, items };
    }),
  };
}

/** @returns candidates that could not be looked into, or not into all of their items */
async function carryOut(
  registered: RegisteredPlan,
  measurable: Measurable,
  { most, again }: Amount,
  work: DivergenceWork,
): Promise<Result<readonly Left[]>> {
  const { store, now, signal, hashCache } = work;
  const { plan, hash } = registered;
  const { baseline } = measurable;
  const items = store.readPlanItems(hash, now());
  if (!items.ok) return items;
  const prompts = planPrompts(plan, items.data, store);
  if (!prompts.ok) return prompts;
  const answers = new Answers(store, hash, baseline, items.data, prompts.data);
  const engine = createLlamaEngine(hashCache === undefined ? {} : { hashCache });
  const opened = await engine.openTracer(baseline, 1, signal);
  if (!opened.ok) return opened;
  const left: Left[] = [];
  try {
    // Before hours are spent on the others.
    const measured = again
      ? measurable.candidates.filter(({ name }) => store.itemDivergences(hash, firstRun(name)).length > 0)
      : [];
    const refusal = await refusalOf(engine, measured, signal);
    if (refusal !== null) return { ok: false, error: refusal };
    const old = new Set(measured.map(({ name }) => name));
    const leave = ({ name }: LlamaCandidate, { message }: Failure): void => {
      const stays = old.has(name) ? ' Its numbers are those of before.' : '';
      left.push({ candidate: name, reason: `${message}${stays}` });
    };
    const todo = todoOf(store, registered, measurable, { most, again });
    for (const { key, items: parted } of todo.reruns) {
      const margins = await rerunMargins(
        opened.data,
        key,
        answers.of(baseline, key, parted),
        parted.length,
        work,
        hash,
      );
      if (!margins.ok) return margins;
    }
    for (const { candidate, items: waiting } of todo.candidates) {
      if (waiting.length === 0) continue;
      const other = await engine.openTracer(candidate, 1, signal);
      if (!other.ok) {
        if (endsAll(other.error)) return other;
        leave(candidate, other.error);
        continue;
      }
      const tracers = { baseline: opened.data, candidate: other.data };
      try {
        const given = answers.of(candidate, firstRun(candidate.name), waiting);
        const done = await followCandidate(candidate, tracers, given, waiting.length, work, hash, old);
        if (!done.ok && endsAll(done.error)) return done;
        if (!done.ok) leave(candidate, done.error);
      } finally {
        await other.data.close();
      }
    }
    return success(left);
  } finally {
    await opened.data.close();
  }
}

/** Why not every one of the candidates can be measured again; null where all of them can. */
async function refusalOf(
  engine: LlamaEngine,
  candidates: readonly LlamaCandidate[],
  signal: AbortSignal,
): Promise<Failure | null> {
  for (const candidate of candidates) {
    const checked = await engine.checkTracer(candidate, 1, signal);
    if (checked.ok) continue;
    const { error } = checked;
    if (error.code === 'interrupted') return error;
    return {
      ...error,
      message: `${candidate.name} cannot be measured again, and what was measured stays. ${error.message}`,
    };
  }
  return null;
}

/** What concerns all candidates alike, and is no reason to leave one of them out. */
function endsAll({ code }: Failure): boolean {
  return code === 'interrupted' || code === 'file_unwritable' || code.startsWith('store_');
}

async function rerunMargins(
  tracer: Tracer,
  key: RunKey,
  answers: Iterable<FollowedAnswer>,
  of: number,
  { store, signal, progress }: DivergenceWork,
  hash: string,
): Promise<Result<void>> {
  let done = 0;
  for (const { itemId, baseline, tokens, parting } of answers) {
    if (parting !== null) {
      const margin = await marginAt(tracer, { prompt: baseline, tokens }, parting, signal);
      if (!margin.ok) return margin;
      const kept = store.putParting(hash, key, { itemId, token: parting, margin: margin.data, kl: null });
      if (!kept.ok) return kept;
    }
    done += 1;
    progress({ candidate: key.candidate, done, of });
  }
  return success(undefined);
}

/** @param old candidates whose numbers are of before; it is taken out of them with its first new ones */
async function followCandidate(
  { name }: LlamaCandidate,
  tracers: { readonly baseline: Tracer; readonly candidate: Tracer },
  answers: Iterable<FollowedAnswer>,
  of: number,
  { store, signal, progress }: DivergenceWork,
  hash: string,
  old: Set<string>,
): Promise<Result<void>> {
  const key = firstRun(name);
  let waiting: FollowedRow[] = [];
  let done = 0;
  const commit = (): Result<void> => {
    if (waiting.length === 0) return success(undefined);
    const put = store.putFollowed(hash, key, waiting, old.has(name));
    if (put.ok) old.delete(name);
    waiting = [];
    return put;
  };
  const followed = await followAnswers(
    name,
    tracers,
    answers,
    signal,
    ({ itemId, sums, tokenKl, parting }) => {
      waiting.push({ row: { itemId, ...sums }, tokenKl, parting });
      done += 1;
      progress({ candidate: name, done, of });
      return waiting.length < itemsInCommit ? success(undefined) : commit();
    },
  );
  const last = commit();
  return followed.ok ? last : followed;
}

/** The baseline's first answers, sample 0 of its first run, read one at a time, with the prompts of either side. */
class Answers {
  readonly #store: Store;
  readonly #hash: string;
  readonly #baseline: Candidate;
  readonly #items: ReadonlyMap<string, Item>;
  readonly #prompts: PlanPrompts;

  constructor(store: Store, hash: string, baseline: Candidate, items: readonly Item[], prompts: PlanPrompts) {
    this.#store = store;
    this.#hash = hash;
    this.#baseline = baseline;
    this.#items = new Map(items.map((item) => [item.id, item]));
    this.#prompts = prompts;
  }

  *of(candidate: Candidate, key: RunKey, wanted: readonly string[]): Generator<FollowedAnswer> {
    const first = firstRun(this.#baseline.name);
    const greedy = [this.#baseline, candidate].every(isGreedy);
    const parted = new Set(greedy ? this.#store.partedItems(this.#hash, first, key).parted : []);
    for (const id of wanted) {
      const item = this.#items.get(id);
      const output = this.#store.output(this.#hash, first, id, 0);
      if (item === undefined || output === null) continue;
      const other = parted.has(id) ? this.#store.output(this.#hash, key, id, 0) : null;
      yield {
        itemId: id,
        baseline: this.#prompts.messages(this.#baseline, item),
        candidate: this.#prompts.messages(candidate, item),
        tokens: output.tokens ?? [],
        parting: other === null ? null : partingPlace(output, other),
      };
    }
  }
}

/** Null where one answer was cut off before the other parted from it: that says nothing of either model. */
function partingPlace(baseline: Output, candidate: Output): number | null {
  const [one, other] = [baseline.tokens ?? [], candidate.tokens ?? []];
  const place = firstDifference(one, other);
  if (place === null) return null;
  if (place === one.length && baseline.finish === 'length') return null;
  if (place === other.length && candidate.finish === 'length') return null;
  return place;
}
