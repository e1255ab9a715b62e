/**
 * The sentences that a result is told in. Each is a template with numbers from the comparison; none of them says
 * more than the numbers carry. A sentence starts with the candidate's name, or with "It" where the sentence
 * before has named it.
 */
import type { Comparison, ComparisonPart, Interval, StratumComparison, Verdict } from '../comparison.ts';
import { missingStrataSentence, missingWaysSentence } from './missing-words.ts';
import {
  formatCount,
  formatDay,
  formatHalfWidth,
  formatPercent,
  formatPoints,
  formatPointsSize,
} from './numbers.ts';
import { lookSentence } from './look-words.ts';
import { repeatsSentence, spreadSentence } from './repeat-words.ts';

/** What the scores mean: items right or wrong, or fractions whose mean is compared. */
export type Measure = 'right' | 'score';

export interface Sides {
  readonly candidate: string;
  readonly baseline: string;
}

export interface SentenceOptions {
  readonly measure: Measure;
  /** The part that the sentence is about: a stratum's name, or "overall" said aloud; absent: overall, unsaid. */
  readonly where?: { readonly stratum: string } | 'overall';
  /** `name` to begin with the candidate's name, `pronoun` to go on with "it". */
  readonly subject?: 'name' | 'pronoun';
  /** After "cannot be compared": what to do. One sentence. */
  readonly nextStep?: string;
}

/** A difference that a person accepted by name before the comparison. */
export interface AcceptedDifference {
  /** Such as "48 of 49 GPU layers". */
  readonly what: string;
  /** ISO 8601. */
  readonly acceptedAt: string;
}

const vocabulary = {
  right: {
    less: 'fewer',
    more: 'more',
    lessOf: 'fewer right',
    moreOf: 'more right',
    same: 'as many right as',
  },
  score: {
    less: 'lower',
    more: 'higher',
    lessOf: 'lower in mean score',
    moreOf: 'higher in mean score',
    same: 'the same mean score as',
  },
} as const;

/**
 * Whether scores were right or wrong, or fractions. Where the comparison does not say, the method tells: McNemar's
 * test, the Wilson and the Tango interval are for right or wrong alone. Without any of them, and without the tests
 * for fractions: right or wrong.
 */
export function measureOf(part: ComparisonPart): Measure {
  if (part.binary !== undefined) return part.binary ? 'right' : 'score';
  if (part.p !== null) return part.p.method === 'mid-p-mcnemar' ? 'right' : 'score';
  const methods = [part.baseline.interval, part.candidate.interval].map((interval) => interval?.method);
  if (methods.includes('wilson') || methods.every((method) => method === undefined)) return 'right';
  return 'score';
}

/** "1.9 fewer to 0.4 more", "10.1 to 3.5 fewer", "0.4 to 1.9 more". */
export function rangeWords(interval: Pick<Interval, 'lo' | 'hi'>, measure: Measure): string {
  const { less, more } = vocabulary[measure];
  const lo = formatPointsSize(interval.lo);
  const hi = formatPointsSize(interval.hi);
  if (interval.hi < 0) return `${lo} to ${hi} ${less}`;
  if (interval.lo > 0) return `${lo} to ${hi} ${more}`;
  return `${lo} ${less} to ${hi} ${more}`;
}

/** "0.7 points fewer right", "6.9 points more right", "as many right as BF16". */
function changeWords(delta: number, baseline: string, measure: Measure): string {
  const words = vocabulary[measure];
  if (formatPoints(delta) === '0.0') return `${delta === 0 ? '' : 'about '}${words.same} ${baseline}`;
  return `${formatPointsSize(delta)} points ${delta < 0 ? words.lessOf : words.moreOf}`;
}

/** "gets 0.7 points fewer right than BF16": a change that no guard rail judges. */
function measuredWords(delta: number, baseline: string, measure: Measure): string {
  const change = changeWords(delta, baseline, measure);
  const verb = measure === 'right' ? 'gets' : formatPoints(delta) === '0.0' ? 'has' : 'is';
  return formatPoints(delta) === '0.0' ? `${verb} ${change}` : `${verb} ${change} than ${baseline}`;
}

/**
 * The verdict of one part as a sentence, with the size of the change, its interval and the margin. Without a
 * guard rail it says the change alone; where nothing can be computed, the reason.
 */
export function verdictSentence(part: ComparisonPart, sides: Sides, options: SentenceOptions): string {
  const { measure } = options;
  const subject = subjectOf(sides, options);
  const { delta, interval, margin } = part;
  if (part.verdict === 'not comparable') return notComparable(part, sides, options);
  if (delta === null || interval === null) {
    return sentence(`${subject} is not compared with ${sides.baseline}: ${reasonOf(part)}`);
  }
  const range = rangeWords(interval, measure);
  const change = changeWords(delta, sides.baseline, measure);
  const allowed = formatPointsSize(margin);
  switch (part.verdict) {
    case 'worse':
      return `${subject} is worse than ${sides.baseline}: ${change} (${range}), and the plan allows ${allowed}.`;
    case 'within the guard rail':
      return `${subject} stays within the guard rail: ${change} (${range}), and ${allowed} are allowed.`;
    case 'better':
      return (
        `${subject} is better than ${sides.baseline}: ${change} (${range})` +
        (part.noise === null ? '.' : ', beyond what a rerun shows.')
      );
    case 'cannot tell yet': {
      const open = `it cannot be told yet whether ${who(sides, options)} keeps within ${allowed} points`;
      return `${begin(open, true, options)}: from ${range}, all fit the answers.${neededWords(part.needed)}`;
    }
    case null:
      return `${subject} ${measuredWords(delta, sides.baseline, measure)} (${range}). No guard rail applies.`;
  }
}

function notComparable(part: ComparisonPart, sides: Sides, options: SentenceOptions): string {
  const base = `${subjectOf(sides, options)} cannot be compared with ${sides.baseline}`;
  const reason = reasonOf(part);
  const said = sentence(reason === '' ? base : `${base}: ${reason}`);
  return options.nextStep === undefined ? said : `${said} ${sentence(options.nextStep)}`;
}

function neededWords(needed: number | null): string {
  if (needed === null) return '';
  const items = needed === 1 ? 'item' : 'items';
  return ` About ${formatCount(needed)} further ${items} would settle it.`;
}

function who(sides: Sides, options: SentenceOptions): string {
  return options.subject === 'pronoun' ? 'it' : sides.candidate;
}

function subjectOf(sides: Sides, options: SentenceOptions): string {
  const pronoun = options.subject === 'pronoun';
  return begin(pronoun ? 'it' : sides.candidate, pronoun, options);
}

/** Puts the part in front: "On tool_call it", "On tool_call, Q4_K_M", "Overall it", "It". */
function begin(rest: string, pronoun: boolean, { where }: SentenceOptions): string {
  if (where === undefined) return pronoun ? `I${rest.slice(1)}` : rest;
  const comma = pronoun ? '' : ',';
  return where === 'overall' ? `Overall${comma} ${rest}` : `On ${where.stratum}${comma} ${rest}`;
}

function sentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

function reasonOf(part: ComparisonPart): string {
  return part.reason.trim().replace(/\.$/, '');
}

const passing: readonly (Verdict | null)[] = ['within the guard rail', 'better'];

export interface DecidingPart {
  readonly part: ComparisonPart;
  /** Absent: overall. */
  readonly stratum?: string;
}

/**
 * The part that a plan's state rests on: of those that must pass, overall first, the first that is worse; without
 * one the first that does not pass; without one overall.
 */
export function decidingPart(comparison: Comparison): DecidingPart {
  const gating: readonly StratumComparison[] = comparison.strata.filter((stratum) => stratum.gating);
  const parts: readonly DecidingPart[] = [
    { part: comparison },
    ...gating.map((part) => ({ part, stratum: part.stratum })),
  ];
  return (
    parts.find(({ part }) => part.verdict === 'worse') ??
    parts.find(({ part }) => !passing.includes(part.verdict)) ?? { part: comparison }
  );
}

export interface Headline {
  readonly text: string;
  /** The verdict whose shape stands before the text. */
  readonly verdict: Verdict | null;
}

/**
 * The answer for one candidate: whether it passes, and the part that this rests on. Without a plan state the
 * overall verdict alone.
 */
export function headline(comparison: Comparison, sides: Sides, nextStep?: string): Headline {
  const measure = measureOf(comparison);
  const next = nextStep === undefined ? {} : { nextStep };
  if (comparison.plan === null) {
    return { text: verdictSentence(comparison, sides, { measure, ...next }), verdict: comparison.verdict };
  }
  const { part, stratum } = decidingPart(comparison);
  const state = { passes: 'passes', fails: 'does not pass', open: 'is still open' }[comparison.plan];
  const detail = verdictSentence(part, sides, {
    measure,
    subject: 'pronoun',
    ...(stratum === undefined ? {} : { where: { stratum } }),
    ...next,
  });
  return { text: `${sides.candidate} ${state}. ${detail}`, verdict: part.verdict };
}

/**
 * What stands after the headline: the overall verdict where the headline spoke of a stratum, whether the change
 * stands out from a rerun, what missing answers could change, and which differences were accepted.
 */
export function explanation(
  comparison: Comparison,
  sides: Sides,
  accepted: readonly AcceptedDifference[] = [],
): readonly string[] {
  const overall =
    comparison.plan !== null && decidingPart(comparison).stratum !== undefined
      ? verdictSentence(comparison, sides, {
          measure: measureOf(comparison),
          where: 'overall',
          subject: 'pronoun',
        })
      : null;
  return [
    overall,
    standsOutSentence(comparison, sides),
    lookSentence(comparison),
    repeatsSentence(comparison, sides),
    spreadSentence(comparison, sides),
    boundsSentence(comparison, sides),
    missingWaysSentence(comparison),
    missingStrataSentence(comparison.strata),
    acceptedSentence(sides.candidate, accepted),
  ].filter((text) => text !== null);
}

/** Whether the change stands out from what a rerun of the baseline shows, and by which of the two signs. */
export function standsOutSentence(part: ComparisonPart, sides: Sides): string {
  const { noise } = part;
  if (noise === null) return 'The noise floor was not measured.';
  if (part.standsOut === null) return 'Whether it stands out from a rerun cannot be computed.';
  if (!part.standsOut) return 'It does not stand out from a rerun.';
  if (!part.standsOutBy.includes('flips')) {
    return `It stands out from a rerun: the whole interval lies outside the noise floor of ${formatHalfWidth(noise.halfWidth)} points.`;
  }
  const runs = noise.replicates === 2 ? 'two' : 'the';
  return (
    `It stands out from a rerun: ${formatPercent(part.flips.rate)} % of items flipped, ` +
    `against ${formatPercent(noise.flips.rate)} % between ${runs} ${sides.baseline} runs.`
  );
}

/** Null unless the missing answers could change the verdict. */
export function boundsSentence(part: ComparisonPart, sides: Sides): string | null {
  if (part.bounds === null) return null;
  const { worst, best } = part.bounds;
  const several =
    part.dropped === 0 ? 'the missing samples' : `the ${formatCount(part.dropped)} missing answers`;
  const answers = part.dropped === 1 ? 'the one missing answer had' : `${several} had all`;
  if (worst.verdict !== null && worst.verdict !== part.verdict) {
    return `If ${answers} gone against ${sides.candidate}, the verdict would be ${worst.verdict}.`;
  }
  if (best.verdict !== null && best.verdict !== part.verdict) {
    return `If ${answers} gone for ${sides.candidate}, the verdict would be ${best.verdict}.`;
  }
  return null;
}

/** Null when nothing was accepted. Differences accepted on one day share a sentence. */
export function acceptedSentence(candidate: string, accepted: readonly AcceptedDifference[]): string | null {
  if (accepted.length === 0) return null;
  const days = Map.groupBy(accepted, (difference) => formatDay(difference.acceptedAt));
  const parts = [...days].map(
    ([day, differences]) => `${listWords(differences.map(({ what }) => what))}, accepted on ${day}`,
  );
  return `${candidate} ran with other settings: ${parts.join('; ')}.`;
}

/** "a", "a and b", "a, b and c". */
export function listWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
