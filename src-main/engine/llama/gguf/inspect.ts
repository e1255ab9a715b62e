/** A GGUF file, described from its header and checked against its size. Own reader: see docs/decisions/0002. */
import { open, stat } from 'node:fs/promises';
import { success, type Result } from '../../../contract/result.ts';
import { isKnownArchitecture } from './architectures.ts';
import type { GgufDescription, WeightBytes } from './description.ts';
import { readEssentials } from './essentials.ts';
import { fileFailure } from './file-failure.ts';
import { fileType } from './file-types.ts';
import { readHeader, type GgufHeader } from './header.ts';
import { templateKey, type Metadata } from './metadata.ts';
import { refuseNativeAborts } from './native-aborts.ts';
import { checkParts, findParts } from './parts.ts';
import { GgufRejection, reject, rejectHostile } from './rejection.ts';
import type { GgufTensor } from './tensors.ts';
import { findWarnings } from './warnings.ts';

/**
 * Describes the model in a GGUF file, or in all parts of a split one (any part may be given). Reads headers only.
 *
 * Fails with `file_not_found`, `file_unreadable`, `file_empty`, `gguf_not_gguf`, `gguf_cut_off` (how many bytes are
 * missing), `gguf_hostile` (which field declares what) or `gguf_unsupported`. Time and memory are bounded for every
 * file, hostile ones included.
 */
export async function inspectGguf(path: string): Promise<Result<GgufDescription>> {
  return rescue(path, async () => {
    const headers = await readHeaders(path);
    return describe(headers);
  });
}

/**
 * Every tensor of a model, parts joined, in file order. Fails as `inspectGguf` does.
 */
export async function listTensors(path: string): Promise<Result<readonly GgufTensor[]>> {
  return rescue(path, async () => (await readHeaders(path)).flatMap((header) => header.tensors));
}

async function rescue<T>(path: string, work: () => Promise<T>): Promise<Result<T>> {
  try {
    return success(await work());
  } catch (error) {
    if (error instanceof GgufRejection) return { ok: false, error: error.failure };
    const refused = fileFailure(path, error);
    if (refused === null) throw error;
    return { ok: false, error: refused };
  }
}

async function readHeaders(path: string): Promise<readonly GgufHeader[]> {
  const headers: GgufHeader[] = [];
  await checkRegular(path);
  for (const part of await findParts(path)) {
    const size = await checkRegular(part);
    const handle = await open(part, 'r');
    try {
      headers.push(await readHeader(handle, part, size));
    } finally {
      await handle.close();
    }
  }
  checkParts(headers);
  return headers;
}

/** Before anything is opened: opening a named pipe would wait for ever. Returns the size in bytes. */
async function checkRegular(path: string): Promise<number> {
  const found = await stat(path);
  if (!found.isFile()) {
    const what = found.isDirectory() ? 'a folder' : 'not a regular file';
    reject('file_unreadable', `${path} is ${what}.`, {
      next: 'Give the path of a GGUF file.',
      where: { file: path },
    });
  }
  return found.size;
}

function describe(headers: readonly GgufHeader[]): GgufDescription {
  const first = headers[0];
  if (first === undefined) throw new Error('a model has at least one file');
  const { metadata, file } = first;
  const tensors = headers.flatMap((header) => header.tensors);
  const architecture = metadata.scalars.get('general.architecture');
  if (typeof architecture !== 'string' || architecture === '') {
    reject('gguf_unsupported', `${file} does not say which architecture it has (general.architecture).`, {
      next: 'Convert the model again with a current llama.cpp.',
      where: { file, field: 'general.architecture' },
    });
  }
  const declaredType = metadata.scalars.get('general.file_type');
  const described = {
    files: headers.map((header) => header.file),
    size: headers.reduce((sum, header) => sum + header.size, 0),
    version: first.version,
    architecture,
    architectureKnown: isKnownArchitecture(architecture),
    name: textOf(metadata, 'general.name'),
    parameters: tensors.reduce((sum, tensor) => sum + tensor.elements, 0),
    quantisation: typeof declaredType === 'number' ? (fileType(declaredType)?.name ?? null) : null,
    tensorTypes: countTypes(tensors),
    weightBytes: sumBytes(tensors),
    ...readEssentials(file, architecture, metadata),
    vocabularySize: vocabularySize(metadata, architecture),
    template: metadata.templates.get(templateKey) ?? null,
    namedTemplates: namedTemplates(metadata),
    bos: first.bos,
    eos: first.eos,
    addBos: flagOf(file, metadata, 'tokenizer.ggml.add_bos_token'),
    tokenizer: textOf(metadata, 'tokenizer.ggml.model'),
    metadata: Object.fromEntries(metadata.scalars),
    arrays: Object.fromEntries(metadata.arrays),
  };
  refuseNativeAborts(file, described, metadata, tensors);
  return { ...described, warnings: findWarnings(described, headers) };
}

function textOf(metadata: Metadata, key: string): string | null {
  const value = metadata.scalars.get(key);
  return typeof value === 'string' && value !== '' ? value : null;
}

function flagOf(file: string, metadata: Metadata, key: string): boolean | null {
  const value = metadata.scalars.get(key);
  if (value === undefined || typeof value === 'boolean') return value ?? null;
  rejectHostile(file, key, `${String(value)} where true or false is due`);
}

function vocabularySize(metadata: Metadata, architecture: string): number | null {
  if (metadata.tokens !== null) return metadata.tokens.length;
  const declared = metadata.scalars.get(`${architecture}.vocab_size`);
  return typeof declared === 'number' ? declared : null;
}

function namedTemplates(metadata: Metadata): Record<string, string> {
  const prefix = `${templateKey}.`;
  const named = [...metadata.templates].filter(([key]) => key.startsWith(prefix));
  return Object.fromEntries(named.map(([key, text]) => [key.slice(prefix.length), text]));
}

function countTypes(tensors: readonly GgufTensor[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type } of tensors) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

function sumBytes(tensors: readonly GgufTensor[]): WeightBytes {
  const layers: number[] = [];
  const byType: Record<string, number> = {};
  let others = 0;
  for (const { name, type, bytes } of tensors) {
    byType[type] = (byType[type] ?? 0) + bytes;
    const layer = /^blk\.(\d{1,4})\./.exec(name)?.[1];
    if (layer === undefined) {
      others += bytes;
    } else {
      while (layers.length <= Number(layer)) layers.push(0);
      layers[Number(layer)] = (layers[Number(layer)] ?? 0) + bytes;
    }
  }
  const total = others + layers.reduce((sum, bytes) => sum + bytes, 0);
  const embedding = tensors.find(({ name }) => name === 'token_embd.weight');
  const separate = tensors.some(({ name }) => name === 'output.weight');
  const tied = embedding === undefined || separate ? null : { type: embedding.type, bytes: embedding.bytes };
  return { total, layers, others, byType, tied };
}
