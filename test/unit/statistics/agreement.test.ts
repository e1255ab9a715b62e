import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStream } from '../../../src-main/statistics/generator.ts';
import { cohenKappa, cohenKappaOfItems, kappaOfTable } from '../../../src-main/statistics/kappa.ts';
import {
  krippendorffAlpha,
  krippendorffAlphaOfItems,
  type AlphaMetric,
} from '../../../src-main/statistics/krippendorff.ts';
import { unseenShare } from '../../../src-main/statistics/wilson.ts';

const few = {
  resamples: 20,
  get stream() {
    return createStream(1, 'agreement');
  },
};
const metrics = ['nominal', 'ordinal', 'interval'] as const;
const rating = fc.option(fc.integer({ min: 1, max: 5 }), { nil: null, freq: 4 });
const ratings = fc
  .integer({ min: 2, max: 4 })
  .chain((raters) =>
    fc.array(fc.array(rating, { minLength: raters, maxLength: raters }), { minLength: 1, maxLength: 25 }),
  );
type Ratings = readonly (readonly (number | null)[])[];
const alpha = (of: Ratings, metric: AlphaMetric): number | null => krippendorffAlpha(of, metric, few).value;

/** From the definition: every ordered pair of ratings of an item, and every ordered pair of all ratings. */
function plainAlpha(of: Ratings, metric: AlphaMetric): number | null {
  const items = of.map((item) => item.filter((one) => one !== null)).filter((item) => item.length > 1);
  const all = items.flat();
  const distance = (a: number, b: number): number => {
    if (a === b) return 0;
    if (metric === 'nominal') return 1;
    if (metric === 'interval') return (a - b) ** 2;
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const between = all.filter((one) => one >= low && one <= high).length;
    const ends = all.filter((one) => one === low || one === high).length;
    return (between - ends / 2) ** 2;
  };
  const pairs = (list: readonly number[]): number =>
    list.reduce((sum, a) => sum + list.reduce((inner, b) => inner + distance(a, b), 0), 0);
  const expected = pairs(all) / (all.length * (all.length - 1));
  const observed = items.reduce((sum, item) => sum + pairs(item) / (item.length - 1), 0) / all.length;
  return all.length === 0 || expected === 0 ? null : 1 - observed / expected;
}

const close = (one: number | null, other: number | null): void => {
  if (one === null || other === null) expect(one).toBe(other);
  else expect(one).toBeCloseTo(other, 10);
};

describe("Krippendorff's alpha", () => {
  it('is that of its definition', () => {
    fc.assert(
      fc.property(ratings, fc.constantFrom(...metrics), (of, metric) => {
        close(alpha(of, metric), plainAlpha(of, metric));
      }),
    );
  });

  it('does not mind the order of items or of raters, to the last bit of the interval', () => {
    fc.assert(
      fc.property(ratings, fc.constantFrom(...metrics), (of, metric) => {
        const result = krippendorffAlpha(of, metric, few);
        expect(krippendorffAlpha(of.toReversed(), metric, few)).toEqual(result);
        const raters = of.map((item) => item.toReversed());
        expect(krippendorffAlpha(raters, metric, few)).toEqual(result);
      }),
    );
  });

  it('minds no renaming, no order-keeping, no linear change of what its metric does not see', () => {
    const change = (of: Ratings, to: (one: number) => number): Ratings =>
      of.map((item) => item.map((one) => (one === null ? null : to(one))));
    fc.assert(
      fc.property(ratings, (of) => {
        close(
          alpha(
            change(of, (one) => (one * 3) % 7),
            'nominal',
          ),
          alpha(of, 'nominal'),
        );
        close(
          alpha(
            change(of, (one) => one ** 3),
            'ordinal',
          ),
          alpha(of, 'ordinal'),
        );
        close(
          alpha(
            change(of, (one) => 10 - 2 * one),
            'interval',
          ),
          alpha(of, 'interval'),
        );
      }),
    );
  });

  it('leaves out items that were rated once', () => {
    const two: Ratings = [
      [1, 2],
      [2, 2],
      [3, 3],
    ];
    const result = krippendorffAlpha([...two, [4, null], [null, null]], 'interval', few);
    expect(result.n).toBe(3);
    expect(result.value).toBe(alpha(two, 'interval'));
  });

  it('rests on items where several things in each were rated, and not on the things', () => {
    const things = Array.from({ length: 40 }, (_, index) =>
      index % 5 === 0 ? [1, 2] : [index % 3, index % 3],
    );
    const many = {
      resamples: 2000,
      get stream() {
        return createStream(2, 'items');
      },
    };
    const width = ({ interval }: { readonly interval: { lo: number; hi: number } | null }): number =>
      interval === null ? Number.NaN : interval.hi - interval.lo;
    // Every thing twice over, in the same item: nothing more is known than from one of them.
    const single = krippendorffAlphaOfItems(
      things.map((thing) => [thing]),
      'nominal',
      many,
    );
    const twice = krippendorffAlphaOfItems(
      things.map((thing) => [thing, thing]),
      'nominal',
      many,
    );
    expect(single).toEqual(krippendorffAlpha(things, 'nominal', many));
    expect(twice.n).toBe(40);
    expect(twice.value).toBeCloseTo(
      krippendorffAlpha([...things, ...things], 'nominal', many).value ?? 0,
      12,
    );
    expect(width(twice) / width(single)).toBeCloseTo(1, 1);
    // As if each were an item of its own it would be narrower by the root of two.
    expect(width(krippendorffAlpha([...things, ...things], 'nominal', many)) / width(single)).toBeLessThan(
      0.8,
    );
  });

  it('says why it has no value', () => {
    expect(krippendorffAlpha([[1, null]], 'nominal', few)).toEqual({
      value: null,
      interval: null,
      n: 0,
      reason: 'No item was rated twice.',
    });
    const same = krippendorffAlpha(
      [
        [2, 2],
        [2, 2],
      ],
      'nominal',
      few,
    );
    expect(same).toMatchObject({ value: null, interval: null, n: 2 });
    expect(same.reason).toMatch(/^All ratings are the same/);
    expect(() => krippendorffAlpha([[1, NaN]], 'nominal', few)).toThrow(RangeError);
  });
});

describe("Cohen's kappa", () => {
  const table = fc.array(fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 3, maxLength: 3 }), {
    minLength: 3,
    maxLength: 3,
  });

  it('does not mind which rater is the first, and lies below 1', () => {
    fc.assert(
      fc.property(table, fc.constantFrom('nominal', 'quadratic'), (counts, weights) => {
        fc.pre(counts.flat().some((count) => count > 0));
        const swapped = counts.map((_, row) => counts.map((of) => of[row] ?? 0));
        const value = kappaOfTable(counts, weights);
        close(kappaOfTable(swapped, weights), value);
        if (value !== null) expect(value).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('has the same value from ratings as from their table, and an interval around it', () => {
    const cells = [
      [20, 5, 1],
      [4, 18, 6],
      [0, 3, 23],
    ];
    const first: number[] = [];
    const second: number[] = [];
    for (const [row, counts] of cells.entries())
      for (const [column, count] of counts.entries())
        for (let item = 0; item < count; item += 1) {
          first.push(row);
          second.push(column);
        }
    for (const weights of ['nominal', 'quadratic'] as const) {
      const resampling = { resamples: 4000, stream: createStream(1, weights) };
      const { value, interval, n } = cohenKappa(first, second, 3, weights, resampling);
      expect(value).toBeCloseTo(kappaOfTable(cells, weights) ?? NaN, 12);
      expect(n).toBe(80);
      expect(interval).toMatchObject({ method: 'bootstrap', n: 80, level: 0.95 });
      const backwards = { resamples: 4000, stream: createStream(1, weights) };
      expect(cohenKappa(first.toReversed(), second.toReversed(), 3, weights, backwards).interval).toEqual(
        interval,
      );
      expect(interval?.lo).toBeLessThan(value ?? NaN);
      expect(interval?.hi).toBeGreaterThan(value ?? NaN);
      // Two standard errors of a kappa near 0.64 with 80 items are about 0.14.
      expect((interval?.hi ?? NaN) - (interval?.lo ?? NaN)).toBeGreaterThan(0.15);
      expect((interval?.hi ?? NaN) - (interval?.lo ?? NaN)).toBeLessThan(0.45);
    }
  });

  it('has an honest width where the raters never disagree', () => {
    const same = Array.from({ length: 40 }, (_, item) => item % 2);
    const { value, interval } = cohenKappa(same, same, 2, 'nominal', few);
    expect(value).toBe(1);
    expect(interval).toMatchObject({ hi: 1, method: 'wilson', n: 40 });
    expect(interval?.lo).toBeCloseTo(1 - unseenShare(40) / 0.5, 12);
  });

  it('says why it has no value or no interval', () => {
    expect(cohenKappa([0, 0], [0, 0], 2, 'nominal', few)).toMatchObject({ value: null, interval: null });
    expect(cohenKappa([], [], 2, 'nominal', few)).toMatchObject({ value: null, n: 0 });
    expect(cohenKappa([0], [1], 2, 'nominal', few)).toMatchObject({
      interval: null,
      reason: 'One item has no interval.',
    });
    const rare = cohenKappa([0, 0, 0, 1], [0, 0, 0, 0], 2, 'nominal', {
      resamples: 4000,
      stream: createStream(1, 'rare'),
    });
    expect(rare.value).toBe(0);
    expect(rare.interval).toBeNull();
    expect(rare.reason).toMatch(/^In 3\d % of the resamples all ratings are the same\.$/);
    expect(() => cohenKappa([0, 1], [0], 2, 'nominal', few)).toThrow(RangeError);
    expect(() => cohenKappa([2], [0], 2, 'nominal', few)).toThrow(RangeError);
  });
});

describe("Cohen's kappa of items with several ratings", () => {
  const things = fc.array(
    fc.record({ first: fc.integer({ min: 0, max: 2 }), second: fc.integer({ min: 0, max: 2 }) }),
    { minLength: 1, maxLength: 3 },
  );

  it('is that of all things rated, and the order of items does not matter to the last bit', () => {
    fc.assert(
      fc.property(
        fc.array(things, { minLength: 1, maxLength: 20 }),
        fc.constantFrom('nominal', 'quadratic'),
        (items, weights) => {
          const found = cohenKappaOfItems(items, 3, weights, few);
          const all = items.flat();
          close(
            found.value,
            cohenKappa(
              all.map(({ first }) => first),
              all.map(({ second }) => second),
              3,
              weights,
              few,
            ).value,
          );
          expect(found.n).toBe(items.length);
          expect(cohenKappaOfItems(items.toReversed(), 3, weights, few)).toEqual(found);
        },
      ),
    );
  });

  it('is less sure where things come in items than where each stands alone', () => {
    const many = {
      resamples: 2000,
      get stream() {
        return createStream(2, 'agreement');
      },
    };
    const items = Array.from({ length: 40 }, (_, item) =>
      Array.from({ length: 4 }, () => ({
        first: item % 2,
        second: item % 5 === 0 ? 1 - (item % 2) : item % 2,
      })),
    );
    const width = (of: ReturnType<typeof cohenKappaOfItems>): number =>
      (of.interval?.hi ?? 0) - (of.interval?.lo ?? 0);
    const together = cohenKappaOfItems(items, 2, 'nominal', many);
    const apart = cohenKappaOfItems(
      items.flat().map((one) => [one]),
      2,
      'nominal',
      many,
    );
    // Four things that always go together are one: the width grows by sqrt(4).
    expect(width(together) / width(apart)).toBeGreaterThan(1.7);
    expect(width(together) / width(apart)).toBeLessThan(2.3);
  });
});
