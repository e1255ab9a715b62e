/** From SQLite's result codes and the operating system's to failures that a person can act on. */
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { failure, type Failure } from '../contract/result.ts';

/** Carries a failure out of a transaction (which rolls back) or out of a plain reading method. */
export class StoreError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'StoreError';
    this.failure = failure;
  }
}

/**
 * The failure behind an error that SQLite, the file system or the store itself threw; null for anything else, which
 * is a bug and has to be thrown on.
 */
export function failureOf(error: unknown, file: string): Failure | null {
  if (error instanceof StoreError) return error.failure;
  if (error instanceof Sqlite.SqliteError) return fromSqlite(error, file);
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    if (error.syscall === 'mkdir' && ['EEXIST', 'ENOTDIR'].includes(String(error.code)))
      return noFolder(dirname(file), error.message);
    return fromSystem(String(error.code), error.message, file);
  }
  return null;
}

/** SQLITE_IOERR_SHMSIZE: the shared-memory file of the write-ahead log could not grow, which a full disk causes first. */
const full = ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'];
const damaged = [
  'SQLITE_NOTADB',
  'SQLITE_CORRUPT',
  'SQLITE_IOERR_CORRUPTFS',
  'SQLITE_IOERR_SHORT_READ',
  'SQLITE_FORMAT',
];
const busy = ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL'];
const refused = [
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
  'SQLITE_PERM',
  'SQLITE_AUTH',
  'SQLITE_IOERR',
  'SQLITE_NOLFS',
];

function fromSqlite(error: { code: string; message: string }, file: string): Failure | null {
  const detail = `${error.code}: ${error.message}`;
  // Extended codes lengthen the primary one: SQLITE_BUSY_SNAPSHOT is a SQLITE_BUSY.
  const is = (codes: readonly string[]) => codes.some((code) => `${error.code}_`.startsWith(`${code}_`));
  if (is(full)) return storeFull(file, detail);
  if (is(damaged)) return storeDamaged(file, detail);
  if (is(busy)) return storeBusy(file, detail);
  if (is(refused)) return storeUnwritable(file, detail);
  return null;
}

function fromSystem(code: string, message: string, file: string): Failure {
  const detail = message;
  if (code === 'ENOSPC' || code === 'EDQUOT') return storeFull(file, detail);
  return storeUnwritable(file, detail);
}

function noFolder(folder: string, detail: string): Failure {
  return failure(
    'usage',
    `${folder} cannot be the data folder: a file is in its place, or on the way to it.`,
    {
      next: 'Choose another data folder.',
      where: { file: folder },
      detail,
    },
  ).error;
}

function storeFull(file: string, detail: string): Failure {
  return failure('store_full', `There is no room left on the disk to write to ${file}.`, {
    next: 'Free some space and start again: everything committed before is kept.',
    where: { file },
    detail,
  }).error;
}

export function storeDamaged(file: string, detail: string): Failure {
  return failure('store_damaged', `${file} is damaged, or is not a Noisefloor data file.`, {
    next: 'Put back a copy of the file, or move it away (with its -wal and -shm files) to start with an empty one.',
    where: { file },
    detail,
  }).error;
}

function storeBusy(file: string, detail: string): Failure {
  return failure('store_in_use', `Another process is writing to ${file} and did not let go in time.`, {
    next: 'Wait until it has finished, or stop it, and start again.',
    where: { file },
    detail,
  }).error;
}

function storeUnwritable(file: string, detail: string): Failure {
  return failure('store_unwritable', `${file} cannot be opened or written.`, {
    next: 'Check the permissions of the folder, quotas and the disk, or choose another data folder.',
    where: { file },
    detail,
  }).error;
}
