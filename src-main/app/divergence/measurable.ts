/** What of a plan can be measured: files that run here, along answers that are there. */
import type { Candidate, LlamaCandidate } from '../../contract/candidate.ts';
import type { Plan, RegisteredPlan, RunKey } from '../../contract/plan.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import type { StoreReader } from '../../store/store.ts';

export interface Measurable {
  readonly baseline: LlamaCandidate;
  readonly candidates: readonly LlamaCandidate[];
  /** Those behind endpoints, and why they cannot be looked into. */
  readonly left: readonly { readonly candidate: string; readonly reason: string }[];
}

/** Fails with `usage` where no side's logits can be had, and with `run_unfinished` before every run has ended. */
export function measurableOf(store: StoreReader, { plan, hash }: RegisteredPlan): Result<Measurable> {
  const baseline = plan.candidates.find(({ name }) => name === plan.baseline);
  if (baseline === undefined) throw new Error(`the plan has no candidate ${plan.baseline}`);
  if (baseline.engine !== 'llama') return notHere(baseline);
  const others = plan.candidates.filter((candidate) => candidate !== baseline);
  const candidates = others.filter((candidate) => candidate.engine === 'llama');
  const [first] = others;
  if (first === undefined || candidates.length === 0) return notHere(first ?? baseline);
  const ended = store.runs(hash).every(({ state }) => state === 'complete' || state === 'failed');
  if (!ended) {
    return failure('run_unfinished', 'The plan’s runs have not ended.', {
      next: 'Run it to its end: the baseline’s own answers are what the candidates are fed.',
    });
  }
  return success({
    baseline,
    candidates,
    left: others
      .filter((candidate) => candidate.engine !== 'llama')
      .map((candidate) => ({ candidate: candidate.name, reason: notHere(candidate).error.message })),
  });
}

function notHere({ name }: Candidate) {
  return failure(
    'usage',
    `${name} is behind an endpoint: logits over the whole vocabulary cannot be had from there.`,
    {
      next: 'Divergence is measured between files that run here.',
    },
  );
}

export function firstRun(candidate: string): RunKey {
  return { candidate, replicate: 1 };
}

/** Further runs of the baseline. */
export function rerunsOf({ baseline, replicates }: Plan): readonly RunKey[] {
  return Array.from({ length: replicates - 1 }, (_, index) => ({
    candidate: baseline,
    replicate: index + 2,
  }));
}

/** Only greedy answers part for a reason: others are drawn. */
export function isGreedy({ sampling }: Candidate): boolean {
  return sampling.temperature === 0;
}
