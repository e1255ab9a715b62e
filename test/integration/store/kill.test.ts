import Sqlite from 'better-sqlite3';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openStore } from '../../../src-main/store/open.ts';
import { storeFile } from '../../../src-main/store/database.ts';
import { startChild } from './child-process.ts';
import { baseline, dataOf, deliveredKey, registerSample, sampleOutput } from './sample-plan.ts';
import { temporaryFolder } from './temporary-folder.ts';

const rounds = 26;

test('no output that was acknowledged is lost and none is doubled, whenever the process is killed', async () => {
  const random = xoroshiro128plus(20_260_101);
  const folder = temporaryFolder();
  const first = dataOf(openStore(folder));
  const plan = registerSample(first, 3000);
  const items = dataOf(first.readPlanItems(plan, '2026-01-02T00:00:00Z')).map((item) => item.id);
  first.close();
  const acknowledged = new Set<string>();
  let killedWithOutputs = 0;

  for (let round = 0; round < rounds; round++) {
    const child = startChild('append', folder, plan);
    if (round % 5 === 0) {
      // While it starts, opens the file, marks the last sitting or begins its own.
      await sleep(uniformInt(random, 0, 250));
    } else {
      const wanted = uniformInt(random, 0, 40);
      let seen = 0;
      await child.until((line) => line.startsWith('output ') && seen++ >= wanted);
      await sleep(uniformInt(random, 0, 4));
    }
    await child.kill();

    const outputs = child.told.filter((line) => line.startsWith('output '));
    if (outputs.length > 0) killedWithOutputs += 1;
    for (const line of outputs) {
      const item = line.slice('output '.length);
      expect(acknowledged, `${item} was answered twice`).not.toContain(item);
      acknowledged.add(item);
    }
    const store = dataOf(openStore(folder));
    const there = store.deliveredKeys(plan, baseline);
    for (const item of acknowledged) expect(there, `${item} is lost`).toContain(deliveredKey(item));
    const run = store.runs(plan).find(({ key }) => key.candidate === 'bf16' && key.replicate === 1);
    expect(run).toMatchObject({ outputs: there.size, generatedTokens: there.size * 3 });
    expect(run?.state).not.toBe('running');
    const sittings = store.sittings(plan, baseline);
    expect(sittings.map((sitting) => sitting.how)).toEqual(sittings.map(() => 'killed'));
    expect(sittings.reduce((sum, sitting) => sum + sitting.outputs, 0)).toBe(there.size);
    store.close();
    // What the kill cut between commit and acknowledgement is there as well.
    for (const key of there) acknowledged.add(key.split('\u0000')[0] ?? '');
  }
  expect(killedWithOutputs).toBeGreaterThan(rounds / 2);

  const last = startChild('append', folder, plan);
  expect(await last.ended()).toBe(0);
  const store = dataOf(openStore(folder));
  const stored = store.outputs(plan, baseline);
  expect(stored.map((output) => output.itemId)).toEqual(items);
  for (const { sitting, at, ...output } of stored) {
    expect(sitting).toBeGreaterThan(0);
    expect(at).toMatch(/Z$/);
    expect(output).toEqual(sampleOutput(output.itemId));
  }
  store.close();
  const database = new Sqlite(storeFile(folder));
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(database.pragma('foreign_key_check')).toEqual([]);
  database.close();
});

test('a process killed while it creates the file leaves one that opens', async () => {
  const random = xoroshiro128plus(42);
  for (let round = 0; round < 8; round++) {
    const folder = temporaryFolder();
    const child = startChild('create', folder);
    if (round % 2 === 0) await sleep(uniformInt(random, 60, 300));
    else await child.until((line) => line === 'open');
    await child.kill();
    const store = dataOf(openStore(folder));
    if (child.told.includes('frozen')) expect(store.itemSetVersion('desk', 1)?.counts.items).toBe(50);
    store.close();
  }
});
