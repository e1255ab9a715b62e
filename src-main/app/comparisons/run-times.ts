/** When a plan's runs began, ended and stopped, from their sittings. */
import type { RegisteredPlan } from '../../contract/plan.ts';
import type { RunRecord, SittingRecord, StoreReader } from '../../store/store.ts';

/** Of all runs, by start. */
export function allSittings(store: StoreReader, hash: string): readonly SittingRecord[] {
  return store
    .runs(hash)
    .flatMap(({ key }) => store.sittings(hash, key))
    .sort((one, other) => compareText(one.manifest.startedAt, other.manifest.startedAt));
}

export function startedAt(sittings: readonly SittingRecord[]): string | null {
  return sittings[0]?.manifest.startedAt ?? null;
}

/** When the last run reached its end. Only for plans that have ended. */
export function finishedAt(runs: readonly RunRecord[]): string | null {
  return latest(runs.map(({ stateAt }) => stateAt));
}

/** When anything last happened to a plan. */
export function changedAt(registered: RegisteredPlan, runs: readonly RunRecord[]): string {
  return (
    latest([
      registered.registeredAt,
      ...runs.flatMap(({ stateAt, lastOutputAt }) => [stateAt, lastOutputAt ?? stateAt]),
    ]) ?? registered.registeredAt
  );
}

export function outputsThere(runs: readonly RunRecord[]): number {
  return runs.reduce((sum, { outputs }) => sum + outputs, 0);
}

export function latest(times: readonly string[]): string | null {
  return times.reduce<string | null>((last, at) => (last === null || at > last ? at : last), null);
}

export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
