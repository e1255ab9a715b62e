import { expect, test } from 'vitest';
import { generationFailure } from '../../../../src-main/engine/llama/worker/answer.ts';

const request = { itemId: 'a1', sample: 0, messages: [] };

test('memory that does not suffice while decoding is told from what else fails', () => {
  for (const words of ['llama_decode returned -2', 'ErrorOutOfDeviceMemory'])
    expect(generationFailure(request, new Error(words))).toMatchObject({
      code: 'memory_insufficient',
      where: { item: 'a1' },
    });
  for (const words of ['llama_decode returned -3', 'llama_decode returned -23', 'the context is full'])
    expect(generationFailure(request, new Error(words)).code).toBe('engine_failed');
});
