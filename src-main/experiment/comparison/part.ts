/** One part of a comparison: overall, or the items of one stratum. */
import type { Bound, ComparisonPart, Estimate } from '../../contract/comparison.ts';
import { pooledDeviation, standardDeviation } from '../../statistics/moments.ts';
import { wilsonInterval } from '../../statistics/wilson.ts';
import { requestDifference, testFlips, type Difference } from './difference.ts';
import type { ItemTable } from './item-table.ts';
import type { StratumWeights } from './layout.ts';
import { lackOf, requestMean, scoreRange, usualLevel } from './mean-interval.ts';
import { requestExcessFlips, requestNoise } from './noise.ts';
import type { ItemScore } from './sample-scores.ts';
import { requestMissingWays } from './missing-ways.ts';
import { pairView, type PairView, type ScoreColumn } from './pair-view.ts';
import { ResamplePool } from './resample-pool.ts';
import type { Side } from './side.ts';
import { decideVerdict, type PartVerdict } from './verdict.ts';

export interface PartInput {
  /** Of the random stream: `overall`, or `stratum/` and the name. */
  readonly name: string;
  readonly table: ItemTable;
  /** Indices into the table, ascending. */
  readonly items: readonly number[];
  readonly weights: StratumWeights | null;
  readonly baseline: Side;
  readonly candidate: Side;
  readonly reruns: readonly Side[];
  readonly margin: number | null;
  readonly maxMissing: number | null;
  readonly inputsDiffer: string | null;
  /** Of the intervals of the change, of flips and of the noise floor; those of one side are 95 % ones. */
  readonly level: number;
  /** Of the same intervals once every answer is there. */
  readonly endLevel: number;
  readonly seed: number;
  readonly resamples: number;
}

export function comparePart(input: PartInput): ComparisonPart {
  const { table, weights, baseline, candidate, reruns, margin, level } = input;
  // Items that only a rerun has are no pairs, and none that are missing either.
  const items = input.items.filter((item) => baseline.items[item] != null || candidate.items[item] != null);
  const pool = new ResamplePool(input.seed, input.name, input.resamples);
  const view = pairView(table, items, weights, baseline.scores, candidate.scores);
  const requestPair = (first: ScoreColumn, second: ScoreColumn): (() => Difference) =>
    requestDifference(pool, pairView(table, items, weights, first, second), level);
  const difference = requestDifference(pool, view, level);
  const baselineEstimate = requestEstimate(pool, view, view.first, baseline);
  const candidateEstimate = requestEstimate(pool, view, view.second, candidate);
  const noiseInput = {
    table,
    items,
    weights,
    runs: [baseline, ...reruns].map(({ scores }) => scores),
    level,
  };
  const noiseFloor = requestNoise(pool, noiseInput);
  const excess = requestExcessFlips(pool, noiseInput, candidate.scores);
  const anywhere = (is: (own: ItemScore | null) => boolean): boolean =>
    items.some((item) => is(baseline.items[item] ?? null) || is(candidate.items[item] ?? null));
  const incomplete = anywhere((own) => own === null || own.missing > 0);
  const worst = incomplete ? requestPair(baseline.missingRight, candidate.missingWrong) : null;
  const best = incomplete ? requestPair(baseline.missingWrong, candidate.missingRight) : null;
  const filled = (first: ScoreColumn, second: ScoreColumn) => pairView(table, items, weights, first, second);
  const ways = incomplete
    ? requestMissingWays(
        pool,
        view,
        {
          wrong: filled(baseline.missingWrong, candidate.missingWrong),
          right: filled(baseline.missingRight, candidate.missingRight),
        },
        level,
      )
    : null;
  const unanswered = anywhere((own) => own !== null && own.answered.length < own.values.length);
  const answered = unanswered ? requestPair(baseline.answered, candidate.answered) : null;

  const found = difference();
  const noise = noiseFloor();
  const excessFlips = excess();
  const missing = missingPairs(items, baseline.scores, candidate.scores);
  const dropped = missing.baseline + missing.candidate + missing.both;
  const shared = { noise, margin, inputsDiffer: input.inputsDiffer, endLevel: input.endLevel };
  const decided = decideVerdict({ difference: found, ...shared, dropped, maxMissing: input.maxMissing });
  const boundOf = (filled: Difference): Bound | null =>
    filled.delta === null
      ? null
      : {
          delta: filled.delta,
          interval: filled.interval,
          verdict: decideVerdict({ difference: filled, ...shared, dropped: 0, maxMissing: null }).verdict,
        };
  const worstBound = worst && boundOf(worst());
  const bestBound = best && boundOf(best());
  const bounds = worstBound && bestBound && { worst: worstBound, best: bestBound };
  const onlyAnswered = answered && answered();

  return {
    n: found.n,
    dropped,
    missing,
    binary: view.binary,
    baseline: baselineEstimate(),
    candidate: candidateEstimate(),
    delta: found.delta,
    interval: found.interval,
    intervals: found.intervals,
    flips: found.flips,
    p: testFlips(view, input.seed, input.name, input.resamples),
    noise,
    excessFlips,
    ...standing(found, noise, excessFlips),
    bounds,
    missingWays: ways && ways(found, shared),
    answeredOnly: onlyAnswered && {
      n: onlyAnswered.n,
      delta: onlyAnswered.delta,
      interval: onlyAnswered.interval,
    },
    outcomes: { baseline: baseline.countOutcomes(items), candidate: candidate.countOutcomes(items) },
    margin,
    verdict: decided.verdict,
    needed: decided.needed,
    reason: reasonOf(decided, found, bounds, noise === null ? reruns.length : null),
  };
}

/** Which side lacks how many items; `both` lack those that neither has. */
function missingPairs(
  items: readonly number[],
  first: ScoreColumn,
  second: ScoreColumn,
): ComparisonPart['missing'] {
  const count = (baseline: boolean, candidate: boolean): number =>
    items.filter((item) => (first[item] == null) === baseline && (second[item] == null) === candidate).length;
  return { baseline: count(true, false), candidate: count(false, true), both: count(true, true) };
}

/** Whether the difference, or the flips, are more than the baseline's own reruns show; null without reruns. */
function standing(
  { interval }: Difference,
  noise: ComparisonPart['noise'],
  excessFlips: ComparisonPart['excessFlips'],
): Pick<ComparisonPart, 'standsOut' | 'standsOutBy'> {
  if (noise === null || (interval === null && excessFlips === null))
    return { standsOut: null, standsOutBy: [] };
  const { halfWidth } = noise;
  const byDelta = interval !== null && (interval.lo > halfWidth || interval.hi < -halfWidth);
  const byFlips = excessFlips !== null && excessFlips.interval.lo > 0;
  return {
    standsOut: byDelta || byFlips,
    standsOutBy: [...(byDelta ? (['delta'] as const) : []), ...(byFlips ? (['flips'] as const) : [])],
  };
}

function requestEstimate(
  pool: ResamplePool,
  { layout, binary }: PairView,
  scores: Float64Array,
  { items }: Side,
): () => Estimate {
  const n = layout.items.length;
  const samples = Array.from(layout.items, (item) => items[item]?.values ?? []);
  const spread = {
    n,
    betweenItemDeviation: standardDeviation(scores),
    withinItemDeviation: pooledDeviation(samples),
  };
  const lack = lackOf(layout);
  if (lack !== null) return () => ({ mean: null, interval: null, ...spread, reason: lack });
  if (binary && !layout.clustered && !layout.weighted) {
    const right = scores.filter((score) => score === 1).length;
    return () => ({ mean: right / n, interval: wilsonInterval(right, n, usualLevel), ...spread });
  }
  const mean = requestMean(pool, layout, scores, scoreRange);
  return () => {
    const { mean: value, interval } = mean();
    return { mean: value, interval, ...spread };
  };
}

function reasonOf(
  decided: PartVerdict,
  { caution, delta }: Difference,
  bounds: ComparisonPart['bounds'],
  rerunsWithoutNoise: number | null,
): string {
  const sentences = [decided.reason];
  if (delta !== null && decided.verdict !== 'not comparable') {
    if (caution !== null) sentences.push(caution);
    const verdicts = [bounds?.worst.verdict, bounds?.best.verdict];
    if (verdicts.some((verdict) => verdict != null && verdict !== decided.verdict)) {
      sentences.push(
        `Had everything that is missing gone against the candidate, the verdict would be ${verdicts[0] ?? ''}; ` +
          `had it gone for the candidate, ${verdicts[1] ?? ''}.`,
      );
    }
    if (rerunsWithoutNoise !== null) {
      sentences.push(
        rerunsWithoutNoise === 0
          ? 'The noise floor was not measured: the baseline ran once.'
          : 'The noise floor could not be measured: no item has a score in two runs of the baseline.',
      );
    }
  }
  return sentences.join(' ');
}
