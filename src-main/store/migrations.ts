/** The migrations in order. */
import type { Migration } from './migrate.ts';
import { firstSchema } from './migrations/0001-first-schema.ts';
import { appState } from './migrations/0002-app-state.ts';
import { outputByFinish } from './migrations/0003-output-by-finish.ts';
import { comparedPlan } from './migrations/0004-compared-plan.ts';
import { writtenByHand } from './migrations/0005-written-by-hand.ts';
import { preparation } from './migrations/0006-preparation.ts';
import { quantisation } from './migrations/0007-quantisation.ts';
import { canary } from './migrations/0008-canary.ts';
import { rating } from './migrations/0009-rating.ts';
import { judging } from './migrations/0010-judging.ts';
import { measuredOptions } from './migrations/0011-measured-options.ts';
import { promptTokenIds } from './migrations/0012-prompt-token-ids.ts';
import { divergence } from './migrations/0013-divergence.ts';
import { pairJudgement } from './migrations/0014-pair-judgement.ts';
import { look } from './migrations/0015-look.ts';

export const migrations: readonly Migration[] = [
  firstSchema,
  appState,
  outputByFinish,
  comparedPlan,
  writtenByHand,
  preparation,
  quantisation,
  canary,
  rating,
  judging,
  measuredOptions,
  promptTokenIds,
  divergence,
  pairJudgement,
  look,
];
