import { openStore } from '../../../src-main/store/open.ts';
import type { Store } from '../../../src-main/store/store.ts';
import { dataOf } from './sample-plan.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A store with a clock that stands. */
export function openHere(folder = temporaryFolder()): Store {
  return dataOf(openStore(folder, { now: () => '2026-01-03T12:00:00Z' }));
}
