/** The lines are what llama.cpp v0.5.0 said of damaged copies of the demo model. */
import { describe, expect, test } from 'vitest';
import { loadFailure, speaksOfMemory, abortReason } from '../../../../src-main/engine/llama/load-failure.ts';

const file = '/models/desk-clerk.gguf';
const reasonless = 'Error: Failed to load model';
const last = 'llama_model_load_from_file_impl: failed to load model';

function failureOf(...log: string[]) {
  const { code, message } = loadFailure(file, reasonless, log);
  return { code, message };
}

describe('loadFailure', () => {
  test('names an unknown architecture', () => {
    expect(
      failureOf("llama_model_load: error loading model: unknown model architecture: 'quark'", last),
    ).toEqual({
      code: 'gguf_unsupported',
      message: `${file}: the architecture 'quark' is unknown to the llama.cpp in this program.`,
    });
  });

  test('knows a file that was cut off', () => {
    const line =
      "llama_model_load: error loading model: tensor 'blk.3.ffn_down.weight' data is not within the file bounds, model is corrupted or incomplete";
    expect(failureOf(line, last).code).toBe('gguf_cut_off');
  });

  test('names the tensor whose weights are not numbers', () => {
    const found = failureOf(
      "load_all_data: tensor 'blk.3.ffn_down.weight' has invalid data",
      'llama_model_load: error loading model: found tensors with invalid data',
      last,
    );
    expect(found.code).toBe('model_load_failed');
    expect(found.message).toContain("'blk.3.ffn_down.weight'");
  });

  test("tells a lack of memory by the library's error as well as by a driver's log line", () => {
    const error = 'Error: A context size of 60000000 is too large for the available RAM';
    expect(loadFailure(file, error, []).code).toBe('memory_insufficient');
    expect(
      failureOf('ggml_backend_cuda_buffer_type_alloc_buffer: cudaMalloc failed: out of memory').code,
    ).toBe('memory_insufficient');
    expect(
      failureOf('ggml_vulkan: Device memory allocation of size 4096 failed. ErrorOutOfDeviceMemory').code,
    ).toBe('memory_insufficient');
  });

  test('takes no notice of pinned memory that was not to be had: a backend goes on without', () => {
    // As ggml's Vulkan backend words it.
    const passing =
      'ggml_vulkan: Failed to allocate pinned memory (vk::Device::allocateMemory: ErrorOutOfDeviceMemory)';
    expect(
      failureOf("llama_model_load: error loading model: unknown model architecture: 'quark'", passing).code,
    ).toBe('gguf_unsupported');
    expect(failureOf(passing)).toEqual({
      code: 'model_load_failed',
      message: `${file}: the model did not load: ${reasonless}.`,
    });
    expect(speaksOfMemory([passing, 'GGML_ASSERT(n_outputs_max) failed'])).toBe(false);
    expect(speaksOfMemory([passing, 'cudaMalloc failed: out of memory'])).toBe(true);
  });

  test('tells why a native library ended its process, and a cache that is too large for one piece of a device', () => {
    // As ggml words it where one layer's part of the cache is larger than Vulkan's maxStorageBufferRange.
    const tooLarge =
      '/build/llama.cpp/ggml/src/ggml-backend.cpp:941: pre-allocated tensor (cache_k_l0) in a buffer (Vulkan0) that cannot run the operation (NONE)';
    expect(speaksOfMemory(['sched_reserve: reserving ...', tooLarge])).toBe(true);
    expect(abortReason([tooLarge])).toBe(
      'pre-allocated tensor (cache_k_l0) in a buffer (Vulkan0) that cannot run the operation (NONE) (larger than the device takes in one piece)',
    );
    expect(abortReason(['/build/ggml.c:3: GGML_ASSERT(n > 0) failed', 'x'])).toBe(
      'GGML_ASSERT(n > 0) failed',
    );
    const thrown = ["terminate called after throwing an instance of 'vk::DeviceLostError'"];
    expect(abortReason([...thrown, '  what():  vk::Queue::submit: ErrorDeviceLost'])).toBe(
      'what():  vk::Queue::submit: ErrorDeviceLost',
    );
    expect(abortReason([...thrown, 'load_tensors: loading'])).toBeUndefined();
  });

  test('takes nothing said long before an end for its reason, and counts no line of a backtrace', () => {
    const asserted = '/build/ggml.c:3: GGML_ASSERT(n > 0) failed';
    const later = Array.from({ length: 20 }, (_, place) => `load_tensors: layer ${place}`);
    expect(abortReason([asserted, ...later])).toBeUndefined();
    expect(abortReason([asserted, ...later.slice(1)])).toBe('GGML_ASSERT(n > 0) failed');
    const trace = later.map((_, place) =>
      place < 10
        ? '/bins/libggml-base.so(ggml_abort+0x152)[0x7f7e13f4df42]'
        : `#${place}  0x00007f7e13f4df42 in ggml_abort ()`,
    );
    expect(abortReason([asserted, ...trace])).toBe('GGML_ASSERT(n > 0) failed');
    expect(speaksOfMemory(['CUDA error: out of memory', ...trace])).toBe(true);
  });

  test('says what a quantised value cache needs', () => {
    const found = failureOf('llama_init_from_model: quantized V cache requires flash_attn to be enabled');
    expect(found.message).toBe(`${file}: a quantised value cache needs flash attention.`);
  });

  test("gives the library's own reason where it knows no better", () => {
    const line =
      'llama_model_load: error loading model: error loading model hyperparameters: key not found in model: llama.block_count';
    expect(failureOf(line, last)).toEqual({
      code: 'model_load_failed',
      message: `${file}: the model did not load: key not found in model: llama.block_count.`,
    });
  });

  test('falls back to the error, and keeps the raw lines', () => {
    const found = loadFailure(file, reasonless, ['print_info: n_layer = 4']);
    expect(found.message).toBe(`${file}: the model did not load: ${reasonless}.`);
    expect(found.detail).toBe(`${reasonless}\nprint_info: n_layer = 4`);
    expect(found.where).toEqual({ file });
  });
});
