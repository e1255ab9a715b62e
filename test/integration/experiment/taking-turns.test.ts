/** A plan whose candidates do not fit together, over the real model and real processes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProgressEvent } from '../../../src-main/contract/progress.ts';
import type { RegisteredPlan } from '../../../src-main/contract/plan.ts';
import type { Item } from '../../../src-main/contract/item.ts';
import type { Engines } from '../../../src-main/engine/engines.ts';
import type { MemoryPlan } from '../../../src-main/experiment/residents.ts';
import { loadPlan } from '../../../src-main/experiment/plan/resolve-plan.ts';
import { runPlan } from '../../../src-main/experiment/runner.ts';
import { orderOf, runKeys } from '../../../src-main/experiment/schedule.ts';
import { describeMachine } from '../../../src-main/machine/describe-machine.ts';
import { openScoring } from '../../../src-main/scoring/sandbox/open-scoring.ts';
import { openStore } from '../../../src-main/store/open.ts';
import type { Store } from '../../../src-main/store/store.ts';
import { lives } from '../../fixtures/processes.ts';
import { demoFile, writeSmallPlan } from '../../fixtures/small-plan.ts';
import { good, never } from '../engine/llama/demo.ts';
import { watchedEngines } from './watched-engines.ts';

const scoring = openScoring();
afterAll(() => scoring.close());

const now = (): string => new Date().toISOString();
const candidates = { q8_0: `{gguf: ${demoFile('Q8_0')}}`, q2_k: `{gguf: ${demoFile('Q2_K')}}` };

let store: Store;
let registered: RegisteredPlan;
let items: readonly Item[];
beforeAll(async () => {
  const plan = writeSmallPlan(2, candidates);
  store = good(openStore(plan.data));
  const machine = { ...(await describeMachine()), continuousIntegration: true };
  registered = good(store.registerPlan(good(await loadPlan(plan.path, store, now(), { machine })), now()));
  items = good(store.readPlanItems(registered.hash, now()));
});
afterAll(() => {
  store.close();
});

/** Two candidates have room at a time, and nothing is known of what is free. */
const memory: MemoryPlan = {
  needs: () => ({ machine: 10, device: 0 }),
  budget: { machine: 25, device: Infinity },
  free: () => Promise.resolve(null),
};

async function run(engine: Engines, report: (event: ProgressEvent) => void, signal = never) {
  const machine = await describeMachine();
  const around = { store, engine, scoring, machine, noisefloor: 'test', now, memory, report };
  return runPlan(registered, items, { ...around, elapsed: () => performance.now() }, signal);
}

test('groups take turns in processes that are gone before the next are opened, through a stop in the middle', async () => {
  const stop = new AbortController();
  const first = watchedEngines();
  const stopped = await run(
    first.engine,
    (event) => {
      // In the second group's first block.
      if (
        event.kind === 'progress' &&
        event.runs.some(({ key, done }) => key.candidate === 'q8_0' && done > 0)
      )
        stop.abort();
    },
    stop.signal,
  );
  expect(stopped).toMatchObject({ ok: false, error: { code: 'interrupted' } });
  expect(first.most()).toBe(2);
  for (const { process } of first.opened) expect(lives(process)).toBe(false);

  const notices: string[] = [];
  const second = watchedEngines();
  const ended = good(
    await run(second.engine, (event) => {
      if (event.kind === 'notice') notices.push(event.text);
    }),
  );
  expect(ended).toMatchObject({ complete: true, failed: [] });
  expect(second.most()).toBe(2);
  // Sixteen answers do not weigh up any loading: there are two turns all the same, and it is said.
  expect(notices.join()).toMatch(/Loading takes about \d+ % of the time: fewer than 2 turns/);

  // Within a block the longest prompt comes first, which is neither the plan's order nor the items'.
  const lengths = second.blocks.map((block) =>
    block.map(({ messages }) => messages.reduce((sum, { content }) => sum + content.length, 0)),
  );
  expect(Math.max(...lengths.map((block) => new Set(block).size))).toBeGreaterThan(3);
  for (const block of lengths) expect(block).toEqual(block.toSorted((one, other) => other - one));

  const order = orderOf(items.length, registered.plan.seed).map((position) => items[position]?.id ?? '');
  for (const key of runKeys(['bf16', 'q8_0', 'q2_k'], 'bf16', 2)) {
    const outputs = store.outputs(registered.hash, key);
    expect(outputs.map(({ itemId }) => itemId).toSorted()).toEqual(items.map(({ id }) => id).toSorted());
    const sittings = store.sittings(registered.hash, key);
    expect(sittings.every(({ how }) => how === 'stopped' || how === 'complete')).toBe(true);
    const turns = sittings.map(({ manifest }) => manifest.turn?.number ?? 0);
    expect(Math.min(...turns)).toBeGreaterThan(0);
    // Whatever the sittings: the first half of the plan's order was done before the second.
    const half = new Set(order.slice(0, items.length / 2));
    const times = (own: boolean): string[] =>
      outputs.filter(({ itemId }) => half.has(itemId) === own).map(({ at }) => at);
    expect(times(true).toSorted().at(-1) ?? '').not.toBe('');
    expect((times(true).toSorted().at(-1) ?? '') <= (times(false).toSorted()[0] ?? '')).toBe(true);
  }
});
