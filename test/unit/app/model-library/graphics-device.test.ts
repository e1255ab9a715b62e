import { expect, test } from 'vitest';
import { graphicsDevice } from '../../../../src-main/app/model-library/memory-fit.ts';
import type { Backend } from '../../../../src-main/contract/candidate.ts';
import { failure, success } from '../../../../src-main/contract/result.ts';
import type { BackendReport } from '../../../../src-main/engine/llama/llama-engine.ts';

type Memory = { readonly total: number; readonly free: number } | null;

function usable(backend: Backend, device: string | null, deviceMemory: Memory): BackendReport {
  const library = {
    libraryVersion: '3',
    llamaCppRelease: 'b1',
    llamaCppCommit: null,
    buildType: 'prebuilt',
    systemInfo: '',
    devices: device === null ? [] : [device],
    deviceMemory,
    libraries: [],
  };
  return { backend, result: success({ library }) } as BackendReport;
}
const refused = (backend: Backend): BackendReport => ({
  backend,
  result: failure('backend_unavailable', 'It is not here.'),
});
const memory = { total: 48, free: 44 };

test('the fastest graphics backend that can be used and says its memory is where models go', () => {
  expect(graphicsDevice([usable('vulkan', 'A card', memory), usable('cuda', 'A card', memory)])).toEqual({
    backend: 'cuda',
    name: 'A card',
    ...memory,
  });
  expect(graphicsDevice([refused('cuda'), usable('vulkan', 'A card', memory)])?.backend).toBe('vulkan');
});

test('without one it is the processor', () => {
  expect(
    graphicsDevice([usable('cpu', null, null), refused('cuda'), usable('vulkan', 'A card', null)]),
  ).toBeNull();
});
