import { expect, test } from 'vitest';
import { drawSample } from '../../../../src-main/items/sampling/draw-sample.ts';
import { weekOf } from '../../../../src-main/items/sampling/time-histogram.ts';

const day = 24 * 60 * 60 * 1000;

/** Two strata over eight weeks, nine of ten items on the first Monday. */
const items = Array.from({ length: 400 }, (_, index) => ({
  id: `i${index}`,
  stratum: index % 4 === 0 ? 'rare' : 'usual',
  time: new Date(Date.UTC(2026, 0, 5) + (index % 10 === 0 ? (index % 56) * day : 0)).toISOString(),
}));

function drawn(overTime: boolean, more: Partial<(typeof items)[number]>[] = items) {
  const result = drawSample(more as typeof items, {
    step: 'sample',
    quotas: { strata: { rare: 8 }, others: 16 },
    overTime,
    seed: 5,
  });
  if (!result.ok) throw new Error(result.error.message);
  return result.data;
}

test('a sample has its quota of each stratum, and the same seed draws the same in any order', () => {
  const { drawn: ids, record } = drawn(false);
  expect(record.strata).toEqual([
    { stratum: 'rare', available: 100, wanted: 8, drawn: 8 },
    { stratum: 'usual', available: 300, wanted: 16, drawn: 16 },
  ]);
  expect(record).toMatchObject({ before: 400, after: 24, untimed: null, seed: 5 });
  expect([...drawn(false, items.toReversed()).drawn].toSorted()).toEqual([...ids].toSorted());
});

test('over time each stratum is spread over its own weeks', () => {
  const { drawn: ids } = drawn(true);
  for (const stratum of ['rare', 'usual']) {
    const members = items.filter((item) => item.stratum === stratum);
    const weeks = (of: typeof items) => new Set(of.map(({ time }) => weekOf(time)?.monday));
    const sample = members.filter(({ id }) => ids.has(id));
    expect(weeks(sample).size).toBe(Math.min(weeks(members).size, sample.length));
  }
});

test('items without a time are counted and not drawn over time', () => {
  const untimed = items.map(({ id, stratum }) => ({ id, stratum }));
  const { drawn: ids, record } = drawn(true, untimed);
  expect(ids.size).toBe(0);
  expect(record).toMatchObject({ after: 0, untimed: 400 });
});

test('a quota that is no number of items is refused', () => {
  const settings = { step: 'sample', quotas: { strata: { rare: -1 } }, overTime: true, seed: 1 } as const;
  expect(drawSample(items, settings)).toMatchObject({ ok: false, error: { code: 'usage' } });
});
