/**
 * The order of work where candidates do not fit into memory together. Those that do form a group. A turn is a stretch of
 * the plan's positions that every group does before the next turn begins; within a group blocks alternate, as they do
 * where all fit. Turns are as long as loading asks for: it shall cost under a tenth of the time.
 *
 * Every other turn goes through the groups backwards: the group that is loaded goes on, and what drifts steadily falls on
 * all groups alike (first, last, last, first).
 */
import type { RunKey } from '../contract/plan.ts';

/** What a run costs, as measured; seconds. */
export interface MeasuredCost {
  readonly loading: number;
  /** For each output. */
  readonly output: number;
}

/** How much of the time loading may cost. */
const loadingShare = 0.1;
/** Turns that there are at least, where there are so many positions: drift then falls on all. */
const leastTurns = 2;

export interface TurnLength {
  /** Positions in each turn. */
  readonly length: number;
  readonly turns: number;
  /** What loading costs at that length, of the time in all. */
  readonly loadingShare: number;
  /** In words, where one of the two bounds cannot be kept; else null. */
  readonly remark: string | null;
}

/**
 * @param costs of the runs that still have something to do; null: not measured yet, taken for the mean of the others
 * @param rest positions that are left, at least 1
 * @param total positions of the plan
 * @param block positions in a block: no turn is shorter, unless two turns ask for it
 * @returns null where nothing is measured
 */
export function turnLength(
  costs: readonly (MeasuredCost | null)[],
  rest: number,
  total: number,
  block: number,
): TurnLength | null {
  const known = costs.filter((cost) => cost !== null);
  if (known.length === 0) return null;
  const sum = (of: (cost: MeasuredCost) => number): number =>
    (known.reduce((all, cost) => all + of(cost), 0) * costs.length) / known.length;
  const loading = sum((cost) => cost.loading);
  const output = sum((cost) => cost.output);
  const wanted = output > 0 ? Math.ceil((loading * (1 - loadingShare)) / (output * loadingShare)) : Infinity;
  const least = Math.min(rest, rest * 2 > total ? leastTurns : 1);
  const turns = Math.max(least, Math.floor(rest / Math.max(block, wanted)));
  const time = loading * turns + output * rest;
  const share = time > 0 ? (loading * turns) / time : 0;
  return {
    length: Math.ceil(rest / turns),
    turns,
    loadingShare: share,
    remark: remarkOn(share, turns, total),
  };
}

function remarkOn(share: number, turns: number, total: number): string | null {
  if (total < leastTurns)
    return 'With one answer for each candidate there is one turn: what drifts falls on some candidates more than on others.';
  if (share <= loadingShare) return null;
  const percent = Math.round(share * 100);
  return turns > 1
    ? `Loading takes about ${percent} % of the time: fewer than ${turns} turns would let what drifts fall on some candidates more than on others.`
    : `Loading takes about ${percent} % of the time: too little is left to do for it to be less.`;
}

/** Runs that fit together, each into the first group with room for it, in the plan's order; a run that fits nowhere is alone. */
export function groupsThatFit(
  keys: readonly RunKey[],
  fits: (together: readonly RunKey[]) => boolean,
): readonly (readonly RunKey[])[] {
  const groups: RunKey[][] = [];
  for (const key of keys) {
    const group = groups.find((other) => fits([...other, key]));
    if (group) group.push(key);
    else groups.push([key]);
  }
  return groups;
}

export interface TurnSteps {
  readonly groups: readonly (readonly RunKey[])[];
  /** Every position of the plan, in its order. */
  readonly order: readonly number[];
  /** Positions in a block. */
  readonly block: number;
  /** Whether the run still lacks the position; false for a run that failed. */
  readonly lacks: (key: RunKey, position: number) => boolean;
  readonly run: (key: RunKey, positions: readonly number[]) => Promise<void>;
  /** Null before it was measured. */
  readonly cost: (key: RunKey) => MeasuredCost | null;
  readonly stopped: () => boolean;
  /** Told before each turn, and once more where the first one's length was only known after its first block. */
  readonly turn: (number: number, length: TurnLength | null) => void;
}

/** Does all the work that is lacking. */
export async function takeTurns(steps: TurnSteps): Promise<void> {
  const all = steps.groups.flat();
  const lacking = (positions: readonly number[]): number[] =>
    positions.filter((position) => all.some((key) => steps.lacks(key, position)));
  let rest = lacking(steps.order);
  for (let number = 1; rest.length > 0 && !steps.stopped(); number += 1) {
    const groups = number % 2 === 1 ? steps.groups : steps.groups.toReversed();
    let length = lengthOf(steps, all, rest);
    steps.turn(number, length);
    let positions = rest.slice(0, length?.length ?? firstBlock(steps));
    for (const group of groups) {
      await alternate(group, positions, steps);
      if (length !== null || steps.stopped()) continue;
      // Nothing was known before this block. What it cost stands for all, until they have their own turn.
      length = lengthOf(steps, all, rest);
      if (length === null) continue;
      steps.turn(number, length);
      const further = rest.slice(positions.length, length.length);
      await alternate(group, further, steps);
      positions = [...positions, ...further];
    }
    rest = lacking(rest);
  }
}

/** At most half of all, so that two turns stay possible. */
function firstBlock({ order, block }: TurnSteps): number {
  return Math.min(block, Math.ceil(order.length / leastTurns));
}

function lengthOf(steps: TurnSteps, all: readonly RunKey[], rest: readonly number[]): TurnLength | null {
  const busy = all.filter((key) => rest.some((position) => steps.lacks(key, position)));
  return turnLength(busy.map(steps.cost), rest.length, steps.order.length, steps.block);
}

/** Blocks of the group's runs, each done by every run before the next begins, the first run rotating. */
async function alternate(
  group: readonly RunKey[],
  positions: readonly number[],
  { block, lacks, run, stopped }: TurnSteps,
): Promise<void> {
  for (let start = 0, turn = 0; start < positions.length; start += block, turn += 1) {
    for (let step = 0; step < group.length; step += 1) {
      const key = group[(turn + step) % group.length];
      const own = positions.slice(start, start + block).filter((position) => key && lacks(key, position));
      if (stopped()) return;
      if (key && own.length > 0) await run(key, own);
    }
  }
}
