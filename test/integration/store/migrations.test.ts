import Sqlite from 'better-sqlite3';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { makeCanary } from '../../../src-main/store/canary.ts';
import { applicationId, storeFile, type Database } from '../../../src-main/store/database.ts';
import { migrate, type Migration } from '../../../src-main/store/migrate.ts';
import { migrations } from '../../../src-main/store/migrations.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { startChild } from './child-process.ts';
import { baseline, dataOf, quantised, registerSample, rerun } from './sample-plan.ts';
import { temporaryFolder } from './temporary-folder.ts';

const latest = migrations.length;

/** Everything that SQLite knows of the schema, and the version. */
function schemaOf(database: Database): unknown {
  return {
    version: database.pragma('user_version', { simple: true }),
    application: database.pragma('application_id', { simple: true }),
    objects: database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name').all(),
  };
}

function freshSchema(): unknown {
  const database = new Sqlite(':memory:');
  migrate(database, migrations, applicationId);
  return schemaOf(database);
}

/** A file as an earlier release left it: statements that were written down then and are never changed. */
function layDown(folder: string, version: number): void {
  const text = readFileSync(
    fileURLToPath(new URL(`../../fixtures/store/version-${version}.sql`, import.meta.url)),
    'utf8',
  );
  mkdirSync(dirname(storeFile(folder)), { recursive: true });
  const database = new Sqlite(storeFile(folder));
  database.pragma('foreign_keys = OFF');
  database.exec(text);
  expect(database.pragma('foreign_key_check')).toEqual([]);
  database.close();
}

test('migrations are numbered from 1 without gaps', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
});

describe.each(Array.from({ length: latest }, (_, index) => index + 1))('a file of version %i', (version) => {
  test('has the schema that the migrations up to it make', () => {
    const folder = temporaryFolder();
    layDown(folder, version);
    const old = new Sqlite(storeFile(folder));
    const made = new Sqlite(':memory:');
    migrate(made, migrations.slice(0, version), applicationId);
    expect(schemaOf(old)).toEqual(schemaOf(made));
    old.close();
  });

  test('becomes the schema of a fresh file and keeps what is in it', () => {
    const folder = temporaryFolder();
    layDown(folder, version);
    const store = dataOf(openStore(folder));
    const database = new Sqlite(storeFile(folder));
    expect(schemaOf(database)).toEqual(freshSchema());
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(database.pragma('foreign_key_check')).toEqual([]);
    database.close();

    const [plan] = store.plans();
    const hash = plan?.hash ?? '';
    expect(plan).toMatchObject({ decision: 'Ship it', split: 'held_out', runs: { total: 3, complete: 1 } });
    expect(dataOf(store.plan('a20eb10f')).plan.items).toEqual({ name: 'desk', version: 1, hash: 'ab12' });
    expect(store.itemSetVersions()).toEqual([
      {
        name: 'desk',
        version: 1,
        hash: 'ab12',
        counts: { items: 3, dev: 1, heldOut: 2 },
        frozenAt: '2026-01-01T00:00:00.000Z',
        // Made when it was frozen; of a version from before that, from its hash.
        canary: version < 8 ? makeCanary('desk', 'ab12') : 'Canary of the release that froze it',
      },
    ]);
    expect(store.readDevItems({ name: 'desk', version: 1 })).toEqual([
      {
        id: 'a1',
        messages: [{ role: 'user', content: 'What is 1 + 1?' }],
        stratum: 'sums',
        band: 'easy',
        split: 'dev',
        source: 'made up',
        cluster: 'page-1',
        check: { kind: 'numeric', answer: 2 },
      },
    ]);
    expect(store.heldOutReadings({ name: 'desk', version: 1 })).toEqual([
      { planHash: hash, at: '2026-01-03T00:00:00.000Z', items: 2 },
    ]);
    const items = { sources: [{ file: 'desk.csv', read: 4, leftOut: 1 }], items: 3, steps: [] };
    expect(store.preparation({ name: 'desk', version: 1 })).toEqual(
      version < 6 ? null : { form: 1, ...items },
    );
    expect(store.runs(hash).map(({ key }) => key)).toEqual([baseline, rerun, quantised]);
    expect(store.runs(hash)[0]).toMatchObject({ state: 'complete', outputs: 2, errors: 1, promptTokens: 7 });
    expect(store.runs(hash)[2]).toMatchObject({ state: 'failed', failure: { code: 'model_load_failed' } });
    expect(store.sittings(hash, baseline)).toMatchObject([
      { manifest: { noisefloor: '0.1.0' }, how: 'complete', endedAt: '2026-01-03T00:02:00.000Z', outputs: 2 },
    ]);
    expect(store.outputs(hash, baseline)).toEqual([
      {
        itemId: 'a2',
        sample: 0,
        text: 'Four, it’s four.',
        finish: 'stop',
        stop: '.',
        promptTokens: 7,
        generatedTokens: 2,
        promptHash: 'aa11',
        tokenHash: 'bb22',
        firstTokenMs: 1.5,
        totalMs: 20.25,
        tokens: [258, 70000],
        sitting: 1,
        at: '2026-01-03T00:01:00.000Z',
      },
      {
        itemId: 'a3',
        sample: 0,
        text: '',
        finish: 'error',
        promptTokens: 0,
        generatedTokens: 0,
        promptHash: '',
        tokenHash: '',
        firstTokenMs: null,
        totalMs: 0,
        error: { code: 'engine_crashed', message: 'It died.' },
        sitting: 1,
        at: '2026-01-03T00:01:00.000Z',
      },
    ]);
    expect(store.prompt('aa11')).toBe('<user>What is 2 + 2?');
    // Before version 12 only their hash was kept.
    expect(store.promptIds('aa11', 'bb22')).toEqual(version < 12 ? null : [1, 70000]);
    expect(store.scores(hash, baseline)).toMatchObject([
      {
        itemId: 'a2',
        scorer: 'numeric@2',
        score: { outcome: 'scored', value: 1, span: { start: 0, end: 4 } },
      },
      { itemId: 'a3', scorer: 'numeric@1', score: { outcome: 'failed', value: null } },
    ]);
    expect(store.comparisons(hash)).toMatchObject([
      { candidate: 'q4_k_m', comparison: { reason: 'second' } },
    ]);
    // Before version 4 nothing was known of what a comparison was worked out from: it is then not taken as it is.
    expect(store.comparedPlan(hash, 'a method')).toEqual(
      version < 4
        ? null
        : {
            candidates: [
              {
                name: 'q4_k_m',
                comparison: { reason: 'second' },
                reason: null,
                nextStep: null,
                accepted: [],
              },
            ],
            rerun: { reason: 'rerun' },
          },
    );
    expect(store.looks(hash, 'q4_k_m')).toEqual(version < 15 ? [] : [0.25, 0.5]);
    // It can be written to as well.
    expect(registerSample(store, 12)).toMatch(/^[0-9a-f]{64}$/);
    store.close();
  });

  test('and every later version lead to the same schema', () => {
    const database = new Sqlite(':memory:');
    migrate(database, migrations.slice(0, version), applicationId);
    migrate(database, migrations, applicationId);
    expect(schemaOf(database)).toEqual(freshSchema());
  });
});

test('a reader brings an empty folder up to date as well', () => {
  const folder = temporaryFolder();
  const reader = dataOf(openStore(folder, { access: 'read' }));
  expect(reader.plans()).toEqual([]);
  reader.close();
  const database = new Sqlite(storeFile(folder));
  expect(schemaOf(database)).toEqual(freshSchema());
  database.close();
});

test('an old file is not changed under a process that runs plans', async () => {
  const folder = temporaryFolder();
  const store = dataOf(openStore(folder));
  const plan = registerSample(store, 12);
  store.close();
  const child = startChild('hold', folder, plan);
  expect(await child.until((line) => line === 'sitting')).toBe(true);
  const database = new Sqlite(storeFile(folder));
  database.pragma('user_version = 0');
  database.close();
  expect(openStore(folder, { access: 'read' })).toMatchObject({
    ok: false,
    error: { code: 'store_in_use' },
  });
  await child.kill();
});

describe('migrate', () => {
  const first: Migration = { version: 1, statements: 'CREATE TABLE a (id INTEGER PRIMARY KEY) STRICT;' };

  test('changes nothing when a later migration fails', () => {
    const database = new Sqlite(':memory:');
    const second: Migration = {
      version: 2,
      statements: 'INSERT INTO a VALUES (1); INSERT INTO nowhere VALUES (1);',
    };
    expect(() => {
      migrate(database, [first, second], 7);
    }).toThrow('nowhere');
    expect(schemaOf(database)).toEqual({ version: 0, application: 0, objects: [] });
  });

  test('refuses a migration that leaves a reference to nothing', () => {
    const database = new Sqlite(':memory:');
    database.pragma('foreign_keys = OFF');
    const second: Migration = {
      version: 2,
      statements: 'CREATE TABLE b (a_id INTEGER REFERENCES a (id)) STRICT; INSERT INTO b VALUES (5);',
    };
    expect(() => {
      migrate(database, [first, second], 7);
    }).toThrow('foreign keys');
    expect(schemaOf(database)).toEqual({ version: 0, application: 0, objects: [] });
  });

  test('applies what is missing, once', () => {
    const database = new Sqlite(':memory:');
    migrate(database, [first], 7);
    const second: Migration = { version: 2, statements: 'INSERT INTO a VALUES (1);' };
    migrate(database, [first, second], 7);
    migrate(database, [first, second], 7);
    expect(database.prepare('SELECT id FROM a').pluck().all()).toEqual([1]);
    expect(database.pragma('user_version', { simple: true })).toBe(2);
  });
});
