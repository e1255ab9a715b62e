/** What people chose of a plan, for the command line, and as a file. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { JudgeReview } from '../contract/judge-review.ts';
import type { RegisteredPlan } from '../contract/plan.ts';
import type { ReviewFigures } from '../contract/review.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { judgeChoiceRow, judgeChoicesHead } from '../report/judge-choices-file.ts';
import { ratingsFile } from '../report/ratings-file.ts';
import { writeFailure } from '../report/write-report.ts';
import { readChoice } from '../scoring/judge/pair-reading.ts';
import { openStore } from '../store/open.ts';
import type { StoreReader } from '../store/store.ts';
import { askJudge, type JudgeAsking } from './ask-judge.ts';
import { findPlan, type PlanReference } from './find-plan.ts';
import { freePath } from './free-name.ts';
import { judgeReviewOf } from './judge-review.ts';
import { figuresOf } from './review-figures.ts';

export type RatingsFormat = 'csv' | 'jsonl';

export interface ExportedRatings {
  readonly path: string;
  readonly ratings: number;
}

/** Fails with `file_unwritable` and `store_full`. */
export async function exportRatings(
  store: StoreReader,
  { hash }: RegisteredPlan,
  format: RatingsFormat,
  folder: string,
): Promise<Result<ExportedRatings>> {
  const ratings = store.ratings(hash);
  const written = await exportTo(folder, `ratings-${hash.slice(0, 8)}.${format}`, [
    ratingsFile(ratings, format),
  ]);
  return written.ok ? success({ path: written.data, ratings: ratings.length }) : written;
}

/** Every answer of the judge whose figures these are, word by word. Fails as `exportRatings` does. */
async function exportJudgeChoices(
  store: StoreReader,
  hash: string,
  judge: JudgeReview,
  format: RatingsFormat,
  folder: string,
): Promise<Result<ExportedJudgement>> {
  const rows = store.pairJudgements(hash, judge.judgeHash, (judgement) => {
    const { text, finish, swapped } = judgement;
    const read = readChoice({ text, finish }, swapped);
    return judgeChoiceRow(judge.judge, judgement, read.ok ? read.choice : null, format);
  });
  const name = `judge-choices-${hash.slice(0, 8)}.${format}`;
  const written = await exportTo(folder, name, [judgeChoicesHead(format), ...rows]);
  return written.ok ? success({ path: written.data, answers: rows.length }) : written;
}

/** @returns the path: where the name is taken, a numbered one */
async function exportTo(folder: string, name: string, text: readonly string[]): Promise<Result<string>> {
  const absolute = resolve(folder);
  let path = join(absolute, name);
  try {
    await mkdir(absolute, { recursive: true });
    path = await freePath(path);
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    const found = writeFailure(error, path);
    if (found === null) throw error;
    return { ok: false, error: found };
  }
  return success(path);
}

interface ExportedJudgement {
  readonly path: string;
  /** Two a pair. */
  readonly answers: number;
}

export interface PlanReview {
  readonly plan: { readonly hash: string; readonly decision: string };
  /** Null: nobody rated. */
  readonly review: ReviewFigures | null;
  /** Null: the plan's judge was not asked. */
  readonly judge: JudgeReview | null;
  readonly exported: ExportedRatings | null;
  readonly exportedJudge: ExportedJudgement | null;
}

/**
 * Fails with `ratings_none` before the first rating, and as `askJudge` does where the judge is asked first.
 *
 * @param asking null: the judge is not asked; what it said before is shown
 */
export async function reviewPlan(
  dataFolder: string,
  reference: PlanReference,
  toFile: { readonly format: RatingsFormat; readonly folder: string } | null,
  asking: JudgeAsking | null = null,
): Promise<Result<PlanReview>> {
  const store = openStore(dataFolder);
  if (!store.ok) return store;
  try {
    const registered = await findPlan(store.data, reference);
    if (!registered.ok) return registered;
    const { hash, plan } = registered.data;
    const asked = asking === null ? null : await askJudge(store.data, registered.data, asking);
    if (asked?.ok === false) return asked;
    const review = figuresOf(store.data, registered.data);
    const judge = judgeReviewOf(store.data, registered.data);
    if (review === null && judge === null)
      return failure('ratings_none', `Nobody has rated answers of “${plan.decision}” yet.`, {
        next: 'Start `noisefloor serve`, open the comparison and go to Review.',
      });
    const exported =
      toFile === null ? null : await exportRatings(store.data, registered.data, toFile.format, toFile.folder);
    if (exported?.ok === false) return exported;
    const exportedJudge =
      toFile === null || judge === null
        ? null
        : await exportJudgeChoices(store.data, hash, judge, toFile.format, toFile.folder);
    if (exportedJudge?.ok === false) return exportedJudge;
    return success({
      plan: { hash, decision: plan.decision },
      review,
      judge,
      exported: exported?.data ?? null,
      exportedJudge: exportedJudge?.data ?? null,
    });
  } finally {
    store.data.close();
  }
}
