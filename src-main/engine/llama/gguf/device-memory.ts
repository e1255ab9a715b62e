/** Whether the layers that go to a GPU fit into what is free there, said before the library tries. */
import type { LlamaSettings } from '../../../contract/candidate.ts';
import { failure, success, type Result } from '../../../contract/result.ts';
import type { GgufDescription } from './description.ts';
import { contextStep, estimateMemory, gibibytes, largest, type MemorySettings } from './memory.ts';

export type DeviceSettings = MemorySettings & Pick<LlamaSettings, 'gpuLayers'>;

/**
 * Bytes on the device. llama.cpp offloads from the end: the output layer counts as one and goes first, then the last
 * blocks; their part of the cache goes with them (llama-model.cpp, `i_gpu_start`). The token embedding stays where it
 * is, but where the file has no output matrix it serves as that too, so all that is in no block is counted.
 */
export function estimateDevice(description: GgufDescription, settings: DeviceSettings): number {
  const { layers, others } = description.weightBytes;
  if (settings.gpuLayers <= 0) return 0;
  const blocks = Math.min(settings.gpuLayers - 1, layers.length);
  const weights = layers.slice(layers.length - blocks).reduce((sum, bytes) => sum + bytes, others);
  const { cache, compute } = estimateMemory(description, settings);
  return weights + (layers.length === 0 ? 0 : (cache * blocks) / layers.length) + compute;
}

/** Bytes that are free on all devices together, and of the machine's own memory. */
interface FreeMemory {
  readonly device: number;
  readonly machine: number;
}

/**
 * Fails with `memory_insufficient` and what would fit: fewer layers, else a shorter context. What stays on the processor
 * has to fit into the machine's memory as well. What cannot be estimated is left to the library.
 */
export function checkDeviceMemory(
  description: GgufDescription,
  settings: DeviceSettings,
  free: FreeMemory,
): Result<void> {
  if (!estimateMemory(description, settings).reliable) return success(undefined);
  const needed = estimateParts(description, settings);
  const onDevice = needed.device > free.device;
  if (!onDevice && needed.machine <= free.machine) return success(undefined);
  const [file = ''] = description.files;
  const asked = Math.min(settings.gpuLayers, description.weightBytes.layers.length + 1);
  const layers = layerWords(asked);
  const message = onDevice
    ? `${file} needs about ${gibibytes(needed.device)} on the GPU with ${layers} there, and ${gibibytes(free.device)} are free.`
    : `${file} needs about ${gibibytes(needed.machine)} of the machine's memory beside the ${layers} on the GPU, and ${gibibytes(free.machine)} are free.`;
  return failure('memory_insufficient', message, {
    next: whatWouldFit(description, settings, free, asked),
    where: { file },
  });
}

function estimateParts(description: GgufDescription, settings: DeviceSettings): FreeMemory {
  const device = estimateDevice(description, settings);
  return { device, machine: Math.max(0, estimateMemory(description, settings).total - device) };
}

function whatWouldFit(
  description: GgufDescription,
  settings: DeviceSettings,
  free: FreeMemory,
  asked: number,
): string {
  const parts = (change: Partial<DeviceSettings>): FreeMemory =>
    estimateParts(description, { ...settings, ...change });
  const passes = (change: Partial<DeviceSettings>): boolean => {
    const needed = parts(change);
    return needed.device <= free.device && needed.machine <= free.machine;
  };
  const steps = Math.ceil(settings.context / contextStep) - 1;
  const context =
    contextStep * largest(steps, (count) => passes({ context: count * contextStep, gpuLayers: asked }));
  // As many as the device takes: with fewer the machine would have to hold more.
  const most = description.weightBytes.layers.length + 1;
  const layers = largest(most, (count) => parts({ gpuLayers: count }).device <= free.device);
  const fit = layers === 1 ? 'fits' : 'fit';
  const ways = [
    ...(layers > 0 && passes({ gpuLayers: layers })
      ? [`${layerWords(layers)} ${fit} with this context: set gpu_layers to ${layers}`]
      : []),
    ...(context > 0 ? [contextWords(context, asked, most)] : []),
  ];
  return ways.length === 0
    ? 'No layer fits: close other programs that use the GPU, lower parallel, or choose cpu as the backend.'
    : `${ways.join('; ')}.`;
}

function layerWords(count: number): string {
  return count === 1 ? '1 layer' : `${count} layers`;
}

function contextWords(context: number, asked: number, most: number): string {
  return asked === most
    ? `all ${asked} fit with a context of ${context} tokens`
    : `a context of ${context} tokens fits with ${layerWords(asked)} on the GPU`;
}
