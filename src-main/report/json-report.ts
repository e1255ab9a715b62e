/** The report as JSON, for programs. */
import type { Calibration } from '../contract/calibration.ts';
import type { Comparison, OutcomeCounts } from '../contract/comparison.ts';
import { outcomes, type Outcome } from '../contract/output.ts';
import { outcomeTotal } from '../contract/presentation/outcome-words.ts';
import type { DivergenceReport } from '../contract/divergence.ts';
import type { RegisteredPlan, RunKey, RunState } from '../contract/plan.ts';
import type { CandidatePassAtK } from '../contract/pass-at-k.ts';
import type { Headline } from '../contract/presentation/words.ts';
import type { Failure } from '../contract/result.ts';
import type { JudgeReview } from '../contract/judge-review.ts';
import type { ReviewFigures } from '../contract/review.ts';
import type {
  ReportCases,
  ReportInput,
  ReportItems,
  ReportRun,
  ReportSitting,
  RunCost,
} from './report-input.ts';
import type { DifferingSetting } from './report-view.ts';
import {
  acceptedOf,
  answerOf,
  casesInOrder,
  differingSettingsOf,
  remeasureOf,
  sentencesOf,
} from './report-view.ts';

/**
 * The document. `format` grows by one when a field changes its meaning or goes; new fields may come without.
 * Shares and changes are in [0, 1] and [-1, 1]; times ISO 8601; sizes bytes; durations seconds. Numbers that cannot
 * be computed are null, with a reason beside them.
 */
export interface JsonReport {
  readonly format: 1;
  readonly noisefloor: string;
  readonly generatedAt: string;
  readonly plan: RegisteredPlan;
  readonly items: ReportItems;
  /** Looks at the results before every run had ended. */
  readonly peeks: number;
  /** The answer to the plan in a sentence; null without candidates. */
  readonly answer: string | null;
  /** Why all of it should be measured again with a third run of the baseline; mostly empty. */
  readonly remeasure: readonly string[];
  /** Settings that some run resolved to something else than was asked for. */
  readonly differingSettings: readonly DifferingSetting[];
  readonly candidates: readonly JsonCandidate[];
  readonly runs: readonly JsonRun[];
  /** What people preferred; null where nobody rated. */
  readonly review: ReviewFigures | null;
  /** What the judge chose between answers; null where it was not asked. */
  readonly judgeReview: JudgeReview | null;
  /** The judge and how far it agrees with people; null where the plan has none. */
  readonly judge: Calibration | null;
  /** Where items have several samples; else empty. */
  readonly passAtK: readonly CandidatePassAtK[];
  /** How far candidates are from the baseline along its own answers, in nats; null: not measured. */
  readonly divergence: DivergenceReport | null;
}

export interface JsonCandidate {
  readonly name: string;
  /** What is said first, the rest of it, and the verdict whose shape stands before it. */
  readonly sentences: {
    readonly first: string;
    readonly rest: readonly string[];
    readonly verdict: Headline['verdict'];
  };
  readonly comparison: Comparison | null;
  readonly reason: string | null;
  readonly nextStep: string | null;
  readonly accepted: readonly { readonly what: string; readonly acceptedAt: string }[];
  /** Lost first, then gained, then those without a pair. */
  readonly cases: ReportCases;
}

export interface JsonRun {
  readonly key: RunKey;
  readonly state: RunState;
  readonly failure: Failure | null;
  readonly outcomes: OutcomeCounts;
  /** Of each outcome the share of all outputs; null before the first. */
  readonly rates: OutcomeRates;
  readonly strata: readonly (ReportRun['strata'][number] & { readonly rates: OutcomeRates })[];
  readonly cost: RunCost;
  readonly sittings: readonly ReportSitting[];
}

type OutcomeRates = Readonly<Record<Outcome, number | null>>;

function outcomeRates(counts: OutcomeCounts): OutcomeRates {
  const total = outcomeTotal(counts);
  return Object.fromEntries(
    outcomes.map((outcome) => [outcome, total === 0 ? null : counts[outcome] / total]),
  ) as Record<Outcome, number | null>;
}

export function jsonReport(input: ReportInput): string {
  return `${JSON.stringify(jsonDocument(input), null, 2)}\n`;
}

/** The document behind `jsonReport`. */
export function jsonDocument(input: ReportInput): JsonReport {
  return {
    format: 1,
    noisefloor: input.noisefloor,
    generatedAt: input.generatedAt,
    plan: input.plan,
    items: input.items,
    peeks: input.peeks,
    answer: answerOf(input)?.text ?? null,
    remeasure: remeasureOf(input),
    differingSettings: differingSettingsOf(input),
    candidates: input.candidates.map((candidate) => {
      const { text, rest, verdict } = sentencesOf(input, candidate);
      const { name, comparison, reason, nextStep, cases } = candidate;
      return {
        name,
        sentences: { first: text, rest, verdict },
        comparison,
        reason,
        nextStep,
        accepted: acceptedOf(input, candidate),
        cases: { ...cases, items: casesInOrder(cases.items) },
      };
    }),
    runs: input.runs.map(({ key, state, failure, outcomes: ended, strata, cost, sittings }) => ({
      key,
      state,
      failure,
      outcomes: ended,
      rates: outcomeRates(ended),
      strata: strata.map((one) => ({ ...one, rates: outcomeRates(one.outcomes) })),
      cost,
      sittings,
    })),
    review: input.review,
    judgeReview: input.judgeReview,
    judge: input.judge,
    passAtK: input.passAtK,
    divergence: input.divergence,
  };
}
