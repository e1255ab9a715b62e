/** Seeded simulations of whole comparisons: how often a verdict or a warning is a false one. */
import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../../src-main/contract/comparison.ts';
import { compareScores } from '../../../src-main/experiment/comparison/compare-scores.ts';
import type { SampleScore } from '../../../src-main/experiment/comparison/sample-scores.ts';
import { createStream, type Stream } from '../../../src-main/statistics/generator.ts';
import { discordanceVariance, requiredItems } from '../../../src-main/statistics/sample-size.ts';
import { uniform } from './paired-tables.ts';

const simulations = 1000;
const resamples = 600;

interface World {
  readonly n: number;
  /** Share of items that every run, of whichever model, answers right or wrong by the toss of a coin. */
  readonly tossed: number;
  /** Share of all items that the candidate loses and gains besides. */
  readonly lost: number;
  readonly gained: number;
  readonly margin: number;
}

const right = 0.85;

/** The baseline, the candidate, and the baseline again. */
function runsOf({ n, tossed, lost, gained }: World, stream: Stream): readonly SampleScore[][] {
  const runs: SampleScore[][] = [[], [], []];
  for (let item = 0; item < n; item += 1) {
    const toss = uniform(stream) < tossed;
    const knows = uniform(stream) < right;
    const change = uniform(stream) * (1 - tossed);
    const changes = change < (knows ? lost / right : gained / (1 - right));
    for (const [place, run] of runs.entries()) {
      const own = place === 1 && changes ? !knows : knows;
      const value = (toss ? uniform(stream) < 0.5 : own) ? 1 : 0;
      run.push({ id: String(item).padStart(5, '0'), sample: 0, value, outcome: 'scored' });
    }
  }
  return runs;
}

function simulate(world: World, is: (comparison: Comparison) => boolean): number {
  const stream = createStream(20_261_128, JSON.stringify(world));
  let count = 0;
  for (let simulation = 0; simulation < simulations; simulation += 1) {
    const [baseline = [], candidate = [], rerun = []] = runsOf(world, stream);
    const guardRail = { margin: world.margin, strata: {}, maxMissing: 0 };
    if (is(compareScores({ baseline, candidate, reruns: [rerun], guardRail, seed: simulation, resamples }))) {
      count += 1;
    }
  }
  return count / simulations;
}

describe('two identical candidates', () => {
  it.each([
    [30, 0.3],
    [100, 0],
    [100, 0.1],
    [100, 0.3],
    [300, 0.1],
  ])(
    'are worse in at most 2.5 %, and stand out in at most 5 % (%i items, %d tossed)',
    { timeout: 120_000 },
    (n, tossed) => {
      let worse = 0;
      const standOut = simulate({ n, tossed, lost: 0, gained: 0, margin: 0.01 }, ({ verdict, standsOut }) => {
        if (verdict === 'worse') worse += 1;
        expect(standsOut).not.toBeNull();
        return standsOut === true;
      });
      expect(worse / simulations).toBeLessThanOrEqual(0.025);
      expect(standOut).toBeLessThanOrEqual(0.05);
    },
  );
});

describe('a true drop of exactly the margin', () => {
  it.each([
    { n: 100, tossed: 0.02, lost: 0.05, gained: 0, margin: 0.05 },
    { n: 200, tossed: 0.02, lost: 0.05, gained: 0.01, margin: 0.04 },
    { n: 200, tossed: 0, lost: 0.06, gained: 0.02, margin: 0.04 },
  ])('passes in at most 3.5 % ($n items, $lost lost, $gained gained)', { timeout: 120_000 }, (world) => {
    const passes = simulate(
      world,
      ({ verdict }) => verdict === 'within the guard rail' || verdict === 'better',
    );
    expect(passes).toBeLessThanOrEqual(0.035);
  });
});

describe('the number of items for a margin', () => {
  it(
    'settles it with about the power asked for, where nothing is lost on balance',
    { timeout: 120_000 },
    () => {
      const margin = 0.08;
      const n = requiredItems({ variance: discordanceVariance(0.2), power: 0.8 }, margin);
      const world = { n, tossed: 0, lost: 0.1, gained: 0.1, margin };
      const settled = simulate(
        world,
        ({ verdict }) => verdict === 'within the guard rail' || verdict === 'better',
      );
      expect(n).toBe(246);
      expect(settled).toBeGreaterThan(0.74);
      expect(settled).toBeLessThan(0.86);
    },
  );
});

describe('intervals of fractions and of clusters', () => {
  const covers = ({ interval }: Comparison, truth: number): boolean =>
    interval !== null && interval.lo <= truth && truth <= interval.hi;

  it('cover the true difference of fractional scores in 93 % to 97 %', { timeout: 120_000 }, () => {
    const stream = createStream(1, 'fractions');
    let covered = 0;
    for (let simulation = 0; simulation < simulations; simulation += 1) {
      const run = (shift: number): SampleScore[] =>
        Array.from({ length: 80 }, (_, item) => ({
          id: String(item).padStart(3, '0'),
          sample: 0,
          value: Math.min(1, Math.floor(uniform(stream) * 4 + shift) / 4),
          outcome: 'scored',
        }));
      // Scores 0, 1/4, 1/2, 3/4 alike, mean 3/8; a shift of 0.5 makes half of them one step more, up to 1.
      const comparison = compareScores({
        baseline: run(0),
        candidate: run(0.5),
        reruns: [],
        guardRail: null,
        seed: simulation,
        resamples,
      });
      if (covers(comparison, 0.125)) covered += 1;
    }
    expect(covered / simulations).toBeGreaterThanOrEqual(0.93);
    expect(covered / simulations).toBeLessThanOrEqual(0.97);
  });

  it(
    'cover it with clusters that flip together, where an interval over items would not',
    { timeout: 120_000 },
    () => {
      const stream = createStream(1, 'clusters');
      let covered = 0;
      let unclustered = 0;
      for (let simulation = 0; simulation < simulations; simulation += 1) {
        const flips = Array.from({ length: 60 }, () => uniform(stream) < 0.3);
        const run = (candidate: boolean, labelled: boolean): SampleScore[] =>
          Array.from({ length: 180 }, (_, item) => ({
            id: String(item).padStart(3, '0'),
            sample: 0,
            value: candidate && flips[Math.floor(item / 3)] === true ? 0 : 1,
            outcome: 'scored',
            cluster: labelled ? `document-${Math.floor(item / 3)}` : undefined,
          }));
        const of = (labelled: boolean): Comparison =>
          compareScores({
            baseline: run(false, labelled),
            candidate: run(true, labelled),
            reruns: [],
            guardRail: null,
            seed: simulation,
            resamples: 300,
          });
        if (covers(of(true), -0.3)) covered += 1;
        if (covers(of(false), -0.3)) unclustered += 1;
      }
      expect(covered / simulations).toBeGreaterThanOrEqual(0.92);
      expect(covered / simulations).toBeLessThanOrEqual(0.97);
      expect(unclustered / simulations).toBeLessThan(0.85);
    },
  );
});
