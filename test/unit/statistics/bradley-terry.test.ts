import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  comparability,
  eloPoints,
  preferredChance,
  strengths,
  type Wins,
} from '../../../src-main/statistics/bradley-terry.ts';
import oracle from '../../oracles/bradley-terry.json' with { type: 'json' };

function winsOf(rows: readonly (readonly number[])[]): Wins {
  return { size: rows.length, wins: Float64Array.from(rows.flat()) };
}

describe('strengths, beside a maximum likelihood found by another way', () => {
  it.each(oracle)('$name', ({ size, wins, strengths: expected }) => {
    const found = strengths({ size, wins: Float64Array.from(wins) }, 0) ?? new Float64Array();
    expect(found).toHaveLength(size);
    for (const [index, value] of found.entries())
      expect(Math.abs(value - (expected[index] ?? NaN))).toBeLessThanOrEqual(1e-8);
  });

  it('of two candidates are the ratio of their wins', () => {
    const [, value = NaN] =
      strengths(
        winsOf([
          [0, 15],
          [45, 0],
        ]),
        0,
      ) ?? [];
    expect(value).toBeCloseTo(Math.log(3), 12);
    expect(preferredChance(value)).toBeCloseTo(0.75, 12);
    expect(eloPoints(Math.LN10)).toBeCloseTo(400, 12);
  });
});

const table = fc.integer({ min: 2, max: 5 }).chain((size) =>
  fc
    .array(fc.integer({ min: 1, max: 40 }), { minLength: size * size, maxLength: size * size })
    .map((halves): Wins => ({
      size,
      wins: Float64Array.from(halves, (value, place) => (place % (size + 1) === 0 ? 0 : value / 2)),
    })),
);

describe('for every table', () => {
  it('what the model expects each to win is what each won', () => {
    fc.assert(
      fc.property(table, ({ size, wins }) => {
        const g = strengths({ size, wins }, 0) ?? new Float64Array();
        for (let i = 0; i < size; i += 1) {
          let won = 0;
          let expected = 0;
          for (let j = 0; j < size; j += 1) {
            if (i === j) continue;
            won += wins[i * size + j] ?? 0;
            const met = (wins[i * size + j] ?? 0) + (wins[j * size + i] ?? 0);
            expected += met * preferredChance((g[i] ?? NaN) - (g[j] ?? NaN));
          }
          expect(Math.abs(expected - won)).toBeLessThan(1e-7);
        }
      }),
    );
  });

  it('turning every choice round turns every sign', () => {
    fc.assert(
      fc.property(table, ({ size, wins }) => {
        const turned = wins.map((_, place) => wins[(place % size) * size + Math.floor(place / size)] ?? 0);
        const one = strengths({ size, wins }, 0) ?? new Float64Array();
        const other = strengths({ size, wins: turned }, 0) ?? new Float64Array();
        for (const [index, value] of one.entries())
          expect(Math.abs(value + (other[index] ?? NaN))).toBeLessThan(1e-8);
      }),
    );
  });
});

describe('without one scale there are no strengths', () => {
  it('groups that never met', () => {
    const wins = winsOf([
      [0, 2, 0, 0],
      [1, 0, 0, 0],
      [0, 0, 0, 4],
      [0, 0, 1, 0],
    ]);
    expect(comparability(wins)).toEqual({
      kind: 'apart',
      groups: [
        [0, 1],
        [2, 3],
      ],
    });
    expect(strengths(wins, 0)).toBeNull();
  });

  it('one that never lost, and two that never lost to a third', () => {
    expect(
      comparability(
        winsOf([
          [0, 3],
          [0, 0],
        ]),
      ),
    ).toEqual({ kind: 'unbeaten', ahead: [0] });
    const two = winsOf([
      [0, 0, 0],
      [4, 0, 1],
      [5, 2, 0],
    ]);
    expect(comparability(two)).toEqual({ kind: 'unbeaten', ahead: [1, 2] });
    expect(strengths(two, 0)).toBeNull();
  });

  it('a tie is enough to join them', () => {
    expect(
      comparability(
        winsOf([
          [0, 3.5],
          [0.5, 0],
        ]),
      ),
    ).toEqual({ kind: 'one-scale' });
  });
});
