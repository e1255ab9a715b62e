import { expect, test } from 'vitest';
import { engineWords } from '../../../../src-main/contract/presentation/endpoint-words.ts';
import { buildWords } from '../../../../src-main/contract/presentation/library-words.ts';
import { reportInput } from '../../../fixtures/report-input.ts';

test('a library says where it came from; a kind that is not known keeps its own name', () => {
  expect(['prebuilt', 'localBuild', 'other'].map(buildWords)).toEqual([
    'as node-llama-cpp ships it',
    'compiled on this machine',
    'other',
  ]);
});

test('a run over a library that was not shipped is told apart where runs stand side by side', () => {
  const [sitting] = reportInput().runs[0]?.sittings ?? [];
  if (sitting?.manifest.engine.engine !== 'llama') throw new Error('the first sitting is of a file');
  const { engine } = sitting.manifest;
  expect(engineWords({ engine })).toBe(`llama.cpp ${engine.llamaCppRelease}`);
  expect(engineWords({ engine: { ...engine, buildType: 'localBuild' } })).toBe(
    `llama.cpp ${engine.llamaCppRelease} compiled on this machine`,
  );
});
