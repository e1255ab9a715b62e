/** In which order people grade answers to check a judge: items at random, so that those graded stand for all. */
import type { RegisteredPlan, RunKey } from '../../contract/plan.ts';
import { createStream, drawIndices } from '../../statistics/generator.ts';

export interface GradingTurn {
  readonly itemId: string;
  readonly key: RunKey;
}

/**
 * The items of a plan shuffled by its seed, the same for every rater and candidate; of each the baseline's answer and the
 * candidate's, whichever comes first by lot. A pair that is graded as a whole corrects a difference.
 *
 * @param ids of the judged items, in the set's order
 */
export function gradingOrder(
  { plan }: Pick<RegisteredPlan, 'plan'>,
  ids: readonly string[],
  candidate: string,
): readonly GradingTurn[] {
  const stream = createStream(plan.seed, 'grading order');
  const drawn = new Int32Array(1);
  const order = [...ids];
  for (let last = order.length - 1; last > 0; last -= 1) {
    drawIndices(stream, last + 1, drawn);
    const other = drawn[0] ?? 0;
    const [one, two] = [order[last] ?? '', order[other] ?? ''];
    order[last] = two;
    order[other] = one;
  }
  const sides = createStream(plan.seed, 'grading sides');
  return order.flatMap((itemId) => {
    const turns = [plan.baseline, candidate].map((name): GradingTurn => ({
      itemId,
      key: { candidate: name, replicate: 1 },
    }));
    return sides.next() < 0 ? turns : turns.toReversed();
  });
}
