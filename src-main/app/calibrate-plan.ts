/** How far a plan's judge agrees with people: their labels taken in from a file, and the figures. */
import type { Calibration } from '../contract/calibration.ts';
import type { Item } from '../contract/item.ts';
import type { RegisteredPlan } from '../contract/plan.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { calibrate } from '../experiment/judging/calibrate.ts';
import { judgedItems } from '../experiment/judging/judge-work.ts';
import { readLabelFile, type FileLabel } from '../items/label-file.ts';
import { gradesOf, placeOfGrade } from '../scoring/judge/scale.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { findPlan, type PlanReference } from './find-plan.ts';

/**
 * @param labels path of a label file; its labels are kept, all of them or none
 * @returns `plan_invalid` where the plan has no judge; `outputs_broken` with the line of a label that is for nothing here
 */
export async function calibratePlan(
  dataFolder: string,
  reference: PlanReference,
  labels?: string,
): Promise<Result<Calibration>> {
  const read = labels === undefined ? success([]) : await readLabelFile(labels);
  if (!read.ok) return read;
  const store = openStore(dataFolder);
  if (!store.ok) return store;
  try {
    const registered = await findPlan(store.data, reference);
    if (!registered.ok) return registered;
    const now = new Date().toISOString();
    const items = store.data.readPlanItems(registered.data.hash, now);
    if (!items.ok) return items;
    const taken = takeLabels(store.data, registered.data, items.data, read.data, labels ?? '', now);
    if (!taken.ok) return taken;
    const found = calibrate(store.data, registered.data, items.data);
    return found === null ? noJudge() : success(found);
  } finally {
    store.data.close();
  }
}

export function noJudge() {
  return failure('plan_invalid', 'The plan has no judge, so there is nothing to calibrate.', {
    next: 'Write `judge:` into a plan whose items have checks of kind judge, and run it.',
  });
}

function takeLabels(
  store: Store,
  { hash }: RegisteredPlan,
  items: readonly Item[],
  labels: readonly FileLabel[],
  file: string,
  at: string,
): Result<void> {
  const judged = judgedItems(items);
  const runs = store.runs(hash);
  for (const label of labels) {
    const item = judged.get(label.itemId);
    const key = { candidate: label.candidate, replicate: label.replicate };
    const wrong = (words: string) =>
      failure('outputs_broken', `${file}, line ${label.line}: ${words}.`, {
        next: 'Labels are for outputs of this plan that its judge reads; nothing was taken from the file.',
        where: { file, line: label.line, item: label.itemId },
      });
    if (!item) return wrong(`the plan has no item ${JSON.stringify(label.itemId)} that a judge reads`);
    if (!runs.some((run) => run.key.candidate === key.candidate && run.key.replicate === key.replicate))
      return wrong(`the plan has no run ${label.replicate} of ${JSON.stringify(label.candidate)}`);
    if (store.output(hash, key, label.itemId, label.sample) === null)
      return wrong(`there is no output of ${label.candidate} for ${label.itemId}, sample ${label.sample}`);
    const grades = gradesOf(item.check.scale);
    if (placeOfGrade(label.grade, grades) === null)
      return wrong(`${JSON.stringify(label.grade)} is none of ${grades.join(', ')}`);
  }
  return store.putJudgeLabels(
    hash,
    labels.map(({ itemId, candidate, replicate, sample, rater, grade }) => ({
      key: { candidate, replicate },
      itemId,
      sample,
      rater,
      grade,
      at,
    })),
  );
}
