/** What the store has of a plan's measurement, said as a report. */
import type { LlamaCandidate } from '../../contract/candidate.ts';
import type {
  CandidateDivergence,
  CandidatePartings,
  DivergenceReport,
  RerunPartings,
} from '../../contract/divergence.ts';
import type { RegisteredPlan } from '../../contract/plan.ts';
import { formatCount } from '../../contract/presentation/numbers.ts';
import {
  meanDivergence,
  noPartings,
  summariseDivergence,
  summarisePartings,
  type MeasuredItem,
} from '../../experiment/divergence/summarise-divergence.ts';
import type { StoreReader } from '../../store/store.ts';
import { firstRun, isGreedy, rerunsOf, type Measurable } from './measurable.ts';

/** Null: the plan was never measured. */
export function storedDivergence(store: StoreReader, planHash: string): DivergenceReport | null {
  const stored = store.divergence(planHash);
  // Written by `measurePlan`, and by nothing else.
  return stored === null ? null : (stored.report as unknown as DivergenceReport);
}

/**
 * The stored report is of everything that was measured. Measuring again, stopped between two candidates, leaves as many
 * items as before, so that their numbers are looked at too.
 */
export function isCurrent(
  store: StoreReader,
  registered: RegisteredPlan,
  report: DivergenceReport,
  measurable: Measurable,
): boolean {
  const { plan, left } = report;
  const unfit = unfitOf(store, plan, measurable);
  const told = unfit.every((one) =>
    left.some(({ candidate, reason }) => candidate === one.candidate && reason === one.reason),
  );
  return (
    told &&
    report.rerun.floor === rerunPartings(store, registered, measurable.baseline).floor &&
    measurable.candidates.every(({ name }) => {
      const measured = measuredItems(store, plan, name).filter(({ sums }) => sums.tokens > 0);
      const told = report.candidates.find(({ candidate }) => candidate === name);
      if (told === undefined) return measured.length === 0;
      return told.items === measured.length && told.kl.mean === meanDivergence(measured);
    })
  );
}

/** Candidates of which items were passed over, because the baseline's answer does not fit the context. */
function unfitOf(
  store: StoreReader,
  planHash: string,
  { baseline, candidates }: Measurable,
): DivergenceReport['left'] {
  return candidates.flatMap(({ name: candidate }) => {
    const items = store.unfitItems(planHash, firstRun(baseline.name), firstRun(candidate));
    const reason = `${formatCount(items)} of its items could not be followed. Prompt and answer do not fit the context.`;
    return items === 0 ? [] : [{ candidate, reason }];
  });
}

export function makeReport(
  store: StoreReader,
  registered: RegisteredPlan,
  measurable: Measurable,
  left: DivergenceReport['left'],
  measuredAt: string,
): DivergenceReport {
  const { plan, hash } = registered;
  const { baseline, candidates } = measurable;
  const { resamples, seed } = plan;
  const rerun = rerunPartings(store, registered, baseline);
  return {
    plan: hash,
    measuredAt,
    baseline: baseline.name,
    rerun,
    candidates: candidates.flatMap(({ name }, index): readonly CandidateDivergence[] => {
      const key = firstRun(name);
      const items = measuredItems(store, hash, name);
      const partings = candidatePartings(store, hash, baseline, candidates[index] ?? baseline, rerun);
      const tokenKl = store.tokenDivergences(hash, key);
      const one = summariseDivergence(name, items, tokenKl, partings, { resamples, seed });
      return one === null ? [] : [one];
    }),
    left: [...left, ...unfitOf(store, hash, measurable)],
    resamples,
    seed,
  };
}

function measuredItems(store: StoreReader, planHash: string, candidate: string): readonly MeasuredItem[] {
  return store
    .itemDivergences(planHash, firstRun(candidate))
    .map(({ itemId, stratum, ...sums }) => ({ itemId, stratum, sums }));
}

function rerunPartings(
  store: StoreReader,
  { plan, hash }: RegisteredPlan,
  baseline: LlamaCandidate,
): RerunPartings {
  const none = (reason: string): RerunPartings => ({ paired: 0, parted: 0, floor: null, reason });
  if (!isGreedy(baseline)) return none(`The answers of ${baseline.name} are drawn, not greedy.`);
  const keys = rerunsOf(plan);
  if (keys.length === 0) return none(`${baseline.name} ran once.`);
  const first = firstRun(baseline.name);
  const paired = keys.reduce((sum, key) => sum + store.partedItems(hash, first, key).paired, 0);
  if (paired === 0) return none(`No further run of ${baseline.name} has answers whose tokens are known.`);
  const margins = keys.flatMap((key) => store.partings(hash, key).map(({ margin }) => margin));
  const floor = margins.reduce((largest, margin) => Math.max(largest, margin), 0);
  return { paired, parted: margins.length, floor, reason: null };
}

function candidatePartings(
  store: StoreReader,
  hash: string,
  baseline: LlamaCandidate,
  candidate: LlamaCandidate,
  { floor }: RerunPartings,
): CandidatePartings {
  if (![baseline, candidate].every(isGreedy)) return noPartings('Answers are drawn, not greedy.');
  const key = firstRun(candidate.name);
  const { paired } = store.partedItems(hash, firstRun(baseline.name), key);
  const partings = store.partings(hash, key).map(({ margin, kl }) => ({ margin, kl: kl ?? 0 }));
  return summarisePartings(paired, partings, floor);
}
