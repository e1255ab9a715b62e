/** What loading a run and one of its outputs cost, by the clock. */
import type { RunKey } from '../contract/plan.ts';
import type { StoreReader } from '../store/store.ts';
import { keyName } from './residents.ts';
import type { MeasuredCost } from './taking-turns.ts';

/**
 * @param loading seconds that the run's latest opening took, making room included; undefined before it was opened: what
 *   its latest sitting tells counts then
 * @returns null before the run has been loaded and has outputs
 */
export function measuredCost(
  store: StoreReader,
  planHash: string,
  key: RunKey,
  loading: number | undefined,
): MeasuredCost | null {
  const seconds = loading ?? store.sittings(planHash, key).at(-1)?.manifest.loadSeconds;
  const run = store.runs(planHash).find((other) => keyName(other.key) === keyName(key));
  if (seconds === undefined || run === undefined || run.outputs === 0 || run.busyMs <= 0) return null;
  return { loading: seconds, output: run.busyMs / run.outputs / 1000 };
}
