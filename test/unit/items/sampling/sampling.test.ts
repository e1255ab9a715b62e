import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../src-main/contract/item.ts';
import { quotaSample } from '../../../../src-main/items/sampling/quota-sample.ts';
import { shuffled } from '../../../../src-main/items/sampling/shuffle.ts';
import { splitItems } from '../../../../src-main/items/sampling/split-items.ts';
import { timeHistogram, weekName, weekOf } from '../../../../src-main/items/sampling/time-histogram.ts';
import { evenShares, timeSpread } from '../../../../src-main/items/sampling/time-spread.ts';
import { createStream } from '../../../../src-main/statistics/generator.ts';

function must<T>(
  result:
    | { readonly ok: true; readonly data: T }
    | { readonly ok: false; readonly error: { readonly message: string } },
): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.data;
}

const item = (id: string, stratum: string, cluster?: string): Item => ({
  id,
  messages: [{ role: 'user', content: id }],
  stratum,
  split: 'dev',
  check: { kind: 'exact', answer: 'x' },
  ...(cluster === undefined ? {} : { cluster }),
});

const itemSet = fc
  .array(
    fc.record({
      stratum: fc.constantFrom('a', 'b', 'c'),
      cluster: fc.option(fc.constantFrom('k', 'l', 'm', 'n'), { nil: undefined }),
    }),
    {
      maxLength: 60,
    },
  )
  .map((list) => list.map(({ stratum, cluster }, index) => item(`i${index}`, stratum, cluster)));

describe('shuffling', () => {
  it('gives every order of three about as often', () => {
    const counts = new Map<string, number>();
    const stream = createStream(3, 'test');
    for (let index = 0; index < 6000; index += 1) {
      const order = shuffled(['a', 'b', 'c'], stream).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    // Chi-squared with five degrees of freedom is above 20.5 once in a thousand.
    const chiSquared = [...counts.values()].reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(chiSquared).toBeLessThan(20.5);
  });
});

describe('a sample to a quota', () => {
  const items = Array.from({ length: 90 }, (_, index) => item(`i${index}`, 'abc'[index % 3] ?? 'a'));

  it('draws what is asked of each stratum, says what was short, and records how', () => {
    const { sample, record } = must(quotaSample(items, { strata: { a: 5, b: 50, d: 2 }, others: 1 }, 7));
    expect(record.strata).toEqual([
      { stratum: 'a', available: 30, wanted: 5, drawn: 5 },
      { stratum: 'b', available: 30, wanted: 50, drawn: 30 },
      { stratum: 'c', available: 30, wanted: 1, drawn: 1 },
      { stratum: 'd', available: 0, wanted: 2, drawn: 0 },
    ]);
    expect(sample).toHaveLength(36);
    expect(record).toMatchObject({ seed: 7, generator: expect.stringContaining('xoroshiro') as unknown });
  });

  it('is the same for a seed whatever the order of the file, and another for another seed', () => {
    const ids = (list: readonly Item[], seed: number): string[] =>
      must(quotaSample(list, { strata: {}, others: 4 }, seed))
        .sample.map(({ id }) => id)
        .toSorted();
    expect(ids(items.toReversed(), 7)).toEqual(ids(items, 7));
    expect(ids(items, 8)).not.toEqual(ids(items, 7));
  });

  it('draws from a stratum the same whatever the other strata are', () => {
    const ofA = (list: readonly Item[]): string[] =>
      must(quotaSample(list, { strata: { a: 4, b: 2 } }, 7))
        .sample.filter(({ stratum }) => stratum === 'a')
        .map(({ id }) => id);
    expect(ofA(items.filter(({ stratum }) => stratum !== 'b'))).toEqual(ofA(items));
  });

  it('refuses a quota that is no number of items', () => {
    expect(quotaSample(items, { strata: { a: 1.5 } }, 1)).toMatchObject({ error: { code: 'usage' } });
  });
});

describe('weeks', () => {
  it.each([
    ['2026-01-01T00:00:00Z', '2026-W01', 3],
    ['2025-12-29T12:00:00Z', '2026-W01', 0],
    ['2027-01-03T23:59:59Z', '2026-W53', 6],
    ['2024-12-30T00:00:00Z', '2025-W01', 0],
    ['1969-12-31T00:00:00Z', '1970-W01', 2],
  ])('%s lies in %s', (time, week, weekday) => {
    const at = weekOf(time);
    expect(at === null ? null : [weekName(at.monday), at.weekday]).toEqual([week, weekday]);
  });

  it('are counted with the empty ones between, and what has no time beside them', () => {
    expect(
      timeHistogram([
        { time: '2026-01-05T10:00:00Z' },
        { time: '2026-01-20T10:00:00Z' },
        { time: '2026-01-05T11:00:00Z' },
        {},
      ]),
    ).toEqual({
      weeks: [
        { week: '2026-W02', days: [2, 0, 0, 0, 0, 0, 0] },
        { week: '2026-W03', days: [0, 0, 0, 0, 0, 0, 0] },
        { week: '2026-W04', days: [0, 1, 0, 0, 0, 0, 0] },
      ],
      untimed: 1,
    });
    expect(timeHistogram([])).toEqual({ weeks: [], untimed: 0 });
  });
});

describe('a spread over time', () => {
  it('takes as many of a quiet week as of a busy one, as far as there are', () => {
    const busy = Array.from({ length: 200 }, (_, index) => ({
      id: `b${index}`,
      time: '2026-01-05T10:00:00Z',
    }));
    const quiet = Array.from({ length: 20 }, (_, index) => ({
      id: `q${index}`,
      time: `2026-01-1${2 + (index % 5)}T10:00:00Z`,
    }));
    const few = [{ id: 'f', time: '2026-01-20T10:00:00Z' }, { id: 'none' }];
    const { sample, record } = must(timeSpread([...busy, ...quiet, ...few], 21, 3));
    expect(timeHistogram(sample).weeks.map(({ days }) => days)).toEqual([
      [10, 0, 0, 0, 0, 0, 0],
      [2, 2, 2, 2, 2, 0, 0],
      [0, 1, 0, 0, 0, 0, 0],
    ]);
    expect(record).toMatchObject({ wanted: 21, drawn: 21, untimed: 1 });
    expect(
      must(timeSpread([...busy, ...quiet, ...few].toReversed(), 21, 3))
        .sample.map(({ id }) => id)
        .toSorted(),
    ).toEqual(sample.map(({ id }) => id).toSorted());
  });

  it('has shares that add up and differ by one at most where all are large enough', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30), { maxLength: 12 }), fc.nat(200), (sizes, total) => {
        const shares = evenShares(sizes, total, createStream(1, 'test'));
        const available = sizes.reduce((sum, size) => sum + size, 0);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(Math.min(total, available));
        const open = shares.filter((share, index) => share < (sizes[index] ?? 0));
        shares.forEach((share, index) => {
          expect(share).toBeLessThanOrEqual(sizes[index] ?? 0);
        });
        if (open.length > 0) expect(Math.max(...shares) - Math.min(...open)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('a split', () => {
  it('keeps every cluster on one side, whatever the set', () => {
    fc.assert(
      fc.property(itemSet, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(), (items, share, seed) => {
        const { items: split, record } = must(splitItems(items, share, seed));
        expect(split.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
        for (const members of Map.groupBy(split, ({ id, cluster }) => cluster ?? id).values()) {
          expect(new Set(members.map((member) => member.split)).size).toBe(1);
        }
        for (const { stratum, dev, heldOut } of record.strata) {
          const members = split.filter((member) => member.stratum === stratum);
          expect(members.filter((member) => member.split === 'held_out')).toHaveLength(heldOut);
          expect(dev + heldOut).toBe(members.length);
        }
        expect(record.conflicts).toEqual([]);
      }),
    );
  });

  it('does not depend on the order of the items, and does on the seed', () => {
    fc.assert(
      fc.property(itemSet, fc.nat(), (items, seed) => {
        const bySplit = (list: readonly Item[]): string[] =>
          list
            .filter(({ split }) => split === 'held_out')
            .map(({ id }) => id)
            .toSorted();
        expect(bySplit(must(splitItems(items.toReversed(), 0.6, seed)).items)).toEqual(
          bySplit(must(splitItems(items, 0.6, seed)).items),
        );
      }),
    );
    const many = Array.from({ length: 50 }, (_, index) => item(`i${index}`, 'a'));
    expect(must(splitItems(many, 0.5, 1)).items).not.toEqual(must(splitItems(many, 0.5, 2)).items);
  });

  it('comes within half an item of the share in each stratum where nothing is clustered', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 80 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (strata, share) => {
          const items = strata.map((stratum, index) => item(`i${index}`, stratum));
          for (const { dev, heldOut } of must(splitItems(items, share, 5)).record.strata) {
            expect(Math.abs(heldOut - (dev + heldOut) * share)).toBeLessThanOrEqual(0.5 + 1e-9);
          }
        },
      ),
    );
  });

  it('leaves given splits, takes their clusters along, and makes up for them with the others', () => {
    const items = [
      { ...item('a', 's', 'k'), split: 'held_out' as const },
      item('b', 's', 'k'),
      { ...item('c', 's', 'l'), split: 'held_out' as const },
      item('d', 's', 'l'),
      ...Array.from({ length: 6 }, (_, index) => item(`i${index}`, 's')),
    ];
    const given = new Set(['a', 'c', 'd']);
    const { items: split, record } = must(splitItems(items, 0.5, 1, ({ id }) => given.has(id)));
    expect(split.slice(0, 4).map((one) => one.split)).toEqual(['held_out', 'held_out', 'dev', 'dev']);
    expect(record.conflicts).toEqual(['l']);
    expect(record.strata).toEqual([{ stratum: 's', dev: 5, heldOut: 5 }]);
  });

  it('refuses a share that is none', () => {
    expect(splitItems([], 1.2, 1)).toMatchObject({ error: { code: 'usage' } });
    expect(splitItems([], Number.NaN, 1)).toMatchObject({ error: { code: 'usage' } });
  });
});
