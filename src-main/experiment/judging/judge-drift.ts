/** What another judge made of the same outputs. */
import type { Item } from '../../contract/item.ts';
import type { RegisteredPlan } from '../../contract/plan.ts';
import { readGrade } from '../../scoring/judge/reading.ts';
import type { StoreReader } from '../../store/store.ts';
import { judgeablePages, judgedItems, planRuns } from './judge-work.ts';

export interface JudgeDrift {
  /** Hashes of the judges. */
  readonly before: string;
  readonly after: string;
  /** Outputs that both read. */
  readonly outputs: number;
  /** Of those, with another grade, or with a grade by one of them only. */
  readonly different: number;
}

export function judgeDrift(
  store: StoreReader,
  registered: RegisteredPlan,
  items: readonly Item[],
  before: string,
  after: string,
): JudgeDrift {
  const judged = judgedItems(items);
  let outputs = 0;
  let different = 0;
  for (const key of planRuns(registered)) {
    for (const page of judgeablePages(store, registered.hash, key, judged)) {
      for (const { item, output } of page) {
        const gradeBy = (judge: string): number | string | null => {
          const said = store.judgement(registered.hash, key, output.itemId, output.sample, judge);
          if (said === null) return null;
          const read = readGrade(item.check, { text: said.text, finish: said.finish });
          return read.ok ? read.place : 'none';
        };
        const [one, other] = [gradeBy(before), gradeBy(after)];
        if (one === null || other === null) continue;
        outputs += 1;
        if (one !== other) different += 1;
      }
    }
  }
  return { before, after, outputs, different };
}
