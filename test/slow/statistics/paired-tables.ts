/**
 * Paired binary scores as tables of losses and gains: how likely each table is, and the primary interval of each.
 * A bootstrap of such a table needs no drawing: in the limit of many resamples its percentiles are those of the
 * difference of gains and losses among n draws, which can be summed up.
 */
import { fewFlips } from '../../../src-main/experiment/comparison/difference.ts';
import { createStream, type Stream } from '../../../src-main/statistics/generator.ts';
import { tangoInterval } from '../../../src-main/statistics/tango.ts';

export interface Ends {
  readonly lo: number;
  readonly hi: number;
}

const logFactorials: number[] = [0];
function logFactorial(n: number): number {
  for (let k = logFactorials.length; k <= n; k += 1) {
    logFactorials.push((logFactorials[k - 1] ?? 0) + Math.log(k));
  }
  return logFactorials[n] ?? NaN;
}

function binomial(k: number, n: number, p: number): number {
  if (p <= 0) return k === 0 ? 1 : 0;
  if (p >= 1) return k === n ? 1 : 0;
  const ways = logFactorial(n) - logFactorial(k) - logFactorial(n - k);
  return Math.exp(ways + k * Math.log(p) + (n - k) * Math.log1p(-p));
}

/** The whole numbers within `deviations` of a binomial mean, and a few more for skewness. */
function around(n: number, p: number, deviations: number): readonly number[] {
  const half = deviations * Math.sqrt(n * p * (1 - p));
  const from = Math.max(0, Math.floor(n * p - half - 2));
  const to = Math.min(n, Math.ceil(n * p + half + 6));
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const limits = new Map<string, Ends>();

/** The percentile interval in the limit of many resamples. */
export function limitBootstrap(losses: number, gains: number, n: number): Ends {
  const key = `${losses}/${gains}/${n}`;
  const ends = limits.get(key) ?? summedBootstrap(losses, gains, n);
  limits.set(key, ends);
  return ends;
}

function summedBootstrap(losses: number, gains: number, n: number): Ends {
  const flips = losses + gains;
  const share = flips / n;
  const gainShare = flips === 0 ? 0 : gains / flips;
  const masses = new Float64Array(2 * n + 1);
  for (const drawn of around(n, share, 5)) {
    const weight = binomial(drawn, n, share);
    if (weight < 1e-9) continue;
    for (const up of around(drawn, gainShare, 5)) {
      const difference = n + 2 * up - drawn;
      masses[difference] = (masses[difference] ?? 0) + weight * binomial(up, drawn, gainShare);
    }
  }
  const end = (from: number, step: number): number => {
    let sum = 0;
    for (let place = from; place >= 0 && place <= 2 * n; place += step) {
      sum += masses[place] ?? 0;
      if (sum >= 0.025) return (place - n) / n;
    }
    return NaN;
  };
  return { lo: end(0, 1), hi: end(2 * n, -1) };
}

/** The primary interval: Tango's with fewer flips than `threshold`, the bootstrap's otherwise. */
export class PrimaryIntervals {
  readonly #known = new Map<number, Ends>();
  readonly #n: number;
  readonly #threshold: number;

  constructor(n: number, threshold = fewFlips) {
    this.#n = n;
    this.#threshold = threshold;
  }

  of(losses: number, gains: number): Ends {
    const key = losses * (this.#n + 1) + gains;
    let ends = this.#known.get(key);
    if (!ends) {
      const flips = losses + gains;
      const few = flips < this.#threshold || losses === this.#n || gains === this.#n;
      ends = few ? tangoInterval(losses, gains, this.#n) : limitBootstrap(losses, gains, this.#n);
      this.#known.set(key, ends);
    }
    return ends;
  }
}

export interface Rates {
  readonly covered: number;
  /** The interval lies wholly above the true difference: were that the margin, the verdict would pass. */
  readonly above: number;
  /** It lies wholly below the true difference less `margin`. */
  readonly worse: number;
}

/** Items flip with probability `discordance`, whether they are right (`right`) or wrong. */
export interface Cell {
  readonly n: number;
  readonly right: number;
  readonly discordance: number;
}

export function trueDifference({ right, discordance }: Cell): number {
  return discordance * (1 - 2 * right);
}

/** Up to this many expected flips all tables are summed up; above it they are drawn. */
export const summedUp = 60;
const draws = 4000;

/** By summing over all tables, or from 4,000 seeded draws where the tables are too many. */
export function ratesOf(cell: Cell, intervals: PrimaryIntervals, margin = 0): Rates {
  const { n, right, discordance } = cell;
  const truth = trueDifference(cell);
  const rates = { covered: 0, above: 0, worse: 0 };
  let total = 0;
  const count = (losses: number, gains: number, weight: number): void => {
    const { lo, hi } = intervals.of(losses, gains);
    total += weight;
    // Half a millionth of a flip: the ends and the truth are both multiples of 1/n, up to rounding.
    const slack = 5e-7 / n;
    if (lo > truth + slack) rates.above += weight;
    else if (hi >= truth - slack) rates.covered += weight;
    if (hi < truth - margin - slack) rates.worse += weight;
  };
  if (n * discordance <= summedUp) {
    for (const flips of around(n, discordance, 5)) {
      const weight = binomial(flips, n, discordance);
      if (weight < 1e-9) continue;
      for (const losses of around(flips, right, 5)) {
        const both = weight * binomial(losses, flips, right);
        if (both > 1e-10) count(losses, flips - losses, both);
      }
    }
  } else {
    const stream = createStream(20_261_127, `${n}/${right}/${discordance}`);
    for (let draw = 0; draw < draws; draw += 1) {
      let losses = 0;
      let gains = 0;
      for (let item = 0; item < n; item += 1) {
        if (uniform(stream) >= discordance) continue;
        if (uniform(stream) < right) losses += 1;
        else gains += 1;
      }
      count(losses, gains, 1);
    }
  }
  return { covered: rates.covered / total, above: rates.above / total, worse: rates.worse / total };
}

/** In [0, 1). */
export function uniform(stream: Stream): number {
  return (stream.next() >>> 0) / 4_294_967_296;
}
