/**
 * The order in which a plan's work is done. Pure: the same plan and seed give the same order, so that a stopped
 * plan goes on in the order it began with.
 */
import type { RunKey } from '../contract/plan.ts';
import { createStream, drawIndices } from '../statistics/generator.ts';

export interface Block {
  readonly key: RunKey;
  /** Positions in the list of work (item x sample) that the plan reads. */
  readonly positions: readonly number[];
}

/** Small enough to alternate often, large enough to keep a few sequences busy. */
const leastBlock = 64;
/** At the end of a block places stand empty until its last answer is there; this many answers of each place come before. */
const answersOfEachPlace = 16;
/** Blocks that there are at least, where that leaves each of them the least: what drifts then falls on all runs alike. */
const leastBlocks = 2;

/**
 * Positions in a block.
 *
 * @param parallel answers that are under way at the same time, of each candidate
 * @param total positions of the plan
 */
export function blockLength(parallel: readonly number[], total: number): number {
  const wanted = answersOfEachPlace * Math.max(0, ...parallel);
  return Math.max(leastBlock, Math.min(wanted, Math.ceil(total / leastBlocks)));
}

/** The plan's runs: every candidate once, the baseline as often as it has replicates, replicates first in turn. */
export function runKeys(
  candidates: readonly string[],
  baseline: string,
  replicates: number,
): readonly RunKey[] {
  return candidates.flatMap((candidate) =>
    Array.from({ length: candidate === baseline ? replicates : 1 }, (_, index) => ({
      candidate,
      replicate: index + 1,
    })),
  );
}

/**
 * Blocks of `blockSize` positions, each done by every run before the next block begins, the first run rotating
 * from block to block: warm-up, thermal drift and a busy machine fall on all runs alike.
 *
 * @param keys the runs
 * @param length number of positions
 * @param blockSize positions in a block, at least 1
 * @param seed shuffles the positions, so that every block holds a mix of strata
 */
export function interleave(
  keys: readonly RunKey[],
  length: number,
  blockSize: number,
  seed: number,
): readonly Block[] {
  const order = orderOf(length, seed);
  const blocks: Block[] = [];
  for (let start = 0, turn = 0; start < length; start += blockSize, turn += 1) {
    const positions = order.slice(start, start + blockSize);
    for (let step = 0; step < keys.length; step += 1) {
      const key = keys[(turn + step) % keys.length];
      if (key) blocks.push({ key, positions });
    }
  }
  return blocks;
}

/** The order in which a plan's positions are done, whatever its blocks are: Fisher and Yates' shuffle of 0 … length - 1. */
export function orderOf(length: number, seed: number): readonly number[] {
  const stream = createStream(seed, 'item order');
  const drawn = new Int32Array(1);
  const order = Array.from({ length }, (_, index) => index);
  for (let last = length - 1; last > 0; last -= 1) {
    drawIndices(stream, last + 1, drawn);
    const other = drawn[0] ?? 0;
    const [one, two] = [order[last], order[other]];
    if (one === undefined || two === undefined) throw new Error('a position outside of the list');
    order[last] = two;
    order[other] = one;
  }
  return order;
}
