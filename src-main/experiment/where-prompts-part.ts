/** Where two prompts part, in words: the first token that differs, with what stands around it, and the texts. */
import type { Candidate } from '../contract/candidate.ts';
import { firstDifference } from './first-difference.ts';

/** What is kept of prompts, and what can be said of their tokens. */
export interface PromptSource {
  /** The text of a prompt by its hash; null where it is not kept. */
  readonly text: (promptHash: string) => string | null;
  /** Its token ids by both hashes; null where they are not kept. */
  readonly ids: (promptHash: string, tokenHash: string) => readonly number[] | null;
  /** The text of each id as the candidate's vocabulary has it; null for each where it cannot tell. */
  readonly pieces: (candidate: Candidate, ids: readonly number[]) => Promise<readonly (string | null)[]>;
}

/** One side's prompt. A hash is empty where it is not known. */
export interface SidePrompt {
  readonly candidate: Candidate;
  readonly promptHash: string;
  readonly tokenHash: string;
}

/** Tokens that are shown on either side of the place. */
const tokensAround = 3;
/** Characters that are shown before the place where two texts part, and after it. */
const charactersBefore = 20;
const charactersAfter = 40;

/**
 * @returns begins with a comma or a colon; such as `, at token 15 (counted from 1): id 512 in "…is▁it?[▁Please]:▁Wh…"
 *   for BF16 and id 87 in "…" for served; in the text from character 31 on: "…" and "…"`
 */
export async function whereTheyPart(
  one: SidePrompt,
  other: SidePrompt,
  source: PromptSource,
): Promise<string> {
  const token = await tokenWords(one, other, source);
  const texts = textWords(one, other, source);
  return `${token}${texts}`;
}

async function tokenWords(one: SidePrompt, other: SidePrompt, source: PromptSource): Promise<string> {
  const untold = [one, other].filter(({ tokenHash }) => tokenHash === '');
  if (untold.length > 0)
    return `, at which token is not known, because ${untold.map(({ candidate }) => candidate.name).join(' and ')} ${untold.length === 1 ? 'does' : 'do'} not tell its token ids`;
  const left = source.ids(one.promptHash, one.tokenHash);
  const right = source.ids(other.promptHash, other.tokenHash);
  if (left === null || right === null)
    return ', at which token is not known, because only a hash of the token ids was kept when this was run';
  const at = firstDifference(left, right);
  if (at === null) return '';
  const sides = await Promise.all([
    besideToken(one.candidate, left, at, source),
    besideToken(other.candidate, right, at, source),
  ]);
  const said = sides.map((side, index) => `${side} for ${(index === 0 ? one : other).candidate.name}`);
  const bos = beginningWords(one, left, other, right);
  return `, at token ${at + 1} (counted from 1): ${said.join(' and ')}${bos}`;
}

/** The id at a place with the pieces around it; its neighbours' ids where the vocabulary cannot tell them. */
async function besideToken(
  candidate: Candidate,
  ids: readonly number[],
  at: number,
  source: PromptSource,
): Promise<string> {
  const id = ids[at];
  if (id === undefined) return `nothing, the prompt ends after ${ids.length} tokens,`;
  const from = Math.max(0, at - tokensAround);
  const shown = ids.slice(from, at + tokensAround + 1);
  const pieces = await source.pieces(candidate, shown);
  const known = pieces.filter((piece) => piece !== null);
  const marked = (words: readonly (string | number)[], between: string): string =>
    words.map((word, index) => (index === at - from ? `[${word}]` : `${word}`)).join(between);
  const [before, after] = [from > 0 ? '…' : '', at + tokensAround + 1 < ids.length ? '…' : ''];
  return known.length === shown.length
    ? `id ${id} in ${JSON.stringify(`${before}${marked(known, '')}${after}`)}`
    : `id ${id} in ${before}${marked(shown, ' ')}${after}`;
}

/** A token that begins one prompt more often than the other: most often the beginning-of-sequence token, twice. */
function beginningWords(
  one: SidePrompt,
  left: readonly number[],
  other: SidePrompt,
  right: readonly number[],
): string {
  const [first] = left;
  if (first === undefined || first !== right[0]) return '';
  const [times, otherTimes] = [runOf(left), runOf(right)];
  if (times === otherTimes) return '';
  return `; token ${first} stands ${timesWords(times)} at the beginning for ${one.candidate.name} and ${timesWords(otherTimes)} for ${other.candidate.name}`;
}

function runOf(ids: readonly number[]): number {
  const end = ids.findIndex((id) => id !== ids[0]);
  return end < 0 ? ids.length : end;
}

function timesWords(times: number): string {
  return times === 1 ? 'once' : `${times} times`;
}

function textWords(one: SidePrompt, other: SidePrompt, source: PromptSource): string {
  if (one.promptHash === '' || other.promptHash === '' || one.promptHash === other.promptHash) return '';
  const [left, right] = [source.text(one.promptHash), source.text(other.promptHash)];
  if (left === null || right === null) return '';
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  const piece = (text: string): string => {
    const from = Math.max(0, at - charactersBefore);
    const to = at + charactersAfter;
    return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
  };
  return `; in the text from character ${at + 1} on: ${JSON.stringify(piece(left))} and ${JSON.stringify(piece(right))}`;
}
