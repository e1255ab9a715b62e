/**
 * Headers over which the bundled library ends its process. Each is loaded in a child: when a newer library reports
 * one as an error, its test fails and the refusal can go. Where the child dies, our reader must have refused.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inspectGguf } from '../../../../src-main/engine/llama/gguf/inspect.ts';
import {
  f32,
  numbers,
  text,
  texts,
  u32,
  writeGguf,
  type GgufSource,
  type GgufValue,
} from '../../../fixtures/gguf-writer.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { tinyLlamaSource } from '../../../fixtures/tiny-llama.ts';

const sound = tinyLlamaSource();
const withKeys = (...changes: readonly (readonly [string, GgufValue])[]): GgufSource => ({
  ...sound,
  metadata: [...sound.metadata.filter(([key]) => !changes.some(([changed]) => changed === key)), ...changes],
});
const withoutKey = (key: string): GgufSource => ({
  ...sound,
  metadata: sound.metadata.filter(([name]) => name !== key),
});
const withType = (name: string, type: number, bytes: number): GgufSource => ({
  ...sound,
  tensors: sound.tensors.map((tensor) =>
    tensor.name === name ? { ...tensor, type, data: new Uint8Array(bytes) } : tensor,
  ),
});

async function placed(source: GgufSource): Promise<string> {
  const file = join(await temporaryFolder(), 'model.gguf');
  await writeFile(file, writeGguf(source).bytes);
  return file;
}

/** What the child prints, or the signal that ended it. */
async function load(file: string): Promise<string> {
  const child = fork(join(import.meta.dirname, 'load-in-child.ts'), [file], {
    silent: true,
    timeout: 60_000,
    // The library would print a backtrace of its end through a debugger, which takes seconds.
    env: { ...process.env, GGML_NO_BACKTRACE: '1' },
  });
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return signal ?? printed;
}

test('the sound model loads', async () => {
  const file = await placed(sound);
  expect(await load(file)).toBe('loaded');
  expect(await inspectGguf(file)).toMatchObject({ ok: true });
});

const matrix = 64 * 64;
describe('ends the process, and is refused before', () => {
  test.each<[string, GgufSource]>([
    ['no heads', withKeys(['llama.attention.head_count', u32(0)])],
    ['no head count', withoutKey('llama.attention.head_count')],
    ['no heads in any layer', withKeys(['llama.attention.head_count', numbers('u32', [0, 0])])],
    ['no key heads', withKeys(['llama.attention.head_count_kv', u32(0)])],
    ['no key heads in one layer', withKeys(['llama.attention.head_count_kv', numbers('u32', [2, 0])])],
    ['value length zero', withKeys(['llama.attention.value_length', u32(0)])],
    ['no layers', withKeys(['llama.block_count', u32(0)])],
    ['too many layers', withKeys(['llama.block_count', u32(513)])],
    ['no feed-forward width', withKeys(['llama.feed_forward_length', u32(0)])],
    ['feed-forward width missing', withoutKey('llama.feed_forward_length')],
    ['experts without number', withKeys(['llama.expert_count', u32(1)])],
    ['more experts in use than there are', withKeys(['llama.expert_used_count', u32(1)])],
    ['too many experts', withKeys(['llama.expert_count', u32(1025)], ['llama.expert_used_count', u32(1)])],
    ['epsilon that is no number', withKeys(['llama.attention.layer_norm_rms_epsilon', f32(NaN)])],
    ['an empty vocabulary', withKeys(['tokenizer.ggml.tokens', texts([])])],
    ['no tokenizer', withKeys(['tokenizer.ggml.model', text('none')])],
    ['an integer norm', withType('output_norm.weight', 24, 64)],
    ['a quantised norm', withType('output_norm.weight', 8, 68)],
    ['an integer matrix', withType('blk.0.attn_q.weight', 26, matrix * 4)],
    ['a matrix of doubles', withType('blk.0.attn_q.weight', 28, matrix * 8)],
    ['a matrix of intermediate results', withType('blk.0.attn_q.weight', 9, (matrix / 32) * 36)],
    ['integer embeddings', withType('token_embd.weight', 25, 64 * 288 * 2)],
  ])('%s', async (_, source) => {
    const file = await placed(source);
    expect(await load(file)).toMatch(/^SIG/);
    const result = await inspectGguf(file);
    if (result.ok) throw new Error('taken');
    expect(result.error.code).toMatch(/^gguf_(hostile|unsupported)$/);
    expect(result.error.next).toBeTruthy();
  });
});

/** What a header alone does not show cheaply: the child process is the safety net for these. */
describe('ends the process, and is not foreseen', () => {
  test('a vocabulary with every token the same', async () => {
    const file = await placed(withKeys(['tokenizer.ggml.tokens', texts(new Array<string>(288).fill('a'))]));
    expect(await load(file)).toMatch(/^SIG/);
    expect(await inspectGguf(file)).toMatchObject({ ok: true });
  });
});
