/** The guard in front of direct calls: structures of another shape show in the library's own defaults. */
import koffi from 'koffi';
import { expect, test } from 'vitest';
import {
  batch,
  contextDefaults,
  contextParameters,
  firstDifference,
  modelDefaults,
  modelParameters,
  quantiseDefaults,
  quantiseParameters,
} from '../../../../src-main/engine/llama/worker/direct/layouts.ts';

test('sizes are those of the header on a 64-bit machine', () => {
  // Counted by hand from include/llama.h of the release: 8-byte pointers, 4-byte numbers, natural alignment.
  expect(koffi.sizeof(modelParameters)).toBe(80);
  expect(koffi.sizeof(contextParameters)).toBe(160);
  expect(koffi.sizeof(batch)).toBe(56);
  expect(koffi.sizeof(quantiseParameters)).toBe(64);
});

test('every field has a default to be compared', () => {
  expect(Object.keys(modelParameters.members ?? {})).toEqual(Object.keys(modelDefaults));
  expect(Object.keys(quantiseParameters.members ?? {})).toEqual(Object.keys(quantiseDefaults));
  expect(Object.keys(contextParameters.members ?? {})).toEqual(Object.keys(contextDefaults));
});

test('the first field that differs is named', () => {
  expect(firstDifference(contextDefaults, { ...contextDefaults })).toBeUndefined();
  expect(firstDifference(contextDefaults, { ...contextDefaults, n_batch: 512, type_k: 8 })).toBe(
    'n_batch is 512, not 2048',
  );
  const shorter = Object.fromEntries(Object.entries(contextDefaults).slice(1));
  expect(firstDifference(contextDefaults, shorter)).toBe('n_ctx is undefined, not 512');
});
