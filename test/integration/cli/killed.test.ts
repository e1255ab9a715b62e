import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openStore } from '../../../src-main/store/open.ts';
import { createStream } from '../../../src-main/statistics/generator.ts';
import { noisefloor, startNoisefloor } from '../../fixtures/command-line.ts';
import { committed, hasCommitted } from '../../fixtures/committed.ts';
import { writeSmallPlan } from '../../fixtures/small-plan.ts';

test('killed at random moments and started again, a plan loses no output and repeats none', async () => {
  const plan = writeSmallPlan(12);
  const stream = createStream(20_261_130, 'moments');
  let before = new Map<string, string>();
  let killed = 0;
  for (let round = 0; round < 10; round += 1) {
    const started = startNoisefloor('run', plan.path, '--data', plan.data);
    const chance = stream.next() >>> 0;
    // While it starts or loads, and while it generates.
    if (round % 2 === 0) await wait(chance % 1600);
    else if (await hasCommitted(started, plan.data, before.size + (chance % 10))) await wait(chance % 50);
    const ended = await started.end('SIGKILL');
    if (ended.signal === 'SIGKILL') killed += 1;
    const after = committed(plan.data);
    for (const [name, line] of before) expect(after.get(name)).toBe(line);
    before = after;
  }
  expect(killed).toBeGreaterThan(5);

  const last = await noisefloor('run', plan.path, '--data', plan.data, '--json');
  expect([0, 1, 2]).toContain(last.code);
  const after = committed(plan.data);
  for (const [name, line] of before) expect(after.get(name)).toBe(line);
  expect(after.size).toBe(3 * 8 * 12);

  const store = openStore(plan.data, { access: 'read' });
  if (!store.ok) throw new Error(store.error.message);
  const [summary] = store.data.plans();
  const sittings = store.data
    .runs(summary?.hash ?? '')
    .flatMap(({ key }) => store.data.sittings(summary?.hash ?? '', key));
  store.data.close();
  expect(sittings.filter((sitting) => sitting.how === 'killed').length).toBeGreaterThan(0);
  expect(sittings.filter((sitting) => sitting.manifest.resumed).length).toBeGreaterThan(0);
  expect(sittings.every((sitting) => sitting.how !== null)).toBe(true);
});

test('Ctrl-C stops cleanly, says how to go on, and the next start goes on', async () => {
  const plan = writeSmallPlan(12);
  const started = startNoisefloor('run', plan.path, '--data', plan.data);
  expect(await hasCommitted(started, plan.data, 0)).toBe(true);
  const ended = await started.end('SIGINT');
  expect(ended.code).toBe(130);
  expect(ended.stderr).toContain('Run the same plan again');
  const before = committed(plan.data);
  expect(before.size).toBeLessThan(3 * 8 * 12);
  const again = await noisefloor('run', plan.path, '--data', plan.data);
  expect([0, 1, 2]).toContain(again.code);
  const after = committed(plan.data);
  for (const [name, line] of before) expect(after.get(name)).toBe(line);
  expect(after.size).toBe(3 * 8 * 12);
});
