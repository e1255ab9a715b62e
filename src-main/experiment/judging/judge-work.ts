/** Which outputs of a plan a judge reads, page by page. */
import type { CheckOf, Item } from '../../contract/item.ts';
import type { RegisteredPlan, RunKey } from '../../contract/plan.ts';
import { judgedText } from '../../scoring/judge/reading.ts';
import type { StoreReader, StoredOutput } from '../../store/store.ts';
import { runKeys } from '../schedule.ts';

export interface JudgedItem extends Item {
  readonly check: CheckOf<'judge'>;
}

/** An output with an answer that a judge can read. */
export interface JudgeableOutput {
  readonly item: JudgedItem;
  readonly output: StoredOutput;
  /** Without its reasoning. */
  readonly text: string;
}

const pageSize = 256;

export function isJudged(item: Item): item is JudgedItem {
  return item.check.kind === 'judge';
}

export function planRuns({ plan }: Pick<RegisteredPlan, 'plan'>): readonly RunKey[] {
  return runKeys(
    plan.candidates.map(({ name }) => name),
    plan.baseline,
    plan.replicates,
  );
}

/** In the set's order; a page may be empty where others follow. */
export function* judgeablePages(
  store: StoreReader,
  planHash: string,
  key: RunKey,
  items: ReadonlyMap<string, JudgedItem>,
): Generator<readonly JudgeableOutput[]> {
  let after: { itemId: string; sample: number } | undefined;
  for (;;) {
    const page = store.outputs(planHash, key, { limit: pageSize, ...(after ? { after } : {}) });
    yield page.flatMap((output) => {
      const item = items.get(output.itemId);
      const judged = item ? judgedText(output) : null;
      return item && judged !== null && 'text' in judged ? [{ item, output, text: judged.text }] : [];
    });
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = { itemId: last.itemId, sample: last.sample };
  }
}

/** Judged items by their ids. */
export function judgedItems(items: readonly Item[]): ReadonlyMap<string, JudgedItem> {
  return new Map(items.filter(isJudged).map((item) => [item.id, item]));
}
