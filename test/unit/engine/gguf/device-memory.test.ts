import { beforeAll, expect, test } from 'vitest';
import type { GgufDescription } from '../../../../src-main/engine/llama/gguf/description.ts';
import {
  checkDeviceMemory,
  estimateDevice,
  type DeviceSettings,
} from '../../../../src-main/engine/llama/gguf/device-memory.ts';
import { inspectGguf } from '../../../../src-main/engine/llama/gguf/inspect.ts';
import { estimateMemory } from '../../../../src-main/engine/llama/gguf/memory.ts';

/** So much on the device, and a machine that has room for anything. */
const onDevice = (device: number) => ({ device, machine: Number.POSITIVE_INFINITY });

const settings: DeviceSettings = {
  backend: 'vulkan',
  gpuLayers: 5,
  context: 4096,
  parallel: 4,
  batch: 512,
  flashAttention: true,
  cacheKeyType: 'f16',
  cacheValueType: 'f16',
  mmap: true,
};

let model: GgufDescription;
beforeAll(async () => {
  const result = await inspectGguf('resources/demo/desk-clerk-3m-BF16.gguf');
  if (!result.ok) throw new Error(result.error.message);
  model = result.data;
});

test('the output layer goes first, then the last blocks with their part of the cache', () => {
  const { layers, others, total } = model.weightBytes;
  const { cache, compute } = estimateMemory(model, settings);
  expect(estimateDevice(model, { ...settings, gpuLayers: 0 })).toBe(0);
  expect(estimateDevice(model, { ...settings, gpuLayers: 1 })).toBe(others + compute);
  expect(estimateDevice(model, { ...settings, gpuLayers: 3 })).toBe(
    others + (layers[2] ?? 0) + (layers[3] ?? 0) + cache / 2 + compute,
  );
  for (const gpuLayers of [5, 999])
    expect(estimateDevice(model, { ...settings, gpuLayers })).toBe(total + cache + compute);
});

test('what does not fit is told with the layers, and with the context, that do', () => {
  const needed = estimateDevice(model, settings);
  expect(checkDeviceMemory(model, settings, onDevice(needed)).ok).toBe(true);
  const refused = checkDeviceMemory(model, settings, onDevice(needed - 1));
  if (refused.ok) throw new Error('it fits');
  expect(refused.error.code).toBe('memory_insufficient');
  expect(refused.error.message).toContain('desk-clerk-3m-BF16.gguf');
  const [, layers] =
    /(\d) layers fit with this context: set gpu_layers to \1/.exec(refused.error.next ?? '') ?? [];
  const [, context] = /all 5 fit with a context of (\d+) tokens/.exec(refused.error.next ?? '') ?? [];
  const fewer = { ...settings, gpuLayers: Number(layers) };
  expect(checkDeviceMemory(model, fewer, onDevice(needed - 1)).ok).toBe(true);
  expect(
    checkDeviceMemory(model, { ...fewer, gpuLayers: fewer.gpuLayers + 1 }, onDevice(needed - 1)).ok,
  ).toBe(false);
  const shorter = { ...settings, context: Number(context) };
  expect(checkDeviceMemory(model, shorter, onDevice(needed - 1)).ok).toBe(true);
  expect(
    checkDeviceMemory(model, { ...shorter, context: shorter.context + 256 }, onDevice(needed - 1)).ok,
  ).toBe(false);
});

test('where nothing fits it says so, and what cannot be estimated is left to the library', () => {
  const refused = checkDeviceMemory(model, settings, onDevice(1000));
  expect(refused.ok ? '' : refused.error.next).toContain('No layer fits');
  expect(checkDeviceMemory({ ...model, architecture: 'mamba' }, settings, onDevice(1000)).ok).toBe(true);
});

test('what stays on the processor has to fit into the machine, and the advice keeps to both', () => {
  // A million tokens: the cache is all that counts. Two of four blocks are on the device.
  const long = { ...settings, gpuLayers: 3, context: 2 ** 20 };
  const device = estimateDevice(model, long);
  const machine = estimateMemory(model, long).total - device;
  expect(checkDeviceMemory(model, long, { device, machine }).ok).toBe(true);
  const refused = checkDeviceMemory(model, long, { device, machine: machine - 1 });
  if (refused.ok) throw new Error('it fits');
  expect(refused.error.code).toBe('memory_insufficient');
  expect(refused.error.message).toContain("of the machine's memory beside the 3 layers on the GPU");
  // No more layers fit on the device, and with fewer the machine would have to hold more.
  const [, context] =
    /^a context of (\d+) tokens fits with 3 layers on the GPU\.$/.exec(refused.error.next ?? '') ?? [];
  const shorter = { ...long, context: Number(context) };
  expect(checkDeviceMemory(model, shorter, { device, machine: machine - 1 }).ok).toBe(true);
  const longer = { ...shorter, context: shorter.context + 256 };
  expect(checkDeviceMemory(model, longer, { device, machine: machine - 1 }).ok).toBe(false);
  // A device with room for everything takes the other layers.
  const roomy = checkDeviceMemory(model, long, { ...onDevice(device * 4), machine: 0 });
  expect(roomy.ok ? '' : roomy.error.next).toBe('5 layers fit with this context: set gpu_layers to 5.');
});
