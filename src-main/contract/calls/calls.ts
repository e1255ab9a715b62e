/** Every call of the app, by name. The renderer imports the types only. */
import type { z } from 'zod';
import type { Result } from '../result.ts';
import { comparisonCalls } from './comparisons.ts';
import { contaminationCalls } from './contamination.ts';
import { divergenceCalls } from './divergence.ts';
import { fileCalls } from './files.ts';
import { itemCalls } from './items.ts';
import { judgingCalls } from './judging.ts';
import { modelWorkCalls } from './model-work.ts';
import { modelCalls } from './models.ts';
import { planCalls } from './plans.ts';
import { preparingCalls } from './preparing.ts';
import { readingCalls } from './reading.ts';
import { reportCalls } from './reports.ts';
import { resultCalls } from './results.ts';
import { reviewCalls } from './review.ts';
import { runCalls } from './runs.ts';
import { settingCalls } from './settings.ts';
import type { ReadonlyDeep } from './shapes.ts';
import { sliceCalls } from './slices.ts';
import { strataCalls } from './strata.ts';

export const calls = {
  ...comparisonCalls,
  ...contaminationCalls,
  ...divergenceCalls,
  ...fileCalls,
  ...itemCalls,
  ...judgingCalls,
  ...modelCalls,
  ...modelWorkCalls,
  ...planCalls,
  ...preparingCalls,
  ...readingCalls,
  ...reportCalls,
  ...resultCalls,
  ...reviewCalls,
  ...runCalls,
  ...settingCalls,
  ...sliceCalls,
  ...strataCalls,
};

export type CallName = keyof typeof calls;

/** What is sent with a call. */
export type CallInput<Name extends CallName> = ReadonlyDeep<z.input<(typeof calls)[Name]['input']>>;

/** What a call answers with when it succeeds. */
export type CallOutput<Name extends CallName> = ReadonlyDeep<z.output<(typeof calls)[Name]['output']>>;

export interface CallContext {
  /** Aborted when the one who asked no longer waits for the answer. */
  readonly signal: AbortSignal;
}

/** Carries out every call. Expected failures are values; an exception is a bug, and answered as `internal`. */
export type Handlers = {
  readonly [Name in CallName]: (
    input: CallInput<Name>,
    context: CallContext,
  ) => Promise<Result<CallOutput<Name>>>;
};
