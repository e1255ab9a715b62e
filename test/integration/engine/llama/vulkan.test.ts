/**
 * A GPU without a GPU: Mesa's software Vulkan (mesa-vulkan-drivers, libvulkan1). Where no device is found, the
 * backend is refused by name, and the rest is skipped. The first run compiles shaders.
 */
import { expect, test, type TestContext } from 'vitest';
import { createLlamaEngine } from '../../../../src-main/engine/llama/llama-engine.ts';
import { answers, candidate, never, request } from './demo.ts';

// The first device, software renderers included: without this they are passed over.
const environment = { ...process.env, GGML_VK_VISIBLE_DEVICES: '0' };
const engine = createLlamaEngine({ environment });
const skipped = (context: TestContext) => {
  context.skip(
    'NOT RUN: no Vulkan device; the packages mesa-vulkan-drivers and libvulkan1 have one in software',
  );
};
const question = request({ id: 'a', input: 'What is the capital of Syria?' });

test('Vulkan answers as the CPU does, on the device that the environment chooses, with the layers that were asked for', async (context) => {
  for (const gpuLayers of [5, 2]) {
    const opened = await engine.open(candidate({ settings: { backend: 'vulkan', gpuLayers } }), never);
    if (!opened.ok) {
      expect(opened.error.code).toBe('backend_unavailable');
      skipped(context);
      return;
    }
    const { manifest } = opened.data;
    expect(manifest.engine.lane).toEqual({ name: 'direct', reason: null });
    expect(manifest.engine.devices.length).toBeGreaterThan(0);
    expect(manifest.engine.deviceMemory?.free).toBeGreaterThan(0);
    expect(manifest.settings).toContainEqual({
      name: 'gpuLayers',
      requested: String(gpuLayers),
      resolved: String(gpuLayers),
      source: 'log',
    });
    expect(manifest.settings).toContainEqual({
      name: 'GGML_VK_VISIBLE_DEVICES',
      requested: '0',
      resolved: null,
      source: 'none',
    });
    const [output] = await answers(opened.data, [question]);
    await opened.data.close();
    expect(output?.text).toBe('Damascus');
  }
});

test('what does not fit on the device is refused before it is loaded, and the next candidate is answered', async (context) => {
  const free = await engine.freeDeviceMemory('vulkan');
  // Four layers with 4 x 32 numbers of 2 bytes, twice, for each of a million tokens of 64 sequences: half a terabyte.
  const huge = candidate({
    name: 'huge',
    settings: { backend: 'vulkan', gpuLayers: 5, context: 2 ** 20, parallel: 64, flashAttention: true },
  });
  const refused = await engine.open(huge, never);
  if (refused.ok) throw new Error('it fits');
  if (free === null) {
    expect(refused.error.code).toBe('backend_unavailable');
    skipped(context);
    return;
  }
  expect(free).toBeGreaterThan(0);
  expect(refused.error.code).toBe('memory_insufficient');
  expect(refused.error.next).toMatch(/layers fit|fit with a context/);
  // It is known without loading as well: what was measured of it is not given up for nothing.
  expect(await engine.checkTracer(huge, 64, never)).toMatchObject({ error: { code: 'memory_insufficient' } });
  expect((await engine.checkTracer({ ...huge, settings: candidate().settings }, 1, never)).ok).toBe(true);
  const opened = await engine.open(candidate({ settings: { backend: 'vulkan', gpuLayers: 5 } }), never);
  if (!opened.ok) throw new Error(opened.error.message);
  const [output] = await answers(opened.data, [question]);
  await opened.data.close();
  expect(output?.text).toBe('Damascus');
});

test('a device that is hidden from the child is none', async () => {
  const blind = createLlamaEngine({ environment: { ...process.env, GGML_VK_VISIBLE_DEVICES: '' } });
  expect(await blind.freeDeviceMemory('vulkan')).toBeNull();
});
