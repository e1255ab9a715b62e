import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase, storeFile } from '../../../src-main/store/database.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { dataOf } from './sample-plan.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('every opening flushes at each commit, checks references and keeps a log, the second like the first', () => {
  const folder = temporaryFolder();
  for (const opening of ['first', 'second', 'third']) {
    const database = openDatabase(storeFile(folder));
    const setting = (name: string) => database.pragma(name, { simple: true });
    expect(
      {
        synchronous: setting('synchronous'),
        journal: setting('journal_mode'),
        references: setting('foreign_keys'),
        patience: setting('busy_timeout'),
      },
      opening,
    ).toEqual({ synchronous: 2, journal: 'wal', references: 1, patience: 5000 });
    database.close();
    dataOf(openStore(folder)).close();
  }
});

test('a data folder that is made here is closed to other people', () => {
  const folder = join(temporaryFolder(), 'deep', 'data');
  dataOf(openStore(folder)).close();
  if (process.platform === 'win32') return;
  expect(statSync(folder).mode & 0o077).toBe(0);
});
