/** What a measured divergence is called, and how its numbers are written. Tables are rows of cells, heads first. */
import type { Interval } from '../comparison.ts';
import type {
  CandidateDivergence,
  DivergenceReport,
  MeasuredMean,
  PartingKind,
  RerunPartings,
  StratumDivergence,
} from '../divergence.ts';
import { absent, formatCount } from './numbers.ts';

export const partingWords: Readonly<Record<PartingKind, string>> = {
  coin_toss: 'coin toss',
  damage: 'damage',
};

/** Nats, to as many places as make small ones tell: "0.0312", "0.000041", "1.25"; what is smaller still is said so. */
export function formatNats(value: number): string {
  if (value === 0) return '0';
  if (value < 0.0000005) return '< 0.000001';
  if (value >= 1) return value.toFixed(2);
  return value.toFixed(value < 0.001 ? 6 : 4);
}

/** A share in %, to one place more than usual: 99.95 is not 100. */
function formatTopShare(value: number): string {
  return (value * 100).toFixed(2);
}

function formatRatio(value: number): string {
  return `× ${value.toFixed(4)}`;
}

/** In points of probability, signed. */
function formatChange(value: number): string {
  const points = value * 100;
  const shown = Math.abs(points).toFixed(3);
  if (Number(shown) === 0) return '0.000';
  return `${points < 0 ? '−' : '+'}${shown}`;
}

function range(interval: Interval | null, format: (value: number) => string): string {
  return interval === null ? absent : `${format(interval.lo)} to ${format(interval.hi)}`;
}

function ranged({ mean, interval }: MeasuredMean, format: (value: number) => string): readonly string[] {
  return [format(mean), range(interval, format)];
}

export const divergenceColumns: readonly string[] = [
  'Candidate',
  'Mean KL',
  '95 % interval',
  'Median',
  '99th',
  'Largest',
  'Same top, %',
  '95 % interval',
  'Change of p, points',
  '95 % interval',
  'RMS',
  '95 % interval',
  'Perplexity',
  '95 % interval',
  'Items',
  'Tokens',
];

export function divergenceCells(one: CandidateDivergence): readonly string[] {
  const { kl, klPercentiles, sameTop, change, perplexityRatio } = one;
  return [
    one.candidate,
    ...ranged(kl, formatNats),
    formatNats(klPercentiles.median),
    formatNats(klPercentiles.p99),
    formatNats(klPercentiles.largest),
    ...ranged(sameTop, formatTopShare),
    ...ranged(change.mean, formatChange),
    ...ranged(change.rootMeanSquare, (value) => (value * 100).toFixed(3)),
    ...ranged(perplexityRatio, formatRatio),
    formatCount(one.items),
    formatCount(one.tokens),
  ];
}

export const stratumColumns: readonly string[] = [
  'Stratum',
  'Mean KL',
  '95 % interval',
  'Largest',
  'Same top, %',
  '95 % interval',
  'Items',
  'Tokens',
];

export function stratumCells(one: StratumDivergence): readonly string[] {
  return [
    one.stratum,
    ...ranged(one.kl, formatNats),
    formatNats(one.largestKl),
    ...ranged(one.sameTop, formatTopShare),
    formatCount(one.items),
    formatCount(one.tokens),
  ];
}

export const partingColumns: readonly string[] = [
  'Candidate',
  'Answers',
  'Parted',
  'Coin toss',
  'Damage',
  'Median margin',
  'Largest margin',
  'Median KL there',
  'Largest KL there',
];

export function partingCells({ candidate, partings }: CandidateDivergence): readonly string[] {
  const { paired, parted, kinds, margin, kl, reason } = partings;
  if (reason !== null) return [candidate, ...Array.from({ length: partingColumns.length - 1 }, () => absent)];
  const nats = (value: number | undefined): string => (value === undefined ? absent : formatNats(value));
  return [
    candidate,
    formatCount(paired),
    formatCount(parted),
    kinds === null ? absent : formatCount(kinds.coin_toss),
    kinds === null ? absent : formatCount(kinds.damage),
    nats(margin?.median),
    nats(margin?.largest),
    nats(kl?.median),
    nats(kl?.largest),
  ];
}

/** What "coin toss" and "damage" mean here, with the number that they are told apart by. */
export function floorWords({ paired, parted, floor, reason }: RerunPartings, baseline: string): string {
  if (floor === null) {
    return `What a rerun does was not measured, so that coin toss and damage cannot be told apart. ${reason ?? ''}`.trimEnd();
  }
  if (parted === 0) {
    return `No rerun of ${baseline} parted from its first run, in ${formatCount(paired)} ${paired === 1 ? 'answer' : 'answers'}: the floor is 0, and every parting at a margin above 0 counts as damage.`;
  }
  return `Reruns of ${baseline} parted in ${formatCount(parted)} of ${formatCount(paired)} answers, at margins up to ${formatNats(floor)} nats. A parting at a margin up to that is a coin toss, one above it damage.`;
}

/** Under the table of divergences. */
export function divergenceUnits(baseline: string): string {
  return `KL in nats for each token of ${baseline}’s own answers; same top: both hold the same token for the likeliest; change of the probability of ${baseline}’s token in points, and the root of its mean square; intervals of 95 % by bootstrap over items.`;
}

/** What of a measurement goes on now. @param candidate that is followed; null: nothing yet */
export function measuringWords(candidate: string | null): string {
  return candidate === null ? 'Loading the models.' : `Following the baseline’s answers with ${candidate}.`;
}

interface PartedFlips {
  readonly candidate: string;
  readonly coin_toss: { readonly lost: number; readonly gained: number };
  readonly damage: { readonly lost: number; readonly gained: number };
}

/** "Of Q4_K_M’s flips after a parting, 12 lost and 9 gained by coin toss, 31 lost and 4 gained by damage." */
export function flipsWords({ candidate, coin_toss: toss, damage }: PartedFlips): string {
  const count = ({ lost, gained }: { readonly lost: number; readonly gained: number }): string =>
    `${formatCount(lost)} lost and ${formatCount(gained)} gained`;
  return `Flips of ${candidate}: ${count(toss)} after a coin toss, ${count(damage)} after damage.`;
}

/** What is said beside two texts of the place where they part. `token` is counted from 0. */
export function partingSentence(
  token: number,
  parting: {
    readonly margin: number;
    readonly kl: number | null;
    readonly kind: PartingKind | null;
  } | null,
): string {
  const place = `first difference: token ${formatCount(token + 1)}`;
  if (parting === null) return place;
  const kl = parting.kl === null ? [] : [`KL ${formatNats(parting.kl)}`];
  const kind = parting.kind === null ? [] : [partingWords[parting.kind]];
  return [place, `margin ${formatNats(parting.margin)}`, ...kl, ...kind].join(', ');
}

interface DivergenceTable {
  readonly title: string;
  readonly lead: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The tables of a report, in order. */
export function divergenceTables({
  baseline,
  candidates,
  rerun,
}: DivergenceReport): readonly DivergenceTable[] {
  return [
    {
      title: 'How far the distributions are apart',
      lead: divergenceUnits(baseline),
      heads: divergenceColumns,
      rows: candidates.map(divergenceCells),
    },
    {
      title: 'Where greedy answers part',
      lead: floorWords(rerun, baseline),
      heads: partingColumns,
      rows: candidates.map(partingCells),
    },
    ...candidates
      .filter(({ strata }) => strata.length > 0)
      .map(({ candidate, strata }) => ({
        title: `${candidate}, divergence by stratum`,
        lead: '',
        heads: stratumColumns,
        rows: strata.map(stratumCells),
      })),
  ];
}

/** What stands below the tables: what is not known, and why. */
export function divergenceNotes({ candidates, left }: DivergenceReport): readonly string[] {
  return [
    ...candidates.flatMap(({ candidate, partings: { reason } }) =>
      reason === null ? [] : [`${candidate}: ${reason}`],
    ),
    ...left.map(({ candidate, reason }) => `${candidate} was not measured: ${reason}`),
  ];
}
