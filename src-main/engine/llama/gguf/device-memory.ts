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

/**
 * Fails with `memory_insufficient` and what would fit: fewer layers, else a shorter context. What cannot be estimated
 * is left to the library.
 *
 * @param free bytes on all devices together
 */
export function checkDeviceMemory(
  description: GgufDescription,
  settings: DeviceSettings,
  free: number,
): Result<void> {
  if (!estimateMemory(description, settings).reliable) return success(undefined);
  const needed = estimateDevice(description, settings);
  if (needed <= free) return success(undefined);
  const [file = ''] = description.files;
  const asked = Math.min(settings.gpuLayers, description.weightBytes.layers.length + 1);
  return failure(
    'memory_insufficient',
    `${file} needs about ${gibibytes(needed)} on the GPU with ${asked} layers there, and ${gibibytes(free)} are free.`,
    { next: whatWouldFit(description, settings, free, asked), where: { file } },
  );
}

function whatWouldFit(
  description: GgufDescription,
  settings: DeviceSettings,
  free: number,
  asked: number,
): string {
  const passes = (change: Partial<DeviceSettings>): boolean =>
    estimateDevice(description, { ...settings, ...change }) <= free;
  const steps = Math.ceil(settings.context / contextStep) - 1;
  const context =
    contextStep * largest(steps, (count) => passes({ context: count * contextStep, gpuLayers: asked }));
  const layers = largest(asked - 1, (count) => passes({ gpuLayers: count }));
  const ways = [
    ...(layers > 0 ? [`${layers} layers fit with this context: set gpu_layers to ${layers}`] : []),
    ...(context > 0 ? [`all ${asked} fit with a context of ${context} tokens`] : []),
  ];
  return ways.length === 0
    ? 'No layer fits: close other programs that use the GPU, lower parallel, or set backend: cpu.'
    : `${ways.join('; ')}.`;
}
