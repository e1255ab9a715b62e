/** From a plan's stored scores to its comparisons, one for each candidate beside the baseline. */
import type { Candidate } from '../contract/candidate.ts';
import type { ComparedCandidate, ComparedPlan, ComparisonBasis } from '../contract/compared-plan.ts';
import type { Comparison, Look } from '../contract/comparison.ts';
import type { RegisteredPlan, RunKey, RunState } from '../contract/plan.ts';
import { tokenTexts } from '../engine/llama/gguf/token-texts.ts';
import { generatorName } from '../statistics/generator.ts';
import type { StoreReader } from '../store/store.ts';
import { adjustCandidates } from './comparison/adjustment.ts';
import { compareScores, comparisonVersion } from './comparison/compare-scores.ts';
import { lookAt, sharedAnswers } from './comparison/look.ts';
import { decideRepeats } from './comparison/repeats.ts';
import type { SampleScore } from './comparison/sample-scores.ts';
import {
  findInputDifferences,
  findPromptDifference,
  type FoundDifference,
  type InputSide,
} from './equal-input.ts';
import { askedItems } from './plan/asked-items.ts';
import type { PromptSource } from './where-prompts-part.ts';

/** A comparison and what it was worked out from: the store keeps both together. */
export interface ComparedOnBasis {
  readonly compared: ComparedPlan;
  readonly basis: ComparisonBasis;
}

/** Works the plan's comparison out from its stored scores, the rerun's included. */
export async function compareWholePlan(
  store: StoreReader,
  registered: RegisteredPlan,
): Promise<ComparedOnBasis> {
  // Before the scores are read: whatever is put meanwhile makes the result out of date.
  const revision = store.comparisonRevision(registered.hash);
  return {
    compared: {
      candidates: await comparePlan(store, registered),
      rerun: compareReplicates(store, registered),
    },
    basis: { method: methodOf(store, registered), revision },
  };
}

/** The stored comparison, where today's program would work out the same from the same scores; else null. */
export function storedComparison(store: StoreReader, registered: RegisteredPlan): ComparedPlan | null {
  return store.comparedPlan(registered.hash, methodOf(store, registered));
}

/**
 * What a comparison depends on beside the scores: where a plan pays for looks, on those that were there. Whoever adds
 * one stores the comparison under the method as it is after that.
 */
export function methodOf(store: StoreReader, { plan, hash }: RegisteredPlan): string {
  const { seed, resamples } = plan;
  const looks =
    plan.looks === undefined
      ? []
      : plan.candidates.flatMap(({ name }) => {
          const shares = store.looks(hash, name);
          return shares.length === 0 ? [] : [`${name} looked at ${shares.join(' ')}`];
        });
  return [
    `comparison ${comparisonVersion}`,
    generatorName,
    `seed ${seed}`,
    `${resamples} resamples`,
    ...looks,
  ].join(', ');
}

/** Null where the plan pays for no looks, or nothing is there to be looked at. */
function lookOf(
  store: StoreReader,
  { plan, hash }: Pick<RegisteredPlan, 'plan' | 'hash'>,
  candidate: string,
  baseline: readonly SampleScore[],
  scores: readonly SampleScore[],
): Look | null {
  if (plan.looks === undefined) return null;
  const judging = plan.judge !== undefined && !hasEnded(store.judging(hash)?.state ?? 'waiting');
  const share = sharedAnswers(baseline, scores, askedItems(store, plan) * plan.samples, judging);
  return share === 0 ? null : lookAt(plan.looks, share, store.looks(hash, candidate));
}

function hasEnded(state: RunState): boolean {
  return state === 'complete' || state === 'failed';
}

export async function comparePlan(
  store: StoreReader,
  { plan, hash, registeredAt }: RegisteredPlan,
): Promise<readonly ComparedCandidate[]> {
  const baseline = plan.candidates.find(({ name }) => name === plan.baseline);
  const others = plan.candidates.filter(({ name }) => name !== plan.baseline);
  if (!baseline) throw new Error(`the plan has no candidate ${plan.baseline}`);
  const replicates = Array.from({ length: plan.replicates }, (_, index) =>
    scoresOf(store, hash, { candidate: plan.baseline, replicate: index + 1 }),
  );
  const [first = [], ...reruns] = replicates;
  const compared: ComparedCandidate[] = [];
  for (const candidate of others) {
    const lack = lackOf(store, hash, plan.baseline) ?? lackOf(store, hash, candidate.name);
    if (lack) {
      compared.push({ name: candidate.name, comparison: null, accepted: [], ...lack });
      continue;
    }
    const found = await findInputDifferences(
      sideOf(store, hash, baseline),
      sideOf(store, hash, candidate),
      promptSource(store),
    );
    const open = found.filter(({ kind }) => !candidate.accepted.includes(kind));
    const scores = scoresOf(store, hash, { candidate: candidate.name, replicate: 1 });
    const look = lookOf(store, { plan, hash }, candidate.name, first, scores);
    const comparison = compareScores({
      baseline: first,
      candidate: scores,
      reruns: reruns.filter((rows) => rows.length > 0),
      guardRail: plan.guardRail,
      ...(open[0] ? { inputsDiffer: differenceWords(open[0]) } : {}),
      ...(look === null ? {} : { look }),
      seed: plan.seed,
      resamples: plan.resamples,
    });
    compared.push({
      name: candidate.name,
      comparison: plan.repeatRule
        ? { ...comparison, repeats: decideRepeats(plan.repeatRule, replicates, scores) }
        : comparison,
      reason: open[0] ? differenceWords(open[0]) : null,
      nextStep: open[0]
        ? `Make them equal, or accept it in the plan: \`accept: [${open.map(({ kind }) => kind).join(', ')}]\` under ${candidate.name}.`
        : null,
      accepted: found
        .filter(({ kind }) => candidate.accepted.includes(kind))
        .map((difference) => ({ what: differenceWords(difference), acceptedAt: registeredAt })),
    });
  }
  return withAdjustment(compared);
}

/** The baseline's second run compared with its first, as if it were a candidate; null where it ran once. */
export function compareReplicates(store: StoreReader, { plan, hash }: RegisteredPlan): Comparison | null {
  const [first = [], second = []] = [1, 2].map((replicate) =>
    replicate > plan.replicates ? [] : scoresOf(store, hash, { candidate: plan.baseline, replicate }),
  );
  if (first.length === 0 || second.length === 0) return null;
  return compareScores({
    baseline: first,
    candidate: second,
    reruns: [],
    guardRail: null,
    seed: plan.seed,
    resamples: plan.resamples,
  });
}

/** Holm over the candidates of the plan, beside the raw p values. */
function withAdjustment(compared: readonly ComparedCandidate[]): readonly ComparedCandidate[] {
  const adjusted = adjustCandidates(
    compared.flatMap(({ comparison }) => (comparison === null ? [] : [comparison])),
  );
  let next = 0;
  return compared.map((candidate) => {
    if (candidate.comparison === null) return candidate;
    const comparison = adjusted[next];
    next += 1;
    if (!comparison) throw new Error('a comparison was lost while adjusting');
    return { ...candidate, comparison };
  });
}

/** Why there is nothing to compare; null where there is. */
function lackOf(
  store: StoreReader,
  hash: string,
  candidate: string,
): Pick<ComparedCandidate, 'reason' | 'nextStep'> | null {
  const run = store.runs(hash).find(({ key }) => key.candidate === candidate && key.replicate === 1);
  if (run && run.outputs > 0) return null;
  return {
    reason: run?.failure?.message ?? `${candidate} has no outputs yet`,
    nextStep: run?.failure?.next ?? 'Go on with the run.',
  };
}

function scoresOf(store: StoreReader, hash: string, key: RunKey): SampleScore[] {
  return store.scores(hash, key).map(({ itemId, sample, score, stratum, cluster }) => ({
    id: itemId,
    sample,
    value: score.value,
    outcome: score.outcome,
    stratum,
    ...(cluster === null ? {} : { cluster }),
  }));
}

function sideOf(store: StoreReader, hash: string, candidate: Candidate): InputSide {
  const key = { candidate: candidate.name, replicate: 1 };
  return { candidate, sent: store.sentPrompts(hash, key), ...manifestsOf(store, hash, key) };
}

/** In what a candidate's prompt for one item differs from the baseline's, in words; null: in nothing that is known. */
export async function promptDifferenceOf(
  store: StoreReader,
  { plan, hash }: RegisteredPlan,
  candidate: string,
  item: string,
): Promise<string | null> {
  const [left, right] = [plan.baseline, candidate].map((name): InputSide => {
    const found = plan.candidates.find((other) => other.name === name);
    if (!found) throw new Error(`the plan has no candidate ${name}`);
    const key = { candidate: name, replicate: 1 };
    const sent = Array.from({ length: plan.samples }, (_, sample) => store.output(hash, key, item, sample));
    return {
      candidate: found,
      sent: sent.filter((output) => output !== null),
      ...manifestsOf(store, hash, key),
    };
  });
  return left === undefined || right === undefined
    ? null
    : findPromptDifference(left, right, promptSource(store));
}

function manifestsOf(
  store: StoreReader,
  hash: string,
  key: RunKey,
): Required<Pick<InputSide, 'manifest' | 'earlier'>> {
  const sittings = store.sittings(hash, key).filter(({ outputs }) => outputs > 0);
  const manifests = sittings.map(({ manifest }) => manifest);
  return { manifest: manifests.at(-1) ?? null, earlier: manifests.slice(0, -1) };
}

/** Prompts as the store keeps them, and pieces from a vocabulary on this machine. */
function promptSource(store: StoreReader): PromptSource {
  return {
    text: (promptHash) => store.prompt(promptHash),
    ids: (promptHash, tokenHash) => store.promptIds(promptHash, tokenHash),
    pieces: async (candidate, ids) => {
      const file = candidate.engine === 'llama' ? candidate.weights : candidate.tokenizer?.file;
      return file === undefined ? ids.map(() => null) : tokenTexts(file, ids);
    },
  };
}

function differenceWords({ words, items }: FoundDifference): string {
  return items === null || items === 1 ? words : `${words} (${items} items in all)`;
}
