import fc from 'fast-check';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, it } from 'vitest';
import {
  resampleMeans,
  resampleStatistic,
  type ResampledGroup,
} from '../../../src-main/statistics/bootstrap.ts';
import { createStream, type Stream } from '../../../src-main/statistics/generator.ts';
import { signFlipTest } from '../../../src-main/statistics/permutation.ts';
import { percentilePair } from '../../../src-main/statistics/quantile.ts';

const score = fc.integer({ min: -1000, max: 1000 }).map((thousandths) => thousandths / 1000);
const scores = fc.array(score, { minLength: 1, maxLength: 40 });

/** The same again, in the plainest way: sums over units drawn from the stream's 16-bit halves, by their sizes. */
function plainMeans(
  sums: readonly number[],
  sizes: readonly number[],
  resamples: number,
  stream: Stream,
): number[] {
  const generator = xoroshiro128plusFromState(stream.getState());
  const n = sums.length;
  const means: number[] = [];
  for (let resample = 0; resample < resamples; resample += 1) {
    const drawn: number[] = [];
    while (drawn.length < n) {
      const draw = generator.next() >>> 0;
      for (const half of [Math.floor(draw / 65_536), draw % 65_536]) {
        if ((half * n) % 65_536 >= 65_536 % n) drawn.push(Math.floor((half * n) / 65_536));
      }
    }
    const add = (of: readonly number[]): number =>
      drawn.slice(0, n).reduce((sum, unit) => sum + (of[unit] ?? NaN), 0);
    means.push(add(sums) / add(sizes));
  }
  return means;
}

const single = (...columns: (readonly number[])[]): ResampledGroup => ({
  units: columns[0]?.length ?? 0,
  sizes: null,
  columns: columns.map((column) => Float64Array.from(column)),
  weight: 1,
});

describe('the bootstrap', () => {
  it('gives the bytes of a plain resampling from the same stream', () => {
    fc.assert(
      fc.property(fc.integer(), scores, (seed, items) => {
        const [means] = resampleMeans([single(items)], 50, createStream(seed, 'peer'));
        expect([...(means ?? [])]).toEqual(
          plainMeans(
            items,
            items.map(() => 1),
            50,
            createStream(seed, 'peer'),
          ),
        );
      }),
    );
  });

  it('resamples all columns together, and no column changes another', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1 }),
        fc.integer(),
        (items, seed) => {
          const doubled = items.map((item) => 2 * item);
          const alone = resampleMeans([single(items)], 30, createStream(seed, 'x'))[0] ?? [];
          const [one = [], two = []] = resampleMeans([single(items, doubled)], 30, createStream(seed, 'x'));
          expect([...one]).toEqual([...alone]);
          expect([...two]).toEqual(Array.from(alone, (mean) => 2 * mean));
        },
      ),
    );
  });

  it('resamples whole clusters, and divides by the items that were drawn', () => {
    const clusters = fc.array(fc.tuple(score, fc.integer({ min: 1, max: 9 })), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(clusters, fc.integer(), (units, seed) => {
        const sums = units.map(([sum]) => sum);
        const sizes = units.map(([, size]) => size);
        const group = { ...single(sums), sizes: Float64Array.from(sizes) };
        const [means = []] = resampleMeans([group], 50, createStream(seed, 'clusters'));
        expect([...means]).toEqual(plainMeans(sums, sizes, 50, createStream(seed, 'clusters')));
      }),
    );
  });

  it('weighs the means of groups that are drawn within themselves', () => {
    const groups: ResampledGroup[] = [
      { ...single([1, 1, 1]), weight: 0.25 },
      { ...single([0, 0]), weight: 0.5 },
      { ...single([-1]), weight: 0.25 },
    ];
    const [means = []] = resampleMeans(groups, 20, createStream(1, 'weights'));
    expect(new Set(means)).toEqual(new Set([0]));
  });

  it('has the spread of the mean: its standard deviation is that of the items over root n', () => {
    const items = Array.from({ length: 400 }, (_, index) => (index % 10 === 0 ? 1 : 0));
    const [means = new Float64Array()] = resampleMeans([single(items)], 4000, createStream(2, 'spread'));
    const centre = means.reduce((sum, mean) => sum + mean, 0) / means.length;
    const spread = Math.sqrt(means.reduce((sum, mean) => sum + (mean - centre) ** 2, 0) / means.length);
    expect(centre).toBeCloseTo(0.1, 2);
    expect(spread / Math.sqrt((0.1 * 0.9) / 400)).toBeCloseTo(1, 1);
  });

  it('gives any statistic of the indices', () => {
    const values = resampleStatistic(5, 10, createStream(1, 'any'), (indices) => indices.length);
    expect(values).toEqual(new Array(10).fill(5));
  });
});

/** Type 7, from its definition. */
function plainQuantile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * p;
  const below = Math.floor(position);
  const low = sorted[below] ?? NaN;
  return low + (position - below) * ((sorted[below + 1] ?? low) - low);
}

describe('percentiles', () => {
  it('are those of type 7', () => {
    fc.assert(
      fc.property(scores, fc.double({ min: 0.5, max: 0.99, noNaN: true }), (values, level) => {
        const { lo, hi } = percentilePair(Float64Array.from(values), level);
        expect(lo).toBeCloseTo(plainQuantile(values, (1 - level) / 2), 12);
        expect(hi).toBeCloseTo(plainQuantile(values, (1 + level) / 2), 12);
      }),
    );
  });

  it('are mirrored to the last bit with the values', () => {
    fc.assert(
      fc.property(scores, (values) => {
        const { lo, hi } = percentilePair(Float64Array.from(values));
        const mirrored = percentilePair(Float64Array.from(values, (value) => -value));
        expect([mirrored.lo + 0, mirrored.hi + 0]).toEqual([-hi + 0, -lo + 0]);
      }),
    );
  });

  it('have no value of nothing', () => {
    expect(() => percentilePair(new Float64Array())).toThrow(RangeError);
  });
});

/** Every sign pattern, the sums formed anew each time. */
function plainSignFlips(differences: readonly number[]): number {
  const observed = Math.abs(differences.reduce((sum, d) => sum + d, 0));
  const patterns = 2 ** differences.length;
  let far = 0;
  for (let pattern = 0; pattern < patterns; pattern += 1) {
    const sum = differences.reduce(
      (total, d, index) => total + (Math.floor(pattern / 2 ** index) % 2 === 0 ? d : -d),
      0,
    );
    if (Math.abs(sum) >= observed - 1e-9) far += 1;
  }
  return far / patterns;
}

describe('the sign-flip test', () => {
  const few = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 0, maxLength: 9 });

  it('goes through all patterns where there are few', () => {
    fc.assert(
      fc.property(few, (twentieths) => {
        const differences = twentieths.map((value) => value / 20);
        const { p, exact } = signFlipTest(differences, 100, createStream(1, 'p', 1));
        expect(exact).toBe(true);
        expect(p).toBeCloseTo(plainSignFlips(differences), 12);
      }),
    );
  });

  it('draws patterns where there are many, and comes close to all of them', () => {
    const differences = Array.from({ length: 17 }, (_, index) => ((index * 7) % 11) / 10 - 0.35);
    const exact = plainSignFlips(differences);
    const drawn = signFlipTest(differences, 20_000, createStream(4, 'p', 1));
    expect(drawn.exact).toBe(false);
    // Four standard errors of a share of 20,000.
    expect(Math.abs(drawn.p - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 20_000));
  });

  it('is never 0: the observed pattern is one of the possible ones', () => {
    const { p } = signFlipTest(new Array<number>(60).fill(1), 100, createStream(1, 'p', 1));
    expect(p).toBe(1 / 101);
  });

  it('does not mind zeros, the sign of all, or the order; the same seed gives the same p', () => {
    fc.assert(
      fc.property(fc.array(score, { minLength: 17, maxLength: 60 }), fc.integer(), (differences, seed) => {
        const of = (values: readonly number[]): number =>
          signFlipTest(values, 200, createStream(seed, 'p', 1)).p;
        const p = of(differences);
        expect(of(differences.flatMap((d) => [d, 0]))).toBe(p);
        expect(of(differences.map((d) => -d))).toBe(p);
        expect(of(differences)).toBe(p);
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is 1 where nothing differs', () => {
    expect(signFlipTest([0, 0, 0], 100, createStream(1, 'p'))).toEqual({ p: 1, exact: true });
  });
});
