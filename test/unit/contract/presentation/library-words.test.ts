import { expect, test } from 'vitest';
import { buildWords } from '../../../../src-main/contract/presentation/library-words.ts';

test('a library says where it came from; a kind that is not known keeps its own name', () => {
  expect(['prebuilt', 'localBuild', 'other'].map(buildWords)).toEqual([
    'as node-llama-cpp ships it',
    'compiled on this machine',
    'other',
  ]);
});
