/** What people chose of a plan, for the command line, and as a file. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { RegisteredPlan } from '../contract/plan.ts';
import type { ReviewFigures } from '../contract/review.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { ratingsFile } from '../report/ratings-file.ts';
import { writeFailure } from '../report/write-report.ts';
import { openStore } from '../store/open.ts';
import type { StoreReader } from '../store/store.ts';
import { findPlan, type PlanReference } from './find-plan.ts';
import { freePath } from './free-name.ts';
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
  const absolute = resolve(folder);
  let path = join(absolute, `ratings-${hash.slice(0, 8)}.${format}`);
  try {
    await mkdir(absolute, { recursive: true });
    path = await freePath(path);
    await writeFile(path, ratingsFile(ratings, format), { flag: 'wx' });
  } catch (error) {
    const found = writeFailure(error, path);
    if (found === null) throw error;
    return { ok: false, error: found };
  }
  return success({ path, ratings: ratings.length });
}

export interface PlanReview {
  readonly plan: { readonly hash: string; readonly decision: string };
  readonly review: ReviewFigures;
  readonly exported: ExportedRatings | null;
}

/** Fails with `ratings_none` before the first rating. */
export async function reviewPlan(
  dataFolder: string,
  reference: PlanReference,
  toFile: { readonly format: RatingsFormat; readonly folder: string } | null,
): Promise<Result<PlanReview>> {
  const store = openStore(dataFolder);
  if (!store.ok) return store;
  try {
    const registered = await findPlan(store.data, reference);
    if (!registered.ok) return registered;
    const { hash, plan } = registered.data;
    const review = figuresOf(store.data, registered.data);
    if (review === null)
      return failure('ratings_none', `Nobody has rated answers of “${plan.decision}” yet.`, {
        next: 'Start `noisefloor serve`, open the comparison and go to Review.',
      });
    const exported =
      toFile === null ? null : await exportRatings(store.data, registered.data, toFile.format, toFile.folder);
    if (exported?.ok === false) return exported;
    return success({
      plan: { hash, decision: plan.decision },
      review,
      exported: exported?.data ?? null,
    });
  } finally {
    store.data.close();
  }
}
