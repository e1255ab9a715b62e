/** In which order people grade answers to check a judge: items at random, so that those graded stand for all. */
import type { RegisteredPlan, RunKey } from '../../contract/plan.ts';
import { createStream, drawIndices, type Stream } from '../../statistics/generator.ts';

export interface GradingTurn {
  readonly itemId: string;
  readonly key: RunKey;
}

/**
 * The items of a plan shuffled by its seed, the same for every rater; of each the answers of the baseline and of every
 * candidate one after the other, by lot. A pair that is graded as a whole corrects a difference. All candidates are in
 * one order: with one for each of them, the baseline's answers would be graded in the first, and every answer of a
 * second one be known for the candidate's.
 *
 * @param ids of the judged items, in the set's order
 */
export function gradingOrder(
  { plan }: Pick<RegisteredPlan, 'plan'>,
  ids: readonly string[],
): readonly GradingTurn[] {
  const order = shuffled(ids, createStream(plan.seed, 'grading order'));
  const names = [
    plan.baseline,
    ...plan.candidates.map(({ name }) => name).filter((name) => name !== plan.baseline),
  ];
  const lots = createStream(plan.seed, 'grading sides');
  return order.flatMap((itemId) =>
    shuffled(names, lots).map((name): GradingTurn => ({ itemId, key: { candidate: name, replicate: 1 } })),
  );
}

function shuffled(all: readonly string[], stream: Stream): readonly string[] {
  const drawn = new Int32Array(1);
  const order = [...all];
  for (let last = order.length - 1; last > 0; last -= 1) {
    drawIndices(stream, last + 1, drawn);
    const other = drawn[0] ?? 0;
    const [one, two] = [order[last] ?? '', order[other] ?? ''];
    order[last] = two;
    order[other] = one;
  }
  return order;
}
