import { expect, test } from 'vitest';
import { openStore } from '../../../src-main/store/open.ts';
import { startChild } from './child-process.ts';
import { baseline, dataOf, registerSample } from './sample-plan.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('one process runs plans: a second is refused by name, may read, and gets in after the first is killed', async () => {
  const folder = temporaryFolder();
  const first = dataOf(openStore(folder));
  const plan = registerSample(first, 20);
  first.close();

  const child = startChild('hold', folder, plan);
  expect(await child.until((line) => line === 'sitting')).toBe(true);
  const refused = openStore(folder);
  expect(refused).toMatchObject({ ok: false, error: { code: 'store_in_use' } });
  if (!refused.ok) expect(refused.error.message).toContain(`process ${child.process.pid ?? 'none'}`);

  const reader = dataOf(openStore(folder, { access: 'read' }));
  expect(reader.runs(plan)[1]).toMatchObject({ key: baseline, state: 'running' });
  expect(reader.sittings(plan, baseline)).toMatchObject([{ how: null, endedAt: null }]);

  await child.kill();
  const next = dataOf(openStore(folder));
  expect(next.sittings(plan, baseline)).toMatchObject([{ how: 'killed', endedAt: '2026-01-03T00:00:00Z' }]);
  // The reader sees what the new process marked.
  expect(reader.runs(plan)[1]).toMatchObject({ key: baseline, state: 'stopped' });
  reader.close();
  next.close();
});

test('the lock is refused within one process too, and given back by close', () => {
  const folder = temporaryFolder();
  const first = dataOf(openStore(folder));
  const second = openStore(folder);
  expect(second).toMatchObject({ ok: false, error: { code: 'store_in_use' } });
  if (!second.ok) expect(second.error.message).toContain(`this process (${process.pid})`);
  first.close();
  first.close();
  dataOf(openStore(folder)).close();
});

test('a reader cannot write', () => {
  const folder = temporaryFolder();
  const writer = dataOf(openStore(folder));
  const plan = registerSample(writer, 20);
  const reader = dataOf(openStore(folder, { access: 'read' }));
  // The type has no such method: the file itself is closed to writing.
  const forced = reader as typeof writer;
  expect(forced.deletePlan(plan, '2026-01-05T00:00:00Z')).toMatchObject({
    ok: false,
    error: { code: 'store_unwritable' },
  });
  expect(writer.plans()).toHaveLength(1);
  reader.close();
  writer.close();
});
