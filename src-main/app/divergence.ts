/** How far each candidate of a plan is from the baseline on the person's own prompts: what `noisefloor divergence` measures. */
import type { Candidate, LlamaCandidate } from '../contract/candidate.ts';
import type { CandidateDivergence } from '../contract/divergence.ts';
import type { Item } from '../contract/item.ts';
import type { RegisteredPlan } from '../contract/plan.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { createLlamaEngine } from '../engine/llama/llama-engine.ts';
import type { Tracer } from '../engine/tracer.ts';
import { measureDivergence, type FollowedAnswer } from '../experiment/divergence/measure-divergence.ts';
import { planPrompts } from '../experiment/prompts/plan-prompts.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { findPlan, type PlanReference } from './find-plan.ts';

export interface DivergenceReport {
  readonly plan: string;
  readonly baseline: string;
  readonly candidates: readonly CandidateDivergence[];
  /** Those that cannot be looked into, and why. */
  readonly left: readonly { readonly candidate: string; readonly reason: string }[];
  readonly resamples: number;
  readonly seed: number;
}

export interface DivergenceProgress {
  readonly candidate: string;
  readonly done: number;
  readonly of: number;
}

/** @param most items, at most; the first of the plan */
export async function planDivergence(
  dataFolder: string,
  reference: PlanReference,
  most: number | undefined,
  signal: AbortSignal,
  progress: (progress: DivergenceProgress) => void,
): Promise<Result<DivergenceReport>> {
  const store = openStore(dataFolder);
  if (!store.ok) return store;
  try {
    const registered = await findPlan(store.data, reference);
    if (!registered.ok) return registered;
    return await measurePlan(store.data, registered.data, most, signal, progress);
  } finally {
    store.data.close();
  }
}

async function measurePlan(
  store: Store,
  registered: RegisteredPlan,
  most: number | undefined,
  signal: AbortSignal,
  progress: (progress: DivergenceProgress) => void,
): Promise<Result<DivergenceReport>> {
  const { plan, hash } = registered;
  const baseline = plan.candidates.find(({ name }) => name === plan.baseline);
  if (baseline === undefined) throw new Error(`the plan has no candidate ${plan.baseline}`);
  if (baseline.engine !== 'llama') return notHere(baseline);
  // A reading of held-out items is logged: there is none where nothing can be measured.
  if (store.outputs(hash, { candidate: baseline.name, replicate: 1 }).length === 0) return notRun(baseline);
  const items = store.readPlanItems(hash, new Date().toISOString());
  if (!items.ok) return items;
  const answersFor = answersOf(store, registered, items.data, baseline, most);
  if (!answersFor.ok) return answersFor;
  const engine = createLlamaEngine();
  const opened = await engine.openTracer(baseline, 1, signal);
  if (!opened.ok) return opened;
  const candidates: CandidateDivergence[] = [];
  const left: { candidate: string; reason: string }[] = [];
  try {
    for (const candidate of plan.candidates) {
      if (candidate === baseline) continue;
      const one = await measureOne(candidate, opened.data, answersFor.data(candidate));
      if (one.ok) candidates.push(one.data);
      else if (one.error.code === 'interrupted') return one;
      else left.push({ candidate: candidate.name, reason: one.error.message });
    }
  } finally {
    await opened.data.close();
  }
  return success({ plan: hash, baseline: baseline.name, candidates, left, ...resamplingOf(plan) });

  async function measureOne(
    candidate: Candidate,
    tracer: Tracer,
    answers: readonly FollowedAnswer[],
  ): Promise<Result<CandidateDivergence>> {
    if (candidate.engine !== 'llama') return notHere(candidate);
    const other = await engine.openTracer(candidate, 1, signal);
    if (!other.ok) return other;
    try {
      return await measureDivergence(
        candidate.name,
        { baseline: tracer, candidate: other.data },
        answers,
        resamplingOf(plan),
        signal,
        (done) => {
          progress({ candidate: candidate.name, done, of: answers.length });
        },
      );
    } finally {
      await other.data.close();
    }
  }
}

function resamplingOf({ resamples, seed }: RegisteredPlan['plan']) {
  return { resamples, seed };
}

/** The baseline's first answers, sample 0 of its first replicate, with the prompts of either side. */
function answersOf(
  store: Store,
  { plan, hash }: RegisteredPlan,
  items: readonly Item[],
  baseline: Candidate,
  most: number | undefined,
): Result<(candidate: Candidate) => readonly FollowedAnswer[]> {
  const prompts = planPrompts(plan, items, store);
  if (!prompts.ok) return prompts;
  const outputs = store.outputs(hash, { candidate: baseline.name, replicate: 1 });
  const tokens = new Map(
    outputs.flatMap((output) =>
      output.sample === 0 && (output.tokens?.length ?? 0) > 0
        ? [[output.itemId, output.tokens ?? []] as const]
        : [],
    ),
  );
  const answered = items.filter(({ id }) => tokens.has(id)).slice(0, most);
  if (answered.length === 0) return notRun(baseline);
  return success((candidate) =>
    answered.map((item) => ({
      itemId: item.id,
      baseline: prompts.data.messages(baseline, item),
      candidate: prompts.data.messages(candidate, item),
      tokens: tokens.get(item.id) ?? [],
    })),
  );
}

function notHere({ name }: Exclude<Candidate, LlamaCandidate> | Candidate) {
  return failure('usage', `${name} is behind an endpoint: its logits cannot be had from here.`, {
    next: 'Divergence is measured between files that run here.',
  });
}

function notRun({ name }: Candidate) {
  return failure('run_unfinished', `${name} has no answers in this plan yet.`, {
    next: 'Run the plan first: the baseline’s own answers are what the candidates are fed.',
  });
}
