/** Scores stored outputs with today's scorers. Outputs are read page by page and never changed. */
import type { Item } from '../contract/item.ts';
import type { RunKey } from '../contract/plan.ts';
import { success, type Result } from '../contract/result.ts';
import { score, scorerVersion } from '../scoring/registry.ts';
import type { ScoreRow, Store } from '../store/store.ts';

const pageSize = 1000;

/**
 * @param items the plan's items
 * @returns how many outputs were scored
 */
export function scoreRun(
  store: Store,
  planHash: string,
  key: RunKey,
  items: readonly Item[],
): Result<number> {
  let scored = 0;
  for (const page of scorePages(store, planHash, key, items)) {
    if (!page.ok) return page;
    scored += page.data;
  }
  return success(scored);
}

/** The same, page by page: how many outputs of each were scored. A failure is the last. */
export function* scorePages(
  store: Store,
  planHash: string,
  key: RunKey,
  items: readonly Item[],
): Generator<Result<number>> {
  const checks = new Map(items.map((item) => [item.id, item.check]));
  let after: { itemId: string; sample: number } | undefined;
  for (;;) {
    const page = store.outputs(planHash, key, { limit: pageSize, ...(after ? { after } : {}) });
    const byScorer = new Map<string, ScoreRow[]>();
    for (const output of page) {
      const check = checks.get(output.itemId);
      if (!check) throw new Error(`output for ${output.itemId}, which is not an item of the plan`);
      const rows = byScorer.get(scorerVersion(check.kind)) ?? [];
      rows.push({ itemId: output.itemId, sample: output.sample, score: score(check, output) });
      byScorer.set(scorerVersion(check.kind), rows);
    }
    for (const [scorer, rows] of byScorer) {
      const put = store.putScores(planHash, key, scorer, rows);
      if (!put.ok) {
        yield put;
        return;
      }
    }
    yield success(page.length);
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = { itemId: last.itemId, sample: last.sample };
  }
}
