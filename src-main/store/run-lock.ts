/**
 * One process at a time may run plans. The lock is an exclusive transaction on a small SQLite file of its own: the
 * operating system gives it back when the process ends, however it ends. Who holds it stands in a text file beside
 * it, for the message only.
 *
 * Never open the lock file with node:fs: on POSIX systems closing any handle of a file drops the process's locks on it.
 */
import Sqlite from 'better-sqlite3';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failure, type Failure } from '../contract/result.ts';
import { failureOf, StoreError } from './failures.ts';

export interface RunLock {
  release(): void;
}

/** Milliseconds: long enough for another process that upgrades an empty file, short for a person. */
const patience = 500;

/**
 * Takes the lock of a data folder.
 * @throws StoreError `store_in_use`, naming the other process; `store_unwritable`, `store_full`
 */
export function takeRunLock(folder: string): RunLock {
  const holderFile = join(folder, 'run.lock.holder');
  const lockFile = join(folder, 'run.lock');
  let database: Sqlite.Database | undefined;
  try {
    database = new Sqlite(lockFile, { timeout: patience });
    // Nothing is ever written to this file; without a journal on the disk there is nothing to clean up either.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
    writeFileSync(holderFile, `${process.pid}\n`);
    const held = database;
    return {
      release() {
        held.close();
      },
    };
  } catch (error) {
    database?.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new StoreError(inUse(folder, readHolder(holderFile)));
    }
    const expected = failureOf(error, lockFile);
    throw expected ? new StoreError(expected) : error;
  }
}

function readHolder(file: string): string | null {
  try {
    return /^\d+/.exec(readFileSync(file, 'utf8'))?.[0] ?? null;
  } catch {
    return null;
  }
}

function inUse(folder: string, holder: string | null): Failure {
  const who =
    holder === null
      ? 'another process'
      : holder === String(process.pid)
        ? `this process (${holder})`
        : `process ${holder}`;
  return failure('store_in_use', `${folder} is in use by ${who}, which may be running a plan.`, {
    next: 'Wait until it has finished, or stop it, or choose another data folder.',
    where: { file: folder },
    ...(holder === null ? {} : { detail: `process ${holder}` }),
  }).error;
}
