/** Judge: how far a comparison's judge agrees with people, and the desk at which people grade answers, blind. */
import { z } from 'zod';
import type { AgreementFigure, Calibration, CorrectedDifference, ScaleAgreement } from '../calibration.ts';
import { messageSchema } from '../item.ts';
import { intervalSchema } from './comparison-schema.ts';
import { longestText } from './reading.ts';
import type { ReadonlyDeep } from './shapes.ts';
import { call, count, identifier, name } from './shapes.ts';

const number = z.number().nullable();

const figure: z.ZodType<AgreementFigure> = z.object({
  value: number,
  interval: intervalSchema.nullable(),
  items: count,
  reason: z.string().nullable(),
});

const scale: z.ZodType<ScaleAgreement> = z.object({
  grades: z.array(z.string()),
  measure: z.enum(['kappa', 'weighted kappa']),
  labels: count,
  ungraded: count,
  agreement: figure,
  people: figure.nullable(),
  everyone: figure.nullable(),
  table: z.array(z.array(count)),
});

const corrected: z.ZodType<CorrectedDifference> = z.object({
  candidate: name,
  items: count,
  judge: number,
  estimate: number,
  interval: z.object({ lo: z.number(), hi: z.number(), level: z.number() }).nullable(),
  labelled: count,
  inDrawnOrder: z.boolean(),
  reason: z.string().nullable(),
});

const calibration: z.ZodType<Calibration> = z.object({
  judge: z.string(),
  ranOn: z.string().nullable(),
  forced: z.boolean().nullable(),
  judgeHash: z.string(),
  raters: z.array(z.object({ rater: z.string(), labels: count })),
  scales: z.array(scale),
  corrected: z.array(corrected),
});

/** How a rater signs. */
const rater = z
  .string()
  .regex(/^\S.{0,99}$/, 'a name has at most 100 characters and begins with one that is seen');

/** What comes next at the desk. It does not say whose answer it is, nor what the judge said. */
const place = z.object({
  /** Answers that this rater graded. */
  done: count,
  /** Answers in all. */
  total: count,
  next: z
    .object({
      /** Its place in the order, which is the same for every rater. */
      turn: count,
      messages: z.array(messageSchema),
      rubric: z.string(),
      reference: z.string().nullable(),
      /** From the worst to the best. */
      grades: z.array(z.string()),
      /** The answer as the judge reads it, at most its first 200,000 characters; `length` is the whole. */
      text: z.string().max(longestText),
      length: count,
    })
    .nullable(),
});
export type GradingPlace = ReadonlyDeep<z.infer<typeof place>>;
export type GradedAnswer = NonNullable<GradingPlace['next']>;

const ofComparison = z.strictObject({ comparison: identifier });
const desk = ofComparison.extend({ rater });

export const judgingCalls = {
  /** Null: the plan has no judge. */
  'judging.read_calibration': call(ofComparison, z.object({ calibration: calibration.nullable() })),
  /** Fails with `run_unfinished` before everything is judged. */
  'judging.read_next': call(desk, place),
  /** Keeps a grade and goes on. */
  'judging.grade_answer': call(desk.extend({ turn: count, grade: z.string().min(1).max(500) }), place),
  /** Takes this rater's last grade back and goes back to it. */
  'judging.undo_grade': call(desk, place),
};
