import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueAfterMinutes, stretchOf } from '../../../../src-main/experiment/review/break-reminder.ts';
import { againAfter, showings } from '../../../../src-main/experiment/review/order.ts';

const pair = { one: 'bf16', other: 'q4_k_m' };
const itemsOf = (count: number) => Array.from({ length: count }, (_, index) => `item-${index}`);

describe('the order in which a rater sees items', () => {
  it('has every item once as new, and every eighth time one of the last eight again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.string({ minLength: 1 }),
        fc.integer(),
        (n, rater, seed) => {
          const all = showings(itemsOf(n), pair, rater, seed);
          const fresh = all.filter(({ turn }) => turn === 0);
          expect(fresh.map(({ item }) => item).sort()).toEqual(itemsOf(n).sort());
          const again = all.filter(({ turn }) => turn === 1);
          expect(again).toHaveLength(Math.floor(n / againAfter));
          for (const [index, showing] of again.entries()) {
            const place = all.indexOf(showing);
            const before = all.findIndex(({ item, turn }) => item === showing.item && turn === 0);
            // Neither out of another eight, nor while the first sight is fresh.
            expect(place - before).toBeLessThanOrEqual(againAfter);
            expect(place - before).toBeGreaterThan(3);
            const changedOver = all[before]?.swapped !== showing.swapped;
            expect(changedOver).toBe(index % 2 === 0);
          }
        },
      ),
    );
  });

  it('does not depend on the order of the items, and is another for another rater, pair or seed', () => {
    const items = itemsOf(40);
    const usual = showings(items, pair, 'Ada', 7);
    expect(showings(items.toReversed(), pair, 'Ada', 7)).toEqual(usual);
    expect(showings(items, pair, 'Ben', 7)).not.toEqual(usual);
    expect(showings(items, { ...pair, other: 'q2_k' }, 'Ada', 7)).not.toEqual(usual);
    expect(showings(items, pair, 'Ada', 8)).not.toEqual(usual);
  });

  it('shows raters who stop early many of the same items, on sides of their own', () => {
    const fresh = (rater: string) =>
      showings(itemsOf(500), pair, rater, 7)
        .filter(({ turn }) => turn === 0)
        .slice(0, 60);
    const [ada, ben] = [fresh('Ada'), fresh('Ben')];
    const same = ada.filter(({ item }, index) => ben[index]?.item === item);
    // The first 20, and 8 of the 40 after them; two orders without anything in common have none, or one, by chance.
    expect(same.length).toBeGreaterThanOrEqual(28);
    expect(same.slice(0, 20).map(({ item }) => item)).toEqual(ada.slice(0, 20).map(({ item }) => item));
    expect([24, 29, 34, 39, 44, 49, 54, 59].every((place) => ada[place]?.item === ben[place]?.item)).toBe(
      true,
    );
    expect(ada.slice(20).map(({ item }) => item)).not.toEqual(ben.slice(20).map(({ item }) => item));
    const sides = ada.slice(0, 20).filter(({ swapped }, index) => swapped !== ben[index]?.swapped);
    // Sides of their own differ on half of the 20; on none, or on all, once in half a million pairs of raters.
    expect(sides.length).toBeGreaterThan(0);
    expect(sides.length).toBeLessThan(20);
  });

  it('puts each candidate first about as often', () => {
    const first = showings(itemsOf(4000), pair, 'Ada', 7).filter(
      ({ turn, swapped }) => turn === 0 && swapped,
    );
    // Four standard deviations of a fair coin.
    expect(Math.abs(first.length - 2000)).toBeLessThan(127);
  });
});

describe('a break', () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 10, 30, 9, minutes)).toISOString();
  const every = (step: number, from: number, to: number) =>
    Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => at(to - index * step));

  it('is due after 90 minutes of choosing', () => {
    expect(stretchOf(every(1, 0, 89), at(89))).toEqual({ minutes: 89, due: false });
    expect(stretchOf(every(1, 0, 90), at(90))).toEqual({ minutes: dueAfterMinutes, due: true });
  });

  it('of ten minutes starts anew', () => {
    const times = [...every(1, 100, 120), ...every(1, 0, 90)];
    expect(stretchOf(times, at(121))).toEqual({ minutes: 21, due: false });
    expect(stretchOf(every(1, 0, 95), at(106))).toEqual({ minutes: 0, due: false });
    expect(stretchOf([], at(0))).toEqual({ minutes: 0, due: false });
  });

  it('is not made by nine minutes over one item', () => {
    expect(stretchOf([...every(1, 60, 99), ...every(1, 0, 51)], at(99)).minutes).toBe(99);
  });
});
