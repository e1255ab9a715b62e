/** Review: two candidates' answers to the same item side by side, without names, for people to choose between. */
import { z } from 'zod';
import { messageSchema } from '../item.ts';
import type { JudgeReview } from '../judge-review.ts';
import { longestRater, type ReviewFigures } from '../review.ts';
import { intervalSchema } from './comparison-schema.ts';
import { longestText } from './reading.ts';
import type { ReadonlyDeep } from './shapes.ts';
import { call, count, identifier, instant, name, path } from './shapes.ts';

/** How a rater signs. */
const rater = z.string().min(1).max(longestRater);

const number = z.number().nullable();
const ends = z.object({ lo: z.number(), hi: z.number() }).nullable();

const part = z.object({
  stratum: z.string().nullable(),
  items: count,
  ratings: count,
  strengths: z.array(
    z.object({
      candidate: name,
      ratings: count,
      wins: count,
      ties: count,
      losses: count,
      preferred: number,
      interval: ends,
      elo: number,
      eloInterval: ends,
    }),
  ),
  reason: z.string().nullable(),
});

const figures: z.ZodType<ReviewFigures> = z.object({
  reference: name,
  overall: part,
  strata: z.array(part),
  pairs: z.array(
    z.object({
      one: name,
      other: name,
      items: count,
      ratings: count,
      preferredOne: count,
      ties: count,
      preferredOther: count,
      share: z.number(),
      interval: intervalSchema.nullable(),
      differing: count,
      same: count,
      shareOfAll: z.number(),
    }),
  ),
  raters: z.array(
    z.object({
      rater: z.string(),
      ratings: count,
      from: instant,
      to: instant,
      again: count,
      same: count,
      againSwapped: count,
      sameSwapped: count,
      decided: count,
      first: count,
    }),
  ),
  agreement: z.object({
    value: number,
    interval: intervalSchema.nullable(),
    n: count,
    reason: z.string().nullable(),
  }),
  seed: z.number(),
  generator: z.string(),
  resamples: count,
});

const judgeReview: z.ZodType<JudgeReview> = z.object({
  judge: z.string(),
  judgeHash: z.string(),
  pairs: z.array(
    z.object({
      one: name,
      other: name,
      items: count,
      preferredOne: count,
      ties: count,
      preferredOther: count,
      inconsistent: count,
      share: number,
      interval: intervalSchema.nullable(),
      judgeErrors: count,
      same: count,
      unanswered: count,
      decided: count,
      first: count,
    }),
  ),
  agreement: z
    .object({
      pairs: count,
      value: number,
      interval: intervalSchema.nullable(),
      items: count,
      reason: z.string().nullable(),
    })
    .nullable(),
});

const answerText = z.object({
  /** At most its first 200,000 characters; `length` is the whole. */
  text: z.string().max(longestText),
  length: count,
});

/** Where a rater is, and what comes next. It does not say which candidate's answer stands first. */
const place = z.object({
  done: count,
  /** Showings in all; some items come twice. */
  total: count,
  /** Items that both candidates gave the same answer to: nobody has to choose there. */
  same: count,
  next: z
    .object({
      item: name,
      turn: count,
      stratum: z.string(),
      messages: z.array(messageSchema),
      /** What a right answer is, in words. */
      expected: z.string(),
      first: answerText,
      second: answerText,
    })
    .nullable(),
  /** Minutes without a break of ten, and whether one is due. */
  stretch: z.object({ minutes: count, due: z.boolean() }),
});
export type ReviewPlace = ReadonlyDeep<z.infer<typeof place>>;
export type ReviewItem = NonNullable<ReviewPlace['next']>;

const ofPair = z.strictObject({ comparison: identifier, rater, one: name, other: name });

const sides = ['first', 'second', 'tie'] as const;
export type ReviewSide = (typeof sides)[number];

const ofComparison = z.strictObject({ comparison: identifier });

export const reviewCalls = {
  /** Who has rated so far. Fails with `run_unfinished` before the run has ended. */
  'review.read_review': call(
    ofComparison,
    z.object({
      candidates: z.array(name).max(100),
      baseline: name,
      raters: z.array(z.object({ rater: z.string(), ratings: count })),
      /** The plan's judge was asked to compare answers. */
      judged: z.boolean(),
    }),
  ),
  'review.read_next': call(ofPair, place),
  /** Keeps a choice and goes on. Fails with `rating_stale` where that showing was rated before. */
  'review.rate_item': call(
    ofPair.extend({ item: name, turn: z.int().min(0).max(1000), side: z.enum(sides) }),
    place,
  ),
  /** Takes the rater's last choice of the pair back and goes back to it. */
  'review.undo_rating': call(ofPair, place),
  /** `figures`: null before the first rating. `judge`: null where the plan's judge was not asked. */
  'review.read_figures': call(
    ofComparison,
    z.object({ figures: figures.nullable(), judge: judgeReview.nullable() }),
  ),
  /** Writes every choice to a file in that folder, under a numbered name where one is taken. */
  'review.export_ratings': call(
    z.strictObject({ comparison: identifier, format: z.enum(['csv', 'jsonl']), folder: path }),
    z.object({ path, ratings: count }),
  ),
};
