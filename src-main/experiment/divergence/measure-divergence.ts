/** Feeds a candidate the baseline's own answers and says how far its next-token distributions are from the baseline's. */
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failure, success, type Result } from '../../contract/result.ts';
import type { FollowedTokens, Tracer } from '../../engine/tracer.ts';
import {
  itemDivergence,
  tokenDivergence,
  topMargin,
  type ItemDivergence,
  type TokenDivergence,
} from '../../statistics/divergence.ts';
import { readRow } from '../read-row.ts';

/** One of the baseline's answers, and what either side was asked for it. */
export interface FollowedAnswer {
  readonly itemId: string;
  readonly baseline: FollowedTokens['prompt'];
  readonly candidate: FollowedTokens['prompt'];
  /** Without an end: none where the answer is empty. */
  readonly tokens: readonly number[];
  /** Place of the first token at which the candidate's own answer parts, `tokens.length` at most; null: it does not. */
  readonly parting: number | null;
}

/** Of no token where the answer does not fit the context of either side. */
export interface FollowedItem {
  readonly itemId: string;
  readonly sums: ItemDivergence;
  /** At each token, in nats. */
  readonly tokenKl: readonly number[];
  readonly parting: Parting | null;
}

interface Parting {
  /** Place of the token, counted from 0. */
  readonly token: number;
  /** The baseline's there, in nats: see `topMargin`. */
  readonly margin: number;
  readonly kl: number;
}

/** Tokens whose logits lie on the disk at a time: at a vocabulary of 150,000 they take 40 MB for each side. */
const tokensAtOnce = 64;

/**
 * Both models are open at the same time; logits go over files, a few tokens at a time, so that neither memory nor disk
 * grows with the items, their length or the vocabulary.
 *
 * @param keep given every item as it is done, in order; its failure ends the measurement
 * @returns fails where a tracer does for another reason than its context, and with `plan_invalid` where the two vocabularies are not of one size or logits cannot be compared
 */
export async function followAnswers(
  name: string,
  tracers: { readonly baseline: Tracer; readonly candidate: Tracer },
  answers: Iterable<FollowedAnswer>,
  signal: AbortSignal,
  keep: (item: FollowedItem) => Result<void>,
): Promise<Result<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'noisefloor-divergence-'));
  const files = { baseline: join(folder, 'baseline'), candidate: join(folder, 'candidate') };
  try {
    for (const answer of answers) {
      const item = await followBoth(name, tracers, answer, files, signal);
      if (!item.ok && item.error.code !== 'usage') return item;
      const kept = keep(item.ok ? item.data : unfit(answer));
      if (!kept.ok) return kept;
    }
    return success(undefined);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function unfit({ itemId }: FollowedAnswer): FollowedItem {
  return { itemId, sums: itemDivergence([]), tokenKl: [], parting: null };
}

/**
 * The baseline's margin at one place of one of its answers.
 *
 * @param at place of the token, counted from 0, the answer's length at most
 */
export async function marginAt(
  tracer: Tracer,
  { prompt, tokens }: Pick<FollowedTokens, 'prompt' | 'tokens'>,
  at: number,
  signal: AbortSignal,
): Promise<Result<number>> {
  const folder = await mkdtemp(join(tmpdir(), 'noisefloor-divergence-'));
  const file = join(folder, 'rows');
  try {
    const followed = await tracer.follow(
      { answers: [{ prompt, tokens: [...tokens.slice(0, at), anyToken], from: at }], file },
      signal,
    );
    if (!followed.ok) return followed;
    const row = new Float32Array(followed.data.vocabulary);
    const reader = await open(file);
    try {
      await readRow(reader, row, 0);
    } finally {
      await reader.close();
    }
    return success(topMargin(row));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stands for the token that would have followed: it is only drawn, and never read. */
const anyToken = 0;

async function followBoth(
  name: string,
  tracers: { readonly baseline: Tracer; readonly candidate: Tracer },
  { itemId, baseline, candidate, tokens, parting }: FollowedAnswer,
  files: { readonly baseline: string; readonly candidate: string },
  signal: AbortSignal,
): Promise<Result<FollowedItem>> {
  // Where the answer ends and the other's goes on, the place after its last token is looked at as well.
  const all = parting === tokens.length ? [...tokens, anyToken] : tokens;
  const found: TokenDivergence[] = [];
  const parted: Parting[] = [];
  for (let from = 0; from < all.length; from += tokensAtOnce) {
    const piece = { tokens: all.slice(0, from + tokensAtOnce), from };
    const one = await tracers.baseline.follow(
      { answers: [{ prompt: baseline, ...piece }], file: files.baseline },
      signal,
    );
    if (!one.ok) return one;
    const two = await tracers.candidate.follow(
      { answers: [{ prompt: candidate, ...piece }], file: files.candidate },
      signal,
    );
    if (!two.ok) return two;
    if (two.data.vocabulary !== one.data.vocabulary)
      return otherVocabulary(name, two.data.vocabulary, one.data.vocabulary);
    await eachRow(files, one.data.vocabulary, piece.tokens.length - from, (p, q, row) => {
      const place = from + row;
      const token = tokenDivergence(p, q, all[place] ?? anyToken);
      if (place < tokens.length) found.push(token);
      if (place === parting) parted.push({ token: place, margin: topMargin(p), kl: token.kl });
    });
    const odd = found.findIndex((token) => !isComparable(token.kl, token.baseline, token.candidate));
    if (odd !== -1) return notComparable(name, itemId, odd);
  }
  const oddParting = parted.find(({ kl, margin }) => !isComparable(kl, margin));
  if (oddParting !== undefined) return notComparable(name, itemId, oddParting.token);
  return success({
    itemId,
    sums: itemDivergence(found),
    tokenKl: found.map(({ kl }) => kl),
    parting: parted[0] ?? null,
  });
}

async function eachRow(
  files: { readonly baseline: string; readonly candidate: string },
  vocabulary: number,
  rows: number,
  look: (baseline: Float32Array, candidate: Float32Array, row: number) => void,
): Promise<void> {
  const p = new Float32Array(vocabulary);
  const q = new Float32Array(vocabulary);
  const readers: FileHandle[] = [];
  try {
    const one = await open(files.baseline);
    readers.push(one);
    const two = await open(files.candidate);
    readers.push(two);
    for (let row = 0; row < rows; row += 1) {
      const at = row * p.byteLength;
      await Promise.all([readRow(one, p, at), readRow(two, q, at)]);
      look(p, q, row);
    }
  } finally {
    for (const reader of readers) await reader.close();
  }
}

function isComparable(...values: readonly number[]): boolean {
  return values.every(Number.isFinite);
}

function otherVocabulary(name: string, own: number, baseline: number) {
  return failure(
    'plan_invalid',
    `${name} has a vocabulary of ${own} tokens and the baseline one of ${baseline}: their distributions cannot be compared.`,
    { next: 'Compare versions of the same model.' },
  );
}

function notComparable(name: string, itemId: string, place: number) {
  return failure(
    'plan_invalid',
    `At token ${place + 1} of ${itemId} a logit of ${name} or of the baseline is no number, or rules out what the other holds possible: the divergence is not finite.`,
    { next: 'Look whether the file is damaged.' },
  );
}
