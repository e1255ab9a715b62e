/** GGUF files of a test’s own making, and what was found in them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GgufDescription } from '../../../../src-main/engine/llama/gguf/description.ts';
import { inspectGguf } from '../../../../src-main/engine/llama/gguf/inspect.ts';
import type { Failure } from '../../../../src-main/contract/result.ts';
import { writeGguf, type GgufSource, type GgufValue } from '../../../fixtures/gguf-writer.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { tinyLlamaSource } from '../../../fixtures/tiny-llama.ts';

async function inspectSource(source: GgufSource): Promise<Awaited<ReturnType<typeof inspectGguf>>> {
  return inspectBytes(writeGguf(source).bytes);
}

export async function inspectBytes(bytes: Uint8Array): Promise<Awaited<ReturnType<typeof inspectGguf>>> {
  const file = join(await temporaryFolder(), 'model.gguf');
  await writeFile(file, bytes);
  return inspectGguf(file);
}

export async function described(source: GgufSource): Promise<GgufDescription> {
  const result = await inspectSource(source);
  if (!result.ok) throw new Error(result.error.message);
  return result.data;
}

export async function refused(source: GgufSource): Promise<Failure> {
  const result = await inspectSource(source);
  if (result.ok) throw new Error('the file was taken');
  return result.error;
}

export function withKey(key: string, value: GgufValue, source: GgufSource = tinyLlamaSource()): GgufSource {
  return { ...source, metadata: [...source.metadata.filter(([name]) => name !== key), [key, value]] };
}

export function withoutKey(key: string, source: GgufSource = tinyLlamaSource()): GgufSource {
  return { ...source, metadata: source.metadata.filter(([name]) => name !== key) };
}
