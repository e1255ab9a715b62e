import Sqlite from 'better-sqlite3';
import { openSync, readFileSync, statSync, truncateSync, writeFileSync, writeSync, closeSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openDatabase, storeFile } from '../../../src-main/store/database.ts';
import { StoreError } from '../../../src-main/store/failures.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { baseline, dataOf, registerSample, sampleManifest, sampleOutput } from './sample-plan.ts';
import { temporaryFolder } from './temporary-folder.ts';

function expectRefused(folder: string, code: string): void {
  const before = readFileSync(storeFile(folder));
  for (const access of ['write', 'read'] as const) {
    const refused = access === 'read' ? openStore(folder, { access }) : openStore(folder);
    expect(refused).toMatchObject({ ok: false, error: { code, where: { file: storeFile(folder) } } });
    if (refused.ok) continue;
    expect(refused.error.message).toContain(storeFile(folder));
    expect(refused.error.next).toBeTruthy();
  }
  expect(readFileSync(storeFile(folder)).equals(before), 'the file was changed').toBe(true);
}

test('a file of a newer version is refused and left as it is', () => {
  const folder = temporaryFolder();
  dataOf(openStore(folder)).close();
  const database = new Sqlite(storeFile(folder));
  database.pragma('user_version = 999');
  database.close();
  expectRefused(folder, 'store_newer');
});

test('a file that is no database is refused and left as it is', () => {
  const folder = temporaryFolder();
  writeFileSync(storeFile(folder), 'this was never a database, whatever its name says. '.repeat(100));
  expectRefused(folder, 'store_damaged');
});

test('the database of another program is refused and left as it is', () => {
  const folder = temporaryFolder();
  const other = new Sqlite(storeFile(folder));
  other.exec('CREATE TABLE song (title TEXT)');
  other.close();
  expectRefused(folder, 'store_damaged');
});

test('a file whose end is missing is refused when it is opened or read, and never answers wrongly', () => {
  const folder = temporaryFolder();
  const store = dataOf(openStore(folder));
  const plan = registerSample(store, 300);
  const sitting = dataOf(store.beginSitting(plan, baseline, sampleManifest('2026-01-03T00:00:00Z')));
  const ids = dataOf(store.readPlanItems(plan, '2026-01-03T00:00:00Z')).map((item) => item.id);
  const outputs = ids.map((id) => sampleOutput(id));
  dataOf(store.appendOutputs(plan, baseline, sitting, outputs));
  store.close();
  const size = statSync(storeFile(folder)).size;
  truncateSync(storeFile(folder), Math.floor(size / 2 / 4096) * 4096);
  const opened = openStore(folder);
  if (opened.ok) {
    try {
      expect(opened.data.outputs(plan, baseline)).toMatchObject(outputs);
      expect.unreachable('half of the file is gone and all outputs are there');
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      expect(error.failure).toMatchObject({ code: 'store_damaged', where: { file: storeFile(folder) } });
    }
    opened.data.close();
  } else {
    expect(opened.error).toMatchObject({ code: 'store_damaged', where: { file: storeFile(folder) } });
  }
});

test('pages overwritten with noise are noticed by the reading that meets them', () => {
  const folder = temporaryFolder();
  const store = dataOf(openStore(folder));
  const plan = registerSample(store, 300);
  store.close();
  const database = openDatabase(storeFile(folder));
  const root = Number(
    database.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'item'`).pluck().get(),
  );
  database.close();
  const file = openSync(storeFile(folder), 'r+');
  writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, (root - 1) * 4096);
  closeSync(file);
  const opened = dataOf(openStore(folder));
  expect(opened.readPlanItems(plan, '2026-01-03T00:00:00Z')).toMatchObject({
    ok: false,
    error: { code: 'store_damaged', where: { file: storeFile(folder) } },
  });
  expect(() => opened.readDevItems({ name: 'desk', version: 1 })).toThrow(StoreError);
  opened.close();
});
