/** Opens the SQLite file with every setting spelled out, and brings its schema up to date. */
import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import type { Message } from '../contract/item.ts';
import type { OptionMeasure } from '../contract/output.ts';
import { failure } from '../contract/result.ts';
import { likeliestOptions, type Normalisation } from '../contract/weighed-choice.ts';
import { StoreError, storeDamaged } from './failures.ts';
import { latestVersion, migrate } from './migrate.ts';
import { migrations } from './migrations.ts';

export type Database = Sqlite.Database;

const storeFileName = 'noisefloor.sqlite';

/** "NFlr": tells the file apart from another program's SQLite file. */
export const applicationId = 0x4e466c72;

/** Milliseconds that a statement waits for another process's short transaction. */
const busyTimeout = 5_000;
/** Bytes of write-ahead log that stay on the disk after a checkpoint. */
const keptLog = 64 * 1024 * 1024;

export function storeFile(folder: string): string {
  return join(folder, storeFileName);
}

/**
 * Opens the file and checks whose it is; creates it when it is not there. The schema may still be an older one.
 * @throws StoreError `store_newer`, `store_damaged`, `store_unwritable`; SqliteError
 */
export function openDatabase(file: string): Database {
  const database = new Sqlite(file, { timeout: busyTimeout });
  try {
    // Before anything is written: a newer or foreign file stays as it is.
    checkOwner(database, file);
    setUp(database, file);
    addFunctions(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Whether `upgrade` has something to do. */
export function isOutdated(database: Database): boolean {
  return number(database, 'user_version') < latestVersion(migrations);
}

/** Brings the schema to this program's version in one transaction. */
export function upgrade(database: Database): void {
  // Tables are rebuilt by renaming, which foreign keys would follow; migrate checks them before it commits.
  database.pragma('foreign_keys = OFF');
  migrate(database, migrations, applicationId);
  database.pragma('foreign_keys = ON');
}

function setUp(database: Database, file: string): void {
  const journal = database.pragma('journal_mode = WAL', { simple: true });
  if (journal !== 'wal') {
    throw new StoreError(
      failure('store_unwritable', `The file system under ${file} cannot hold a write-ahead log.`, {
        next: 'Choose a data folder on a local disk: network shares lack the locks that it needs.',
        where: { file },
        detail: `journal_mode = ${String(journal)}`,
      }).error,
    );
  }
  // FULL: the log is flushed at every commit. NORMAL, the library's default for a reopened WAL file, flushes at
  // checkpoints only: a power cut would then take back outputs that the runner was told are safe.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma(`journal_size_limit = ${keptLog}`);
}

function addFunctions(database: Database): void {
  const pure = { deterministic: true, directOnly: true };
  // SQLite's own lower() knows the 26 letters of English only.
  database.function('lowered', pure, (text: unknown) => (typeof text === 'string' ? text.toLowerCase() : ''));
  // What is said in an item's messages, without the names and escapes of the JSON around it.
  database.function('said', pure, (messages: unknown) =>
    (JSON.parse(String(messages)) as readonly Message[])
      .map(({ content }) => content)
      .join('\n')
      .toLowerCase(),
  );
  // Whether the likeliest of the options that were weighed is another one, null where a side could not weigh them.
  database.function('choices_differ', pure, (one: unknown, other: unknown, check: unknown) => {
    const left = (JSON.parse(String(one)) as OptionMeasure).measured;
    const right = (JSON.parse(String(other)) as OptionMeasure).measured;
    if (left === null || right === null) return null;
    const { normalise = 'none' } = JSON.parse(String(check)) as { readonly normalise?: Normalisation };
    const [mine, theirs] = [left, right].map((measured) => likeliestOptions(measured, normalise).join(' '));
    return mine === theirs ? 0 : 1;
  });
}

function checkOwner(database: Database, file: string): void {
  const owner = number(database, 'application_id');
  const version = number(database, 'user_version');
  const empty = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
  if (owner !== applicationId && !(empty && owner === 0 && version === 0)) {
    throw new StoreError(storeDamaged(file, `application_id ${owner} is not ${applicationId}`));
  }
  const latest = latestVersion(migrations);
  if (version > latest) {
    throw new StoreError(
      failure('store_newer', `${file} was written by a newer version of Noisefloor.`, {
        next: 'Update this Noisefloor, or choose another data folder.',
        where: { file },
        detail: `schema version ${version}, this program knows ${latest}`,
      }).error,
    );
  }
}

function number(database: Database, pragma: 'application_id' | 'user_version'): number {
  return Number(database.pragma(pragma, { simple: true }));
}
