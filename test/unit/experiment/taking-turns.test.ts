import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunKey } from '../../../src-main/contract/plan.ts';
import { orderOf } from '../../../src-main/experiment/schedule.ts';
import {
  groupsThatFit,
  takeTurns,
  turnLength,
  type MeasuredCost,
  type TurnLength,
} from '../../../src-main/experiment/taking-turns.ts';

const keys: readonly RunKey[] = [
  { candidate: 'bf16', replicate: 1 },
  { candidate: 'bf16', replicate: 2 },
  { candidate: 'q8_0', replicate: 1 },
  { candidate: 'q2_k', replicate: 1 },
];
const name = ({ candidate, replicate }: RunKey): string => `${candidate}#${replicate}`;
const cost = (loading: number, output: number): MeasuredCost => ({ loading, output });

describe('the length of a turn', () => {
  test('is what keeps loading at a tenth of the time', () => {
    // 40 s of loading and 1 s an output, over four runs: 360 outputs of each take nine times as long.
    const found = turnLength(Array<MeasuredCost>(4).fill(cost(40, 1)), 1000, 1000, 64);
    // 360 would do; two turns of 500 have no short third one after them.
    expect(found).toMatchObject({ turns: 2, length: 500, remark: null });
    expect(found?.loadingShare).toBeCloseTo(80 / 1080, 10);
    expect(turnLength([cost(40, 1)], 3600, 3600, 64)).toMatchObject({ turns: 10, length: 360 });
  });

  test('is no shorter than a block, and says where two turns cost more than a tenth', () => {
    expect(turnLength([cost(0.1, 1)], 640, 640, 64)).toMatchObject({ turns: 10, length: 64 });
    const dear = turnLength([cost(100, 1), cost(100, 1)], 100, 100, 64);
    expect(dear).toMatchObject({ turns: 2, length: 50 });
    expect(dear?.remark).toBe(
      'Loading takes about 67 % of the time: fewer than 2 turns would let what drifts fall on some candidates more than on others.',
    );
    // Little is left of a plan that was stopped: it is done in one go.
    expect(turnLength([cost(100, 1)], 10, 1000, 64)).toMatchObject({ turns: 1, length: 10 });
    expect(turnLength([cost(1, 1)], 1, 1, 64)?.remark).toContain('there is one turn');
  });

  test('takes what is not measured for the mean of what is, and nothing for nothing', () => {
    const known = turnLength([cost(10, 1), cost(30, 3)], 9000, 9000, 64);
    expect(turnLength([cost(10, 1), null, cost(30, 3)], 9000, 9000, 64)).toEqual(known);
    expect(turnLength([null, null], 100, 100, 64)).toBeNull();
  });

  test('keeps both bounds, whatever was measured', () => {
    const measured = fc.record({
      loading: fc.double({ min: 0, max: 1000, noNaN: true }),
      output: fc.double({ min: 1e-4, max: 100, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(measured, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 5000 }),
        (costs, total) => {
          const found = turnLength(costs, total, total, 64);
          if (found === null) throw new Error('it was measured');
          expect(found.length * found.turns).toBeGreaterThanOrEqual(total);
          if (total > 1) expect(found.turns).toBeGreaterThanOrEqual(2);
          if (found.turns > 2) expect(found.loadingShare).toBeLessThanOrEqual(0.1 + 1e-9);
          expect(found.remark === null).toBe(found.loadingShare <= 0.1 && total > 1);
        },
      ),
    );
  });
});

test('groups hold what fits together, in the plan’s order; what fits nowhere is alone', () => {
  const sizes: Readonly<Record<string, number>> = { bf16: 16, q8_0: 8, q2_k: 4 };
  const fitting = (budget: number) =>
    groupsThatFit(
      keys,
      (together) => together.reduce((sum, { candidate }) => sum + (sizes[candidate] ?? 0), 0) <= budget,
    ).map((group) => group.map(name));
  expect(fitting(100)).toEqual([['bf16#1', 'bf16#2', 'q8_0#1', 'q2_k#1']]);
  expect(fitting(28)).toEqual([['bf16#1', 'q8_0#1', 'q2_k#1'], ['bf16#2']]);
  expect(fitting(12)).toEqual([['bf16#1'], ['bf16#2'], ['q8_0#1', 'q2_k#1']]);
});

/** A clock and a memory that holds one group, in place of real ones. */
class MadeUpRuns {
  readonly done = new Map<string, number[]>();
  readonly log: string[] = [];
  readonly turns: (TurnLength | null)[] = [];
  loads = 0;
  readonly #groups: readonly (readonly RunKey[])[];
  readonly #seconds: MeasuredCost;
  readonly #stopAfter: number;
  readonly #measured = new Set<string>();
  #loaded = new Set<string>();
  #blocks = 0;

  constructor(groups: readonly (readonly RunKey[])[], seconds: MeasuredCost, stopAfter = Infinity) {
    this.#groups = groups;
    this.#seconds = seconds;
    this.#stopAfter = stopAfter;
  }

  /** Another process: nothing is loaded, and what was done is there. */
  again(): MadeUpRuns {
    const next = new MadeUpRuns(this.#groups, this.#seconds);
    for (const [key, positions] of this.done) next.done.set(key, [...positions]);
    return next;
  }

  go(length: number, block: number, seed = 1): Promise<void> {
    return takeTurns({
      groups: this.#groups,
      order: orderOf(length, seed),
      block,
      lacks: (key, position) => !(this.done.get(name(key)) ?? []).includes(position),
      run: (key, positions) => {
        const group = this.#groups.find((other) => other.includes(key)) ?? [];
        if (!this.#loaded.has(name(key))) {
          this.loads += 1;
          // Another group's runs make room.
          this.#loaded = new Set([...this.#loaded].filter((loaded) => group.map(name).includes(loaded)));
          this.#loaded.add(name(key));
        }
        this.done.set(name(key), [...(this.done.get(name(key)) ?? []), ...positions]);
        this.#measured.add(name(key));
        this.log.push(`${name(key)}:${positions.length}`);
        this.#blocks += 1;
        return Promise.resolve();
      },
      cost: (key) => (this.#measured.has(name(key)) ? this.#seconds : null),
      stopped: () => this.#blocks >= this.#stopAfter,
      turn: (_, length) => this.turns.push(length),
    });
  }
}

const [one, two, three, four] = keys;
const pairs = [
  [one, three],
  [two, four],
].map((group) => group.filter((key) => key !== undefined));

test('the first block of the first group tells how long a turn is; groups then go forth and back', async () => {
  const runs = new MadeUpRuns(pairs, cost(20, 1));
  // 9 x 20 s of loading: 180 outputs a turn; two turns of 200.
  await runs.go(400, 50);
  const turn = (first: readonly string[]): string[] =>
    [0, 1, 2, 3].flatMap((block) => (block % 2 === 0 ? first : first.toReversed()).map((key) => `${key}:50`));
  const [bf16, rerun] = [
    ['bf16#1', 'q8_0#1'],
    ['bf16#2', 'q2_k#1'],
  ] as const;
  // The first turn's second part begins its rotation anew.
  expect(runs.log.slice(0, 2)).toEqual(bf16.map((key) => `${key}:50`));
  expect(runs.log.slice(2, 8)).toEqual(turn(bf16).slice(0, 6));
  expect(runs.log.slice(8, 16)).toEqual(turn(rerun));
  expect(runs.log.slice(16, 24)).toEqual(turn(rerun));
  expect(runs.log.slice(24)).toEqual(turn(bf16));
  // The second group stays loaded between the turns: six loads, not eight.
  expect(runs.loads).toBe(6);
  expect(runs.turns.map((length) => length?.length ?? null)).toEqual([null, 200, 200]);
});

test('every run does every position once, in the plan’s order, also through a stop in the middle', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 150 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: 30 }),
      fc.double({ min: 0, max: 50, noNaN: true }),
      async (length, block, stopAfter, loading) => {
        const first = new MadeUpRuns(pairs, cost(loading, 1), stopAfter);
        await first.go(length, block);
        const second = first.again();
        await second.go(length, block);
        for (const key of keys) expect(second.done.get(name(key))).toEqual(orderOf(length, 1));
      },
    ),
    { numRuns: 60 },
  );
});

test('what is done already is not loaded for', async () => {
  const first = new MadeUpRuns(pairs, cost(1, 1));
  await first.go(20, 10);
  const again = first.again();
  again.done.set('q2_k#1', []);
  await again.go(20, 10);
  expect(new Set(again.log.map((line) => line.split(':')[0]))).toEqual(new Set(['q2_k#1']));
  expect(again.loads).toBe(1);
});
