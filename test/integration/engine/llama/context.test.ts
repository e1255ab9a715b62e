/** Prompts and answers at the edge of the context, with a random model that hardly ever ends by itself. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeGguf } from '../../../fixtures/gguf-writer.ts';
import { tinyLlamaSource } from '../../../fixtures/tiny-llama.ts';
import { answers, request, withOpen } from './demo.ts';

let folder = '';
let weights = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'noisefloor-context-'));
  weights = join(folder, 'tiny.gguf');
  writeFileSync(weights, writeGguf(tinyLlamaSource({ context: 1024 })).bytes);
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const letters = (length: number) => request({ id: `letters-${length}`, input: 'x'.repeat(length) });

test('a prompt that leaves room for one token is answered; a longer one is overlong and untouched', async () => {
  const lengths = Array.from({ length: 40 }, (_, index) => 215 + index);
  const outputs = await withOpen({ weights, settings: { context: 256, parallel: 2 } }, (open) =>
    answers(open, lengths.map(letters)),
  );
  for (const output of outputs) {
    const fits = output.promptTokens + 1 <= 256;
    if (fits) expect(output.generatedTokens).toBeGreaterThan(0);
    else
      expect(output).toMatchObject({ finish: 'overlong', text: '', generatedTokens: 0, firstTokenMs: null });
    expect(output.finish === 'overlong').toBe(!fits);
    expect(output.promptTokens + output.generatedTokens).toBeLessThanOrEqual(fits ? 256 : Infinity);
  }
  // Both sides of the edge were met, one token apart.
  const sizes = outputs.map((output) => output.promptTokens);
  expect(sizes).toContain(255);
  expect(sizes).toContain(256);
});

test('an answer that would outgrow the context ends there, with the reason "length"', async () => {
  const outputs = await withOpen(
    {
      weights,
      settings: { context: 256, parallel: 3 },
      sampling: { temperature: 1, seed: 100, maxTokens: 10_000 },
    },
    (open) =>
      answers(
        open,
        [10, 60, 110, 160].flatMap((size) => [0, 1, 2].map((sample) => ({ ...letters(size), sample }))),
      ),
  );
  for (const output of outputs) {
    if (output.finish === 'end') continue;
    expect(output.finish).toBe('length');
    expect(output.promptTokens + output.generatedTokens).toBe(256);
  }
  expect(outputs.map((output) => output.finish)).toContain('length');
});

test('a context that the library rounds up still ends where it was asked to', async () => {
  const [output] = await withOpen(
    { weights, settings: { context: 100 }, sampling: { temperature: 1, seed: 3, maxTokens: 10_000 } },
    (open) => answers(open, [letters(20)]),
  );
  expect(output?.finish).toBe('length');
  expect((output?.promptTokens ?? 0) + (output?.generatedTokens ?? 0)).toBe(100);
});

test('text of random bytes is whole, and stop strings are found in it', async () => {
  const changes = { weights, sampling: { temperature: 1, maxTokens: 120 } };
  const requests = [0, 1, 2, 3].map((sample) => ({ ...letters(8), sample }));
  const plain = await withOpen(changes, (open) => answers(open, requests));
  const letter = /[a-z]/.exec(plain[0]?.text ?? '')?.[0] ?? '';
  expect(letter).not.toBe('');
  const stopping = { weights, sampling: { temperature: 1, maxTokens: 120, stops: [letter] } };
  const stopped = await withOpen(stopping, (open) => answers(open, requests));
  for (const [index, output] of stopped.entries()) {
    const full = plain[index]?.text ?? '';
    const at = full.indexOf(letter);
    expect(output.finish).toBe(at < 0 ? plain[index]?.finish : 'stop');
    expect(output.text).toBe(at < 0 ? full : full.slice(0, at));
  }
});
