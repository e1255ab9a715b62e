import { describe, expect, test } from 'vitest';
import { deviceSelection, engineEnvironment } from '../../../../src-main/engine/llama/environment.ts';

describe('engineEnvironment', () => {
  test('passes what the library needs and drops what could change its results or hold a secret', () => {
    const environment = engineEnvironment({
      PATH: '/usr/bin',
      CUDA_VISIBLE_DEVICES: '1',
      HF_TOKEN: 'hf_secret',
      HTTPS_PROXY: 'http://proxy',
      NODE_OPTIONS: '--require ./spy.cjs',
      NODE_LLAMA_CPP_GPU: 'vulkan',
      GGML_CUDA_FORCE_MMQ: '1',
      LD_PRELOAD: '/tmp/spy.so',
      OPENAI_API_KEY: 'sk-secret',
    });
    expect(environment).toEqual({ PATH: '/usr/bin', CUDA_VISIBLE_DEVICES: '1' });
  });

  test('takes names as Windows writes them', () => {
    expect(engineEnvironment({ SystemRoot: 'C:\\Windows', Path: 'C:\\bin' })).toEqual({
      SystemRoot: 'C:\\Windows',
      Path: 'C:\\bin',
    });
  });

  test('a variable without a value is left out', () => {
    expect(engineEnvironment({ PATH: undefined })).toEqual({});
  });
});

test('deviceSelection names the device variables that are set', () => {
  expect(deviceSelection({ PATH: '/bin', GGML_VK_VISIBLE_DEVICES: '0' })).toEqual({
    GGML_VK_VISIBLE_DEVICES: '0',
  });
});
