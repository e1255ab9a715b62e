/** Opens the store of a data folder. */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { success, type Result } from '../contract/result.ts';
import { appState } from './app-state.ts';
import { comparisons } from './comparisons.ts';
import { connectionTo } from './connection.ts';
import { course } from './course.ts';
import { isOutdated, openDatabase, storeFile, upgrade, type Database } from './database.ts';
import { devItems } from './dev-items.ts';
import { divergences } from './divergences.ts';
import { failureOf } from './failures.ts';
import { itemFacts } from './item-facts.ts';
import { itemSets } from './item-sets.ts';
import { judging } from './judging.ts';
import { keysOf } from './keys.ts';
import { outputs } from './outputs.ts';
import { pairJudgements } from './pair-judgements.ts';
import { plans } from './plans.ts';
import { reading } from './reading.ts';
import { takeRunLock, type RunLock } from './run-lock.ts';
import { markKilled, runs } from './runs.ts';
import { scores } from './scores.ts';
import { quantisations } from './quantisations.ts';
import { ratings } from './ratings.ts';
import { slices } from './slices.ts';
import type { Store, StoreReader } from './store.ts';

/** ISO 8601. */
function systemTime(): string {
  return new Date().toISOString();
}

/**
 * Opens the data folder's store; creates both when they are not there.
 *
 * `write` (the default) takes the run lock, which one process at a time can hold, and marks what a killed process
 * left open. `read` takes no lock and can be had at any time; the file is then closed to writing. A file of an older
 * version is brought up to date by either.
 *
 * Fails with `store_in_use`, `store_newer`, `store_damaged`, `store_unwritable`, `store_full`, and with
 * `usage` where a file is in the folder's place.
 *
 * @param options.now the time that commits are stamped with, ISO 8601
 */
export function openStore(
  folder: string,
  options: { access: 'read'; now?: () => string },
): Result<StoreReader>;
export function openStore(folder: string, options?: { access?: 'write'; now?: () => string }): Result<Store>;
export function openStore(
  folder: string,
  options: { access?: 'read' | 'write'; now?: () => string } = {},
): Result<Store> {
  const absolute = resolve(folder);
  const file = storeFile(absolute);
  let database: Database | undefined;
  let lock: RunLock | undefined;
  try {
    // Prompts and outputs may be private: a folder that is made here is its owner's alone.
    mkdirSync(absolute, { recursive: true, mode: 0o700 });
    if (options.access !== 'read') lock = takeRunLock(absolute);
    database = openDatabase(file);
    if (isOutdated(database)) upgradeUnderLock(database, absolute, lock);
    if (options.access === 'read') database.pragma('query_only = ON');
    const store = storeOver(database, absolute, options.now ?? systemTime, lock);
    if (lock) {
      const marked = markKilled(connectionTo(database, file, options.now ?? systemTime));
      if (!marked.ok) {
        store.close();
        return marked;
      }
    }
    return success(store);
  } catch (error) {
    database?.close();
    lock?.release();
    const expected = failureOf(error, file);
    if (expected) return { ok: false, error: expected };
    throw error;
  }
}

/** A process that runs plans must not find another schema under its statements. */
function upgradeUnderLock(database: Database, folder: string, lock: RunLock | undefined): void {
  const held = lock ?? takeRunLock(folder);
  try {
    upgrade(database);
  } finally {
    if (!lock) held.release();
  }
}

/** A store over a database that is open and up to date. Tests use it to open the file under narrower limits. */
export function storeOver(database: Database, folder: string, now: () => string, lock?: RunLock): Store {
  const connection = connectionTo(database, storeFile(folder), now);
  const keys = keysOf(database);
  return {
    folder,
    ...itemSets(connection, keys),
    ...devItems(connection),
    ...plans(connection),
    ...runs(connection, keys),
    ...outputs(connection, keys),
    ...scores(connection, keys),
    ...comparisons(connection, keys),
    ...divergences(connection, keys),
    ...appState(connection, keys),
    ...slices(connection),
    ...quantisations(connection),
    ...ratings(connection, keys),
    ...reading(connection, keys),
    ...itemFacts(connection),
    ...course(connection, keys),
    ...judging(connection, keys),
    ...pairJudgements(connection, keys),
    close() {
      database.close();
      lock?.release();
    },
  };
}
