/** Applies numbered migrations: all that are missing, in order, in one transaction. */
import type { Database } from 'better-sqlite3';

export interface Migration {
  /** From 1, without gaps. Never changed once released: the next change is the next number. */
  readonly version: number;
  readonly statements: string;
}

export function latestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0;
}

/**
 * Brings a database from the version it says it has (`user_version`) to the last of `migrations`. Call it with
 * foreign keys off; they are checked before the commit.
 * @throws SqliteError when a statement fails, Error when a migration breaks a foreign key; nothing is changed then
 */
export function migrate(database: Database, migrations: readonly Migration[], applicationId: number): void {
  database
    .transaction(() => {
      // Read inside the transaction: another process may have been quicker.
      const version = Number(database.pragma('user_version', { simple: true }));
      for (const migration of migrations) {
        if (migration.version > version) database.exec(migration.statements);
      }
      const broken = database.pragma('foreign_key_check') as unknown[];
      if (broken.length > 0) throw new Error(`migration broke foreign keys: ${JSON.stringify(broken[0])}`);
      database.pragma(`application_id = ${applicationId}`);
      database.pragma(`user_version = ${Math.max(version, latestVersion(migrations))}`);
    })
    .immediate();
}
