import Sqlite from 'better-sqlite3';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '../../../src-main/contract/result.ts';
import { openDatabase, storeFile } from '../../../src-main/store/database.ts';
import { openStore, storeOver } from '../../../src-main/store/open.ts';
import type { Store, StoreReader } from '../../../src-main/store/store.ts';
import { startChild } from './child-process.ts';
import {
  baseline,
  dataOf,
  deliveredKey,
  registerSample,
  sampleComparison,
  sampleItems,
  sampleManifest,
  sampleOutput,
  samplePlan,
} from './sample-plan.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Every kind of writing, one after the other; ends at the first that fails. Gives the steps that succeeded. */
function writeEverything(store: Store): { readonly done: string[]; readonly failed: Result<unknown> | null } {
  const done: string[] = [];
  let plan = '';
  let sitting = 0;
  const steps: Readonly<Record<string, () => Result<unknown>>> = {
    freeze: () => store.freezeItemSet('desk', sampleItems(90), '2026-01-01T00:00:00Z'),
    register: () => {
      const frozen = store.itemSetVersion('desk');
      if (!frozen) throw new Error('frozen, and not there');
      const registered = store.registerPlan(samplePlan(frozen), '2026-01-02T00:00:00Z');
      if (registered.ok) plan = registered.data.hash;
      return registered;
    },
    read: () => store.readPlanItems(plan, '2026-01-03T00:00:00Z'),
    begin: () => {
      const begun = store.beginSitting(plan, baseline, longManifest);
      if (begun.ok) sitting = begun.data;
      return begun;
    },
    append: () =>
      store.appendOutputs(
        plan,
        baseline,
        sitting,
        heldOut.slice(0, 20).map((id) => sampleOutput(id)),
      ),
    more: () =>
      store.appendOutputs(
        plan,
        baseline,
        sitting,
        heldOut.slice(20).map((id) => sampleOutput(id)),
      ),
    score: () =>
      store.putScores(
        plan,
        baseline,
        'numeric@1',
        heldOut.map((itemId) => ({
          itemId,
          sample: 0,
          score: { outcome: 'scored', value: 1, reason: 'It is the number that was asked for.' },
        })),
      ),
    compare: () =>
      store.putComparedPlan(
        plan,
        {
          candidates: [
            {
              name: 'q4_k_m',
              comparison: sampleComparison('x'.repeat(9000)),
              reason: null,
              nextStep: null,
              accepted: [],
            },
          ],
          rerun: sampleComparison('x'.repeat(9000)),
        },
        { method: 'a method', revision: store.comparisonRevision(plan) },
        '2026-01-04T00:00:00Z',
      ),
    end: () => store.endSitting(sitting, '2026-01-04T00:00:00Z', 'stopped'),
  };
  for (const [name, step] of Object.entries(steps)) {
    const result = step();
    if (!result.ok) return { done, failed: result };
    done.push(name);
  }
  return { done, failed: null };
}

const heldOut = sampleItems(90)
  .filter((item) => item.split === 'held_out')
  .map((item) => item.id);

/** With a load log of a few pages. */
const longManifest = {
  ...sampleManifest('2026-01-03T00:00:00Z'),
  loadLog: Array.from({ length: 300 }, (_, line) => `a line of the load log, number ${line}`),
};

/** The store holds exactly what the steps that succeeded wrote. */
function expectExactly(store: StoreReader, done: readonly string[]): void {
  const has = (step: string) => done.includes(step);
  expect(store.itemSetVersions()).toHaveLength(has('freeze') ? 1 : 0);
  const plan = store.plans()[0]?.hash;
  expect(plan !== undefined).toBe(has('register'));
  if (plan === undefined) return;
  expect(store.heldOutReadings({ name: 'desk', version: 1 })).toHaveLength(has('read') ? 1 : 0);
  expect(store.sittings(plan, baseline)).toHaveLength(has('begin') ? 1 : 0);
  const outputs = has('more') ? heldOut.length : has('append') ? 20 : 0;
  expect(store.outputs(plan, baseline).map(({ itemId, text }) => [itemId, text])).toEqual(
    heldOut.slice(0, outputs).map((id) => [id, sampleOutput(id).text]),
  );
  expect(store.runs(plan)[1]?.outputs).toBe(outputs);
  expect(store.scores(plan, baseline)).toHaveLength(has('score') ? heldOut.length : 0);
  expect(store.comparisons(plan)).toHaveLength(has('compare') ? 1 : 0);
  expect(store.comparedPlan(plan, 'a method') !== null).toBe(has('compare'));
}

test('a disk that fills up at any page loses nothing that was written before', () => {
  const failedAt = new Set<string>();
  const empty = temporaryFolder();
  dataOf(openStore(empty)).close();
  const fresh = openDatabase(storeFile(empty));
  const firstPages = Number(fresh.pragma('page_count', { simple: true }));
  fresh.close();
  for (let pages = firstPages; ; pages++) {
    const folder = temporaryFolder();
    dataOf(openStore(folder)).close();
    const database = openDatabase(storeFile(folder));
    // The real SQLITE_FULL: this connection may not grow the file beyond so many pages.
    database.pragma(`max_page_count = ${pages}`);
    const narrow = storeOver(database, folder, () => '2026-01-03T00:00:00Z');
    const { done, failed } = writeEverything(narrow);
    if (failed) {
      expect(failed).toMatchObject({ ok: false, error: { code: 'store_full' } });
      expectExactly(narrow, done);
    }
    narrow.close();
    const wide = dataOf(openStore(folder));
    expectExactly(wide, done);
    wide.close();
    const plain = new Sqlite(storeFile(folder));
    expect(plain.pragma('integrity_check', { simple: true })).toBe('ok');
    plain.close();
    if (!failed) {
      expect(done).toHaveLength(9);
      break;
    }
    failedAt.add(done.at(-1) ?? 'nothing');
  }
  // It failed in the middle of things, not only at the first.
  expect([...failedAt]).toEqual(expect.arrayContaining(['nothing', 'read', 'begin', 'append', 'score']));
});

test('a system that refuses to let files grow ends the writing with a failure that says so', async () => {
  const folder = temporaryFolder();
  const store = dataOf(openStore(folder));
  const plan = registerSample(store, 300);
  store.close();
  let refusals = 0;
  for (let blocks = 240; ; blocks += 240) {
    // The limit counts the log too: outputs pile up there until it is hit.
    const child = startChild('append', folder, plan, blocks);
    const code = await child.ended();
    const after = dataOf(openStore(folder));
    const there = after.deliveredKeys(plan, baseline);
    for (const line of child.told.filter((told) => told.startsWith('output '))) {
      expect(there).toContain(deliveredKey(line.slice('output '.length)));
    }
    expect(after.runs(plan)[1]?.outputs).toBe(there.size);
    after.close();
    if (code === 0) break;
    expect(code).toBe(3);
    expect(child.told.at(-1)).toMatch(/^failed store (store_full|store_unwritable) /);
    refusals += 1;
  }
  expect(refusals).toBeGreaterThan(0);
});

test('a folder without the right to write is refused in words', async () => {
  const folder = temporaryFolder();
  const child = startChild('read-only', folder);
  expect(await child.ended()).toBe(3);
  expect(child.told).toEqual([expect.stringMatching(/^failed store store_unwritable /)]);
});

test('a path that cannot be a folder, and a file name that is a folder, are refused in words', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  expect(openStore(join(file, 'data'))).toMatchObject({ ok: false, error: { code: 'usage' } });
  const taken = join(folder, 'taken');
  mkdirSync(storeFile(taken), { recursive: true });
  const refused = openStore(taken);
  expect(refused).toMatchObject({ ok: false, error: { code: 'store_unwritable' } });
  if (!refused.ok) expect(refused.error.message).toContain(storeFile(taken));
});
