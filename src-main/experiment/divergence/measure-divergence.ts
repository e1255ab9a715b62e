/** Feeds a candidate the baseline's own answers and says how far its next-token distributions are from the baseline's. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CandidateDivergence, MeasuredMean } from '../../contract/divergence.ts';
import type { Message } from '../../contract/item.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import type { Tracer } from '../../engine/tracer.ts';
import { resampleMeans } from '../../statistics/bootstrap.ts';
import {
  itemDivergence,
  ratioError,
  tokenDivergence,
  type ItemDivergence,
  type TokenDivergence,
} from '../../statistics/divergence.ts';
import { createStream } from '../../statistics/generator.ts';
import { percentilePair } from '../../statistics/quantile.ts';
import { readRow } from '../read-row.ts';

/** One of the baseline's answers, and what either side was asked for it. */
export interface FollowedAnswer {
  readonly itemId: string;
  readonly baseline: readonly Message[];
  readonly candidate: readonly Message[];
  /** At least one. */
  readonly tokens: readonly number[];
}

export interface Resampling {
  readonly resamples: number;
  readonly seed: number;
}

const level = 0.95;
/** Answers whose logits lie on the disk at a time: one of a thousand tokens takes 600 MB for each side. */
const answersAtOnce = 1;
const furthestItems = 10;

/**
 * Both models are open at the same time; logits go over files, a few answers at a time, so that neither memory nor
 * disk grows with the number of items.
 *
 * @param progress told of the answers that are done
 * @returns fails where a tracer does, and with `plan_invalid` where the two vocabularies are not of one size
 */
export async function measureDivergence(
  name: string,
  tracers: { readonly baseline: Tracer; readonly candidate: Tracer },
  answers: readonly FollowedAnswer[],
  resampling: Resampling,
  signal: AbortSignal,
  progress: (done: number) => void = () => undefined,
): Promise<Result<CandidateDivergence>> {
  const folder = await mkdtemp(join(tmpdir(), 'noisefloor-divergence-'));
  const items: { readonly itemId: string; readonly sums: ItemDivergence }[] = [];
  const allKl: number[] = [];
  try {
    for (let from = 0; from < answers.length; from += answersAtOnce) {
      const some = answers.slice(from, from + answersAtOnce);
      const followed = await followBoth(name, tracers, some, folder, signal);
      if (!followed.ok) return followed;
      for (const [index, tokens] of followed.data.entries()) {
        items.push({ itemId: some[index]?.itemId ?? '', sums: itemDivergence(tokens) });
        for (const { kl } of tokens) allKl.push(kl);
      }
      progress(items.length);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return success(summary(name, items, Float64Array.from(allKl).sort(), resampling));
}

/** For each answer the divergence at each of its tokens. */
async function followBoth(
  name: string,
  { baseline, candidate }: { readonly baseline: Tracer; readonly candidate: Tracer },
  answers: readonly FollowedAnswer[],
  folder: string,
  signal: AbortSignal,
): Promise<Result<readonly (readonly TokenDivergence[])[]>> {
  const files = { baseline: join(folder, 'baseline'), candidate: join(folder, 'candidate') };
  const one = await baseline.follow(
    {
      answers: answers.map((answer) => ({ messages: answer.baseline, tokens: answer.tokens })),
      file: files.baseline,
    },
    signal,
  );
  if (!one.ok) return one;
  const two = await candidate.follow(
    {
      answers: answers.map((answer) => ({ messages: answer.candidate, tokens: answer.tokens })),
      file: files.candidate,
    },
    signal,
  );
  if (!two.ok) return two;
  const { vocabulary } = one.data;
  if (two.data.vocabulary !== vocabulary) {
    return failure(
      'plan_invalid',
      `${name} has a vocabulary of ${two.data.vocabulary} tokens and the baseline one of ${vocabulary}: their distributions cannot be compared.`,
      { next: 'Compare versions of the same model.' },
    );
  }
  const readers = [await open(files.baseline), await open(files.candidate)] as const;
  try {
    const p = new Float32Array(vocabulary);
    const q = new Float32Array(vocabulary);
    const all: TokenDivergence[][] = [];
    let at = 0;
    for (const { tokens } of answers) {
      const found: TokenDivergence[] = [];
      for (const token of tokens) {
        await Promise.all([readRow(readers[0], p, at), readRow(readers[1], q, at)]);
        found.push(tokenDivergence(p, q, token));
        at += p.byteLength;
      }
      all.push(found);
    }
    return success(all);
  } finally {
    for (const reader of readers) await reader.close();
  }
}

function summary(
  candidate: string,
  items: readonly { readonly itemId: string; readonly sums: ItemDivergence }[],
  sortedKl: Float64Array,
  resampling: Resampling,
): CandidateDivergence {
  const sums = items.map((item) => item.sums);
  const total = (value: (sums: ItemDivergence) => number): number =>
    sums.reduce((sum, one) => sum + value(one), 0);
  const tokens = sortedKl.length;
  const [klInterval = null, topInterval = null] = intervals(sums, resampling);
  const sizes = sums.map((one) => one.tokens);
  return {
    candidate,
    items: items.length,
    tokens,
    kl: { mean: total(({ kl }) => kl) / tokens, interval: klInterval },
    klPercentiles: {
      median: quantile(sortedKl, 0.5),
      p90: quantile(sortedKl, 0.9),
      p99: quantile(sortedKl, 0.99),
      p999: quantile(sortedKl, 0.999),
      largest: sortedKl.at(-1) ?? 0,
    },
    sameTop: { mean: total(({ sameTop }) => sameTop) / tokens, interval: topInterval },
    change: {
      mean: total(({ change }) => change) / tokens,
      rootMeanSquare: Math.sqrt(total(({ squaredChange }) => squaredChange) / tokens),
    },
    perplexityRatio: {
      ratio: Math.exp(total(({ logRatio }) => logRatio) / tokens),
      logError: ratioError(
        sums.map(({ logRatio }) => logRatio),
        sizes,
      ),
    },
    furthest: items
      .map(({ itemId, sums: one }) => ({ itemId, kl: one.kl / one.tokens, tokens: one.tokens }))
      .toSorted((a, b) => b.kl - a.kl)
      .slice(0, furthestItems),
  };
}

/** Items are the units, tokens their size: tokens of one answer are not independent of each other. */
function intervals(
  sums: readonly ItemDivergence[],
  { resamples, seed }: Resampling,
): readonly MeasuredMean['interval'][] {
  if (sums.length < 2) return [null, null];
  const group = {
    units: sums.length,
    sizes: Float64Array.from(sums, ({ tokens }) => tokens),
    columns: [Float64Array.from(sums, ({ kl }) => kl), Float64Array.from(sums, ({ sameTop }) => sameTop)],
    weight: 1,
  };
  return resampleMeans([group], resamples, createStream(seed, 'divergence')).map((means) => ({
    ...percentilePair(means, level),
    level,
    method: 'cluster-bootstrap' as const,
    n: sums.length,
  }));
}

/** Type 7 of Hyndman and Fan, as everywhere here. */
function quantile(sorted: Float64Array, p: number): number {
  const position = (sorted.length - 1) * p;
  const whole = Math.floor(position);
  const below = sorted[whole] ?? 0;
  return below + (position - whole) * ((sorted[whole + 1] ?? below) - below);
}
