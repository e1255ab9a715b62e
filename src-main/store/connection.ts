/** The open file as the query modules see it: transactions and failures in one place. */
import type { Result } from '../contract/result.ts';
import { success } from '../contract/result.ts';
import type { Database } from './database.ts';
import { failureOf, StoreError } from './failures.ts';

export interface Connection {
  readonly database: Database;
  /** Its path, for messages. */
  readonly file: string;
  /** The time to stamp commits with, ISO 8601. */
  readonly now: () => string;
  /**
   * One transaction that takes the write lock at once. A StoreError or a failure of SQLite or the file system rolls
   * back and becomes the result; any other error rolls back and is thrown on.
   */
  readonly write: <T>(work: () => T) => Result<T>;
  /** Plain reading: what SQLite throws becomes a StoreError. */
  readonly read: <T>(work: () => T) => T;
}

export function connectionTo(database: Database, file: string, now: () => string): Connection {
  return {
    database,
    file,
    now,
    write(work) {
      try {
        return success(database.transaction(work).immediate());
      } catch (error) {
        const expected = failureOf(error, file);
        if (expected) return { ok: false, error: expected };
        throw error;
      }
    },
    read(work) {
      try {
        return work();
      } catch (error) {
        const expected = failureOf(error, file);
        if (expected) throw new StoreError(expected);
        throw error;
      }
    },
  };
}
