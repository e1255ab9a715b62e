/** Scores stored outputs with today's scorers. Outputs are read page by page and never changed. */
import type { Check, Item } from '../contract/item.ts';
import type { Output } from '../contract/output.ts';
import type { RunKey } from '../contract/plan.ts';
import { success, type Result } from '../contract/result.ts';
import { scorerVersion } from '../scoring/registry.ts';
import { needsProcess, type Scoring } from '../scoring/scoring.ts';
import type { ScoreRow, Store } from '../store/store.ts';
import { isJudged } from './judging/judge-work.ts';
import { scoreJudgedPage, type JudgedOutput } from './judging/score-judged.ts';

const pageSize = 1000;
/** Outputs that are with a process at a time: what comes of them is stored before the next are taken. */
const batchSize = 32;

export interface ScoringTask {
  readonly store: Store;
  readonly scoring: Scoring;
  readonly planHash: string;
  /** The plan's items. */
  readonly items: readonly Item[];
  /** Scores what the same scorer has scored in a process already, too. Absent: that score is kept. */
  readonly anew?: boolean;
}

/** @returns how many outputs were scored, or were scored already */
export async function scoreRun(task: ScoringTask, key: RunKey): Promise<Result<number>> {
  let scored = 0;
  for await (const page of scorePages(task, key)) {
    if (!page.ok) return page;
    scored += page.data;
  }
  return success(scored);
}

/**
 * The same, a few at a time: how many outputs of each were scored. A failure is the last. What is scored is stored
 * before the next are, so that a stop loses minutes of running programs at the most.
 */
export async function* scorePages(task: ScoringTask, key: RunKey): AsyncGenerator<Result<number>> {
  const { store, planHash, items } = task;
  const byId = new Map(items.map((item) => [item.id, item]));
  const slow = items.some(({ check }) => needsProcess(check));
  const kept = slow && task.anew !== true ? scoredInProcess(task, key) : new Set<string>();
  let after: { itemId: string; sample: number } | undefined;
  for (;;) {
    const page = store.outputs(planHash, key, { limit: pageSize, ...(after ? { after } : {}) });
    const open: Checked[] = [];
    const judged: JudgedOutput[] = [];
    for (const output of page) {
      const item = byId.get(output.itemId);
      if (!item) throw new Error(`output for ${output.itemId}, which is not an item of the plan`);
      if (isJudged(item)) judged.push({ item, output });
      else if (!kept.has(keyOf(output))) open.push({ check: item.check, output });
    }
    yield* scoreThose(task, key, open);
    yield scoreJudgedPage(store, planHash, key, judged);
    yield success(page.length - open.length - judged.length);
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = { itemId: last.itemId, sample: last.sample };
  }
}

interface Checked {
  readonly check: Check;
  readonly output: Output;
}

async function* scoreThose(
  task: ScoringTask,
  key: RunKey,
  open: readonly Checked[],
): AsyncGenerator<Result<number>> {
  const quick = open.filter(({ check }) => !needsProcess(check));
  const slow = open.filter(({ check }) => needsProcess(check));
  const batches = [quick, ...batchesOf(slow)];
  for (const batch of batches) {
    const done = await scoreBatch(task, key, batch);
    yield done;
    if (!done.ok) return;
  }
}

async function scoreBatch(
  { store, scoring, planHash }: ScoringTask,
  key: RunKey,
  batch: readonly Checked[],
): Promise<Result<number>> {
  const scores = batch.map(({ check, output }) => scoring.score(check, output));
  const byScorer = new Map<string, ScoreRow[]>();
  for (const [index, { check, output }] of batch.entries()) {
    const pending = scores[index];
    // What the text tells is there at once: 100,000 of them wait for nothing.
    const scored = pending instanceof Promise ? await pending : pending;
    if (scored === undefined) throw new Error('an output was not scored');
    if (!scored.ok) return scored;
    const scorer = scorerVersion(check.kind);
    const rows = byScorer.get(scorer) ?? [];
    rows.push({ itemId: output.itemId, sample: output.sample, score: scored.data });
    byScorer.set(scorer, rows);
  }
  for (const [scorer, rows] of byScorer) {
    const put = store.putScores(planHash, key, scorer, rows);
    if (!put.ok) return put;
  }
  return success(batch.length);
}

function batchesOf(all: readonly Checked[]): Checked[][] {
  return Array.from({ length: Math.ceil(all.length / batchSize) }, (_, index) =>
    all.slice(index * batchSize, (index + 1) * batchSize),
  );
}

/** Outputs that today's scorers have scored in a process: a program would do again what it did, and take its time again. */
function scoredInProcess({ store, planHash, items }: ScoringTask, key: RunKey): Set<string> {
  const versions = new Map(
    items.flatMap(({ id, check }) => (needsProcess(check) ? [[id, scorerVersion(check.kind)] as const] : [])),
  );
  const scored = store.scores(planHash, key).filter(({ itemId, scorer }) => versions.get(itemId) === scorer);
  return new Set(scored.map(keyOf));
}

function keyOf({ itemId, sample }: { readonly itemId: string; readonly sample: number }): string {
  return `${itemId}\u0000${sample}`;
}
