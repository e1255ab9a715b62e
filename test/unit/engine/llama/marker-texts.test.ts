import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { markerTexts } from '../../../../src-main/engine/llama/gguf/marker-texts.ts';
import { demoFile, temporaryFolder } from '../../../fixtures/small-plan.ts';

test('the markers of a vocabulary are its control tokens, as a prompt would spell them', async () => {
  // What the demo model's own tokenizer was made with (resources/demo/provenance).
  expect(await markerTexts(demoFile('BF16'))).toEqual([
    '<unk>',
    '<s>',
    '</s>',
    '<|system|>',
    '<|user|>',
    '<|assistant|>',
    '<|end|>',
  ]);
});

test('a file that cannot be read has none', async () => {
  const file = join(temporaryFolder(), 'no.gguf');
  expect(await markerTexts(file)).toEqual([]);
  writeFileSync(file, 'GGUF');
  expect(await markerTexts(file)).toEqual([]);
});
