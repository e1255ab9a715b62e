/** Finds a registered plan by what a person has at hand: its file, or the beginning of its hash. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RegisteredPlan } from '../contract/plan.ts';
import { failure, type Result } from '../contract/result.ts';
import { loadPlan } from '../experiment/plan/resolve-plan.ts';
import { describeMachine } from '../machine/describe-machine.ts';
import type { Store } from '../store/store.ts';
import { planHash } from '../store/hash.ts';

export interface PlanReference {
  /** Path of a plan file, or a hash or its beginning. */
  readonly plan: string;
  /** With a file: the limit that it ran with. */
  readonly limit?: number;
}

/** Of a hash. */
const beginning = /^[0-9a-f]{1,64}$/i;

export async function findPlan(store: Store, reference: PlanReference): Promise<Result<RegisteredPlan>> {
  if (!existsSync(reference.plan))
    return beginning.test(reference.plan)
      ? store.plan(reference.plan)
      : failure('file_not_found', `${resolve(reference.plan)} is not there.`, {
          next: "Give the path of a plan's file, or the beginning of the hash that stands in its report.",
          where: { file: resolve(reference.plan) },
        });
  const machine = await describeMachine();
  const plan = await loadPlan(resolve(reference.plan), store, new Date().toISOString(), {
    machine: { ...machine, continuousIntegration: Boolean(process.env.CI) },
    ...(reference.limit === undefined ? {} : { limit: reference.limit }),
  });
  if (!plan.ok) return plan;
  return store.plan(planHash(plan.data));
}
