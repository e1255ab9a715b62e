/** The judge of the comparison that is open: how far it agrees with people, and where one of them is at the desk. */
import type { CallInput } from '../../src-main/contract/calls/calls.ts';
import type { Failure } from '../../src-main/contract/result.ts';
import type { Client } from '../client/client.ts';
import { createResource } from './resource.ts';

export type Desk = CallInput<'judging.read_next'>;

export function createJudgingStore(client: Client) {
  const calibration = createResource(client, 'judging.read_calibration');
  const place = createResource(client, 'judging.read_next');
  /** One grade at a time: a key that is held down grades once. */
  let grading = false;

  /** What a grade or its undoing answers with is the new place. Null, or why it could not be kept. */
  async function change(
    desk: Desk,
    work: () => Promise<Awaited<ReturnType<typeof client.call<'judging.grade_answer'>>>>,
  ): Promise<Failure | null> {
    if (grading) return null;
    grading = true;
    const answer = await work();
    grading = false;
    if (!answer.ok) return answer.error;
    if (JSON.stringify(place.store.getState().input) === JSON.stringify(desk)) place.put(answer.data);
    return null;
  }

  return {
    calibration,
    place,
    grade: (desk: Desk, turn: number, grade: string) =>
      change(desk, () => client.call('judging.grade_answer', { ...desk, turn, grade })),
    undo: (desk: Desk) => change(desk, () => client.call('judging.undo_grade', desk)),
  };
}
