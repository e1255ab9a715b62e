/**
 * Another process on the same data folder, for tests that kill it or narrow what it may do. Arguments: a task, the
 * data folder, a plan's hash. Each step is told on stdout the moment it is done; what was told must never be lost.
 */
import { chmodSync, writeSync } from 'node:fs';
import { failureGroup, type Result } from '../../../src-main/contract/result.ts';
import { openStore } from '../../../src-main/store/open.ts';
import type { Store } from '../../../src-main/store/store.ts';
import { baseline, dataOf, deliveredKey, sampleItems, sampleManifest, sampleOutput } from './sample-plan.ts';

const [task, folder = '', planHash = ''] = process.argv.slice(2);

function tell(line: string): void {
  writeSync(1, `${line}\n`);
}

/** Tells the failure and ends; the parent reads it. */
function orEnd<T>(result: Result<T>): T {
  if (result.ok) return result.data;
  tell(`failed ${failureGroup(result.error.code)} ${result.error.code} ${result.error.detail ?? ''}`);
  process.exit(3);
}

function openHere(): Store {
  const store = orEnd(openStore(folder));
  tell('open');
  return store;
}

/** Answers what is not answered yet, one to three outputs a commit. */
function append(): void {
  const store = openHere();
  const items = orEnd(store.readPlanItems(planHash, '2026-01-03T00:00:00Z'));
  const there = store.deliveredKeys(planHash, baseline);
  const waiting = items.filter((item) => !there.has(deliveredKey(item.id))).map((item) => item.id);
  const sitting = orEnd(store.beginSitting(planHash, baseline, sampleManifest('2026-01-03T00:00:00Z')));
  orEnd(store.setRunState(planHash, baseline, 'running', '2026-01-03T00:00:00Z'));
  tell('sitting');
  for (let size = 1; waiting.length > 0; size = (size % 3) + 1) {
    const batch = waiting.splice(0, size);
    const outputs = batch.map((itemId) => sampleOutput(itemId));
    orEnd(store.appendOutputs(planHash, baseline, sitting, outputs));
    tell(batch.map((itemId) => `output ${itemId}`).join('\n'));
  }
  orEnd(store.endSitting(sitting, '2026-01-04T00:00:00Z', 'complete'));
  orEnd(store.setRunState(planHash, baseline, 'complete', '2026-01-04T00:00:00Z'));
  store.close();
  tell('done');
}

function hold(): void {
  const store = openHere();
  orEnd(store.beginSitting(planHash, baseline, sampleManifest('2026-01-03T00:00:00Z')));
  orEnd(store.setRunState(planHash, baseline, 'running', '2026-01-03T00:00:00Z'));
  tell('sitting');
  // Held as the program holds it: a store that nothing refers to is collected, and its lock with it.
  setInterval(() => store.folder, 1000);
}

function create(): void {
  const store = openHere();
  dataOf(store.freezeItemSet('desk', sampleItems(50), '2026-01-01T00:00:00Z'));
  tell('frozen');
  store.close();
}

/** Opens the folder as a user who may read it and not write it. */
function readOnly(): void {
  chmodSync(folder, 0o555);
  if (process.getuid?.() === 0) {
    // Nobody: root's rights ignore permissions.
    process.setegid?.(65534);
    process.seteuid?.(65534);
  }
  orEnd(openStore(folder));
  tell('open');
}

const tasks: Readonly<Record<string, () => void>> = { append, hold, create, 'read-only': readOnly };
tasks[task ?? '']?.();
