/** What people and a judge preferred, as tables of words: the same rows on the screen, in the reports and in the terminal. */
import type { JudgePair, JudgeReview } from '../judge-review.ts';
import type { ReviewFigures, ReviewPair, ReviewRater, ReviewStrength } from '../review.ts';
import { judgeReviewTitle } from './judge-review-words.ts';
import { absent, formatCount, formatPercent, formatPercentInterval } from './numbers.ts';
import { partName, reviewTitle } from './review-words.ts';

export interface TextRow {
  /** One of a kind within its table. */
  readonly key: string;
  /** One for each head. */
  readonly cells: readonly string[];
}

export interface TextTable {
  /** What is read out as its name. */
  readonly name: string;
  readonly title: string;
  readonly heads: readonly string[];
  /** So many columns from the first are words; the others are numbers. */
  readonly words: number;
  readonly rows: readonly TextRow[];
}

/** A row for each part and candidate; with `elo` on Elo's scale as well. */
export function strengthTable(figures: ReviewFigures, elo = false): TextTable {
  const { reference, overall, strata } = figures;
  return {
    name: 'Strengths of the candidates',
    title: reviewTitle(figures),
    heads: ['Part', ...strengthHeads(reference), ...(elo ? eloHeads : [])],
    words: 2,
    rows: [overall, ...strata].flatMap((part) =>
      part.strengths.map((row) => ({
        key: JSON.stringify([part.stratum, row.candidate]),
        cells: [partName(part), ...strengthCells(row, reference), ...(elo ? eloCells(row) : [])],
      })),
    ),
  };
}

export function pairTable({ pairs }: Pick<ReviewFigures, 'pairs'>): TextTable {
  return {
    name: 'Pairs of candidates',
    title: 'Two by two, as they were chosen',
    heads: pairHeads,
    words: 1,
    rows: pairs.map((pair) => ({ key: JSON.stringify([pair.one, pair.other]), cells: pairCells(pair) })),
  };
}

export function raterTable({ raters }: Pick<ReviewFigures, 'raters'>): TextTable {
  return {
    name: 'People who chose',
    title: 'The people',
    heads: raterHeads,
    words: 1,
    rows: raters.map((rater) => ({ key: rater.rater, cells: raterCells(rater) })),
  };
}

export function judgeTable({ pairs }: JudgeReview): TextTable {
  return {
    name: 'What the judge chose',
    title: judgeReviewTitle,
    heads: judgePairHeads,
    words: 1,
    rows: pairs.map((pair) => ({ key: JSON.stringify([pair.one, pair.other]), cells: judgePairCells(pair) })),
  };
}

const strengthHeads = (reference: string): readonly string[] => [
  'Candidate',
  'Choices',
  'Preferred',
  'Tied',
  'Not preferred',
  `Preferred to ${reference} %`,
  '95 % interval',
];
const eloHeads = ['Elo', 'Elo interval'] as const;

function strengthCells(row: ReviewStrength, reference: string): readonly string[] {
  const isReference = row.candidate === reference;
  return [
    row.candidate,
    formatCount(row.ratings),
    formatCount(row.wins),
    formatCount(row.ties),
    formatCount(row.losses),
    isReference ? absent : formatPercent(row.preferred),
    isReference ? absent : formatPercentInterval(row.interval),
  ];
}

/** The reference has 1,000 by definition, and so no interval. */
function eloCells({ elo, eloInterval }: ReviewStrength): readonly string[] {
  return [
    formatCount(elo === null ? null : Math.round(elo)),
    eloInterval === null
      ? absent
      : `${formatCount(Math.round(eloInterval.lo))} to ${formatCount(Math.round(eloInterval.hi))}`,
  ];
}

const pairHeads = [
  'Pair',
  'Items',
  'Choices',
  'For the first',
  'Ties',
  'For the second',
  'Second preferred %',
  '95 % interval',
  'Items with the same answer',
  'Second preferred %, these as ties',
] as const;

function pairCells(pair: ReviewPair): readonly string[] {
  return [
    `${pair.one} and ${pair.other}`,
    formatCount(pair.items),
    formatCount(pair.ratings),
    formatCount(pair.preferredOne),
    formatCount(pair.ties),
    formatCount(pair.preferredOther),
    formatPercent(pair.share),
    formatPercentInterval(pair.interval),
    `${formatCount(pair.same)} of ${formatCount(pair.same + pair.differing)}`,
    formatPercent(pair.shareOfAll),
  ];
}

const raterHeads = [
  'Person',
  'Choices',
  'Shown again',
  'Same choice',
  'Of these, changed over',
  'Same choice then',
  'First one chosen %',
] as const;

function raterCells(rater: ReviewRater): readonly string[] {
  return [
    rater.rater,
    formatCount(rater.ratings),
    formatCount(rater.again),
    formatCount(rater.same),
    formatCount(rater.againSwapped),
    formatCount(rater.sameSwapped),
    formatPercent(rater.decided === 0 ? null : rater.first / rater.decided),
  ];
}

const judgePairHeads = [
  'Pair',
  'Items',
  'For the first',
  'Ties',
  'For the second',
  'Second preferred %',
  '95 % interval',
  'Orders disagree',
  'Same answers',
  'Judge errors',
  'No answer',
] as const;

function judgePairCells(pair: JudgePair): readonly string[] {
  return [
    `${pair.one} and ${pair.other}`,
    formatCount(pair.items),
    formatCount(pair.preferredOne),
    formatCount(pair.ties),
    formatCount(pair.preferredOther),
    pair.share === null ? absent : formatPercent(pair.share),
    formatPercentInterval(pair.interval),
    formatCount(pair.inconsistent),
    formatCount(pair.same),
    formatCount(pair.judgeErrors),
    formatCount(pair.unanswered),
  ];
}
