/**
 * Two candidates on a GPU that has room for one, over the real model: Mesa's software Vulkan (mesa-vulkan-drivers,
 * libvulkan1), whose device is taken to have less memory than it has. The baseline stays on the processor.
 */
import { afterAll, expect, test } from 'vitest';
import { planMemory } from '../../../src-main/app/memory-plan.ts';
import type { Manifest } from '../../../src-main/contract/manifest.ts';
import { loadPlan } from '../../../src-main/experiment/plan/resolve-plan.ts';
import { runPlan } from '../../../src-main/experiment/runner.ts';
import { describeMachine } from '../../../src-main/machine/describe-machine.ts';
import { openScoring } from '../../../src-main/scoring/sandbox/open-scoring.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { lives } from '../../fixtures/processes.ts';
import { demoFile, writeSmallPlan } from '../../fixtures/small-plan.ts';
import { good, never } from '../engine/llama/demo.ts';
import { watchedEngines } from './watched-engines.ts';

const scoring = openScoring();
afterAll(() => scoring.close());

const now = (): string => new Date().toISOString();
/** As in the engine's own test of the GPU, so that no further shaders are compiled: that takes longer than all the rest. */
const onGpu = (layers: number): string =>
  `{gguf: ${demoFile('BF16')}, backend: vulkan, gpu_layers: ${layers}, parallel: 1, max_tokens: 2}`;

test('two candidates on a GPU take turns, each gone before the other is loaded, while the processor keeps its own', async (context) => {
  const plan = writeSmallPlan(2, {
    whole: onGpu(5),
    part: onGpu(2),
  });
  const store = good(openStore(plan.data));
  const machine = { ...(await describeMachine()), continuousIntegration: true };
  const registered = good(
    store.registerPlan(good(await loadPlan(plan.path, store, now(), { machine })), now()),
  );
  const all = good(store.readPlanItems(registered.hash, now()));
  // Two short ones, for two turns.
  const items = all.filter(({ stratum }) => stratum === 'facts');
  const { candidates } = registered.plan;
  const watched = watchedEngines({ environment: { ...process.env, GGML_VK_VISIBLE_DEVICES: '0' } });
  const memory = await planMemory(candidates, watched.engine);
  const needs = Object.fromEntries(candidates.map((one) => [one.name, memory.needs(one)]));
  expect(needs.bf16?.device).toBe(0);
  if (memory.budget.device === Infinity) {
    store.close();
    context.skip(
      'NOT RUN: no Vulkan device; the packages mesa-vulkan-drivers and libvulkan1 have one in software',
    );
    return;
  }
  const [one = 0, other = 0] = [needs.whole?.device, needs.part?.device];
  const budget = { ...memory.budget, device: Math.max(one, other) + Math.min(one, other) / 2 };
  expect(budget.device).toBeLessThan(memory.budget.device);

  const around = { store, engine: watched.engine, scoring, machine, noisefloor: 'test', now };
  const ended = good(
    await runPlan(
      registered,
      items,
      { ...around, memory: { ...memory, budget }, report: () => undefined, elapsed: () => performance.now() },
      never,
    ),
  );
  expect(ended).toMatchObject({ complete: true, failed: [] });
  expect(items.length).toBe(2);
  // The baseline's two processes and one on the GPU.
  expect(watched.most()).toBe(3);
  expect(watched.opened.filter(({ name }) => name === 'bf16').length).toBe(2);
  for (const { process } of watched.opened) expect(lives(process)).toBe(false);

  const manifests = (candidate: string): readonly Manifest[] =>
    store.sittings(registered.hash, { candidate, replicate: 1 }).map(({ manifest }) => manifest);
  for (const [candidate, layers] of [
    ['whole', '5'],
    ['part', '2'],
  ] as const) {
    expect(store.deliveredKeys(registered.hash, { candidate, replicate: 1 }).size).toBe(items.length);
    for (const manifest of manifests(candidate)) {
      const { engine } = manifest;
      if (engine.engine !== 'llama') throw new Error('it is no file');
      expect(engine.backend).toBe('vulkan');
      expect(engine.devices.length).toBe(1);
      expect(manifest.settings.find(({ name }) => name === 'gpuLayers')).toMatchObject({
        requested: layers,
        resolved: layers,
        source: 'log',
      });
    }
    const turns = manifests(candidate).map(({ turn }) => turn?.number);
    // The second turn goes backwards: the one that was loaded last goes on without loading.
    expect(turns).toContain(1);
    if (candidate === 'whole') expect(turns).toContain(2);
  }
  for (const manifest of manifests('bf16'))
    expect(manifest.engine).toMatchObject({ backend: 'cpu', devices: [] });
  store.close();
});
