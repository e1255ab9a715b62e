/**
 * The answer to a whole plan in one sentence, and chart titles that say what was found. A title is written only
 * where the numbers carry it; otherwise it names the measure.
 */
import type { OutcomeCounts, PlanState } from '../comparison.ts';
import { formatCount, formatNumber } from './numbers.ts';
import { outcomeTotal, unscoredOutcomes } from './outcome-words.ts';
import type { Measure } from './words.ts';
import { listWords } from './words.ts';

/** What a candidate costs. Bytes, bytes, tokens per second, seconds. */
export const costKinds = ['fileSize', 'memory', 'tokensPerSecond', 'seconds'] as const;
export type CostKind = (typeof costKinds)[number];

export const costWords: Readonly<Record<CostKind, { readonly word: string; readonly of: string }>> = {
  fileSize: { word: 'file size', of: 'the size' },
  memory: { word: 'memory', of: 'the memory' },
  tokensPerSecond: { word: 'tokens per second', of: 'the speed' },
  seconds: { word: 'time', of: 'the time' },
};

export interface CandidateResult {
  readonly name: string;
  /** Null: no plan state, or no comparison. */
  readonly plan: PlanState | null;
  /** In the unit of the cost kind; null where it is not known. */
  readonly cost: number | null;
}

export interface BaselineCost {
  readonly name: string;
  readonly cost: number | null;
}

/** The passing candidate that costs least (for tokens per second: the fastest); the first of equals; null without one. */
export function cheapestPassing(results: readonly CandidateResult[], kind: CostKind): CandidateResult | null {
  const better = (a: number, b: number): boolean => (kind === 'tokensPerSecond' ? a > b : a < b);
  let best: CandidateResult | null = null;
  for (const result of results) {
    if (result.plan !== 'passes' || result.cost === null) continue;
    if (best?.cost == null || better(result.cost, best.cost)) best = result;
  }
  return best;
}

const fractions: readonly (readonly [number, string])[] = [
  [1 / 5, 'a fifth'],
  [1 / 4, 'a quarter'],
  [1 / 3, 'a third'],
  [1 / 2, 'half'],
  [2 / 3, 'two thirds'],
  [3 / 4, 'three quarters'],
];

/** "a third of the size of BF16", "36 % of the size of BF16", "2.3 times the speed of BF16". */
export function ratioWords(ratio: number, of: string, baseline: string): string {
  if (ratio >= 1.05) return `${formatNumber(ratio, 1)} times ${of} of ${baseline}`;
  const near = fractions.find(([value]) => Math.abs(ratio / value - 1) <= 0.07);
  if (near === undefined)
    return `${formatNumber(ratio * 100, ratio < 0.1 ? 1 : 0)} % of ${of} of ${baseline}`;
  const about = Math.abs(ratio / near[0] - 1) <= 0.02 ? '' : 'about ';
  return near[1] === 'half'
    ? `${about}half ${of} of ${baseline}`
    : `${about}${near[1]} of ${of} of ${baseline}`;
}

/**
 * The answer to the plan in one sentence: how many candidates pass, and which is the smallest file of them. Costs
 * are file sizes. Null for a single candidate, whose own headline is the answer, and where no candidate has a
 * plan state.
 */
export function answerSentence(results: readonly CandidateResult[], baseline: BaselineCost): string | null {
  if (results.length < 2 || results.every(({ plan }) => plan === null)) return null;
  const passing = results.filter(({ plan }) => plan === 'passes');
  const smallest = cheapestPassing(results, 'fileSize');
  const size =
    smallest?.cost == null || baseline.cost === null || smallest.cost >= baseline.cost
      ? ''
      : `, ${ratioWords(smallest.cost / baseline.cost, 'the size', baseline.name)}`;
  if (results.every(({ plan }) => plan === 'open')) {
    const all = results.length === 2 ? 'both' : `all ${formatCount(results.length)}`;
    return `It cannot be told yet: ${all} candidates are still open.`;
  }
  if (passing.length === 0) return `No candidate passes: ${restWords(results)}.`;
  if (passing.length === 1) {
    const [only] = passing;
    return `Of ${formatCount(results.length)} candidates only ${only?.name ?? ''} passes${size.replace(', ', ', at ')}.`;
  }
  const all = passing.length === results.length;
  const many = all
    ? `${results.length === 2 ? 'Both' : `All ${formatCount(results.length)}`} candidates pass.`
    : `${formatCount(passing.length)} of ${formatCount(results.length)} candidates pass.`;
  return smallest === null ? many : `${many} The smallest file that passes is ${smallest.name}${size}.`;
}

function restWords(results: readonly CandidateResult[]): string {
  const number = (state: PlanState | null): number => results.filter(({ plan }) => plan === state).length;
  const open = number('open');
  const none = number(null);
  const fails = number('fails');
  return listWords([
    ...(fails === 0 ? [] : [`${formatCount(fails)} ${fails === 1 ? 'does' : 'do'} not pass`]),
    ...(open === 0 ? [] : [`${formatCount(open)} ${open === 1 ? 'is' : 'are'} still open`]),
    ...(none === 0 ? [] : [`${formatCount(none)} ${none === 1 ? 'was' : 'were'} not compared`]),
  ]);
}

/** What the forest plot's x axis measures. */
export function changeTitle(measure: Measure): string {
  return measure === 'right' ? 'Change in items right' : 'Change in mean score';
}

/**
 * The title of cost against quality: "Q5_K_M passes at about a third of the size of BF16", where a candidate that
 * passes costs less than the baseline.
 */
export function costTitle(
  results: readonly CandidateResult[],
  baseline: BaselineCost,
  kind: CostKind,
  measure: Measure,
): string {
  const best = cheapestPassing(results, kind);
  const { word, of } = costWords[kind];
  if (best?.cost == null || baseline.cost === null || baseline.cost === 0) {
    return `${changeTitle(measure)} against ${word}`;
  }
  const ratio = best.cost / baseline.cost;
  const saves = kind === 'tokensPerSecond' ? ratio >= 1.05 : ratio <= 0.95;
  if (!saves) return `${changeTitle(measure)} against ${word}`;
  return `${best.name} passes at ${ratioWords(ratio, of, baseline.name)}`;
}

export interface RunOutcomes {
  readonly name: string;
  readonly counts: OutcomeCounts;
}

/**
 * The title of the outcome ledger: the outcome that a candidate shows most clearly more often than the baseline
 * ("Q2_K is cut off in 71 of 1,840 answers, BF16 in 6"). Two counts a and b of the same number of answers differ
 * by chance alone with a standard deviation of about sqrt(a + b); a title needs three of them.
 */
export function ledgerTitle(baseline: RunOutcomes, candidates: readonly RunOutcomes[]): string {
  const plain = 'How outputs ended';
  const total = outcomeTotal(baseline.counts);
  let title = plain;
  let clearest = 3;
  for (const { name, counts } of candidates) {
    if (outcomeTotal(counts) !== total) continue;
    for (const { outcome, says } of unscoredOutcomes) {
      const [a, b] = [counts[outcome], baseline.counts[outcome]];
      const excess = a > b ? (a - b) / Math.sqrt(a + b) : 0;
      if (excess <= clearest) continue;
      clearest = excess;
      title = `${name} ${says} in ${formatCount(a)} of ${formatCount(total)} answers, ${baseline.name} in ${formatCount(b)}`;
    }
  }
  return title;
}
