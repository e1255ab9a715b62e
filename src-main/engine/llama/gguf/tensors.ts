/** The tensor table of a header, and whether the weights it announces are in the file. */
import type { Cursor } from './cursor.ts';
import { limits } from './limits.ts';
import { reject, rejectCutOffWeights, rejectHostile } from './rejection.ts';
import { removedTensorType, tensorType } from './tensor-types.ts';

export interface GgufTensor {
  readonly name: string;
  readonly type: string;
  readonly dimensions: readonly number[];
  readonly elements: number;
  readonly bytes: number;
  /** From the start of the data section. */
  readonly offset: number;
}

export async function readTensors(cursor: Cursor, count: number): Promise<readonly GgufTensor[]> {
  const tensors: GgufTensor[] = [];
  const seen = new Set<string>();
  for (let index = 0; index < count; index++) {
    const tensor = await readTensor(cursor, `tensor ${index + 1} of ${count}`);
    if (seen.has(tensor.name)) rejectHostile(cursor.file, tensor.name, 'the same tensor twice');
    seen.add(tensor.name);
    tensors.push(tensor);
  }
  return tensors;
}

async function readTensor(cursor: Cursor, ordinal: string): Promise<GgufTensor> {
  const nameLength = await cursor.size64(`name length of ${ordinal}`, limits.tensorNameBytes);
  const name = (await cursor.bytes(nameLength, `name of ${ordinal}`)).toString('utf8');
  const count = await cursor.unsigned32(`number of dimensions of ${name}`);
  if (count > limits.dimensions) {
    rejectHostile(cursor.file, name, `${count} dimensions, and a tensor has at most ${limits.dimensions}`);
  }
  const dimensions: number[] = [];
  let elements = 1;
  for (let index = 0; index < count; index++) {
    const field = `dimension ${index + 1} of ${name}`;
    const dimension = await cursor.size64(field, Number.MAX_SAFE_INTEGER);
    if (dimension === 0) rejectHostile(cursor.file, field, 'a tensor without elements');
    dimensions.push(dimension);
    elements *= dimension;
  }
  if (!Number.isSafeInteger(elements)) {
    rejectHostile(cursor.file, name, `${dimensions.join(' x ')} elements in one tensor`);
  }
  const typeCode = await cursor.unsigned32(`type of ${name}`);
  const type = tensorType(typeCode);
  if (type === undefined) rejectTensorType(cursor.file, name, typeCode);
  const row = dimensions[0] ?? 1;
  if (row % type.blockElements !== 0) {
    const blocks = `rows of ${row} elements in blocks of ${type.blockElements} (${type.name})`;
    rejectHostile(cursor.file, name, blocks);
  }
  const bytes = (elements / type.blockElements) * type.blockBytes;
  if (!Number.isSafeInteger(bytes)) rejectHostile(cursor.file, name, `a tensor of ${bytes} bytes`);
  const offset = await cursor.size64(`offset of ${name}`, Number.MAX_SAFE_INTEGER);
  return { name, type: type.name, dimensions, elements, bytes, offset };
}

function rejectTensorType(file: string, name: string, code: number): never {
  const removed = removedTensorType(code);
  if (removed === undefined) {
    rejectHostile(file, name, `tensor type ${code}, which the bundled llama.cpp does not have`);
  }
  reject('gguf_unsupported', `${file} stores ${name} as ${removed}, which llama.cpp no longer reads.`, {
    next: 'Quantise the model again with a current llama.cpp.',
    where: { file, field: name },
  });
}

export function aligned(offset: number, alignment: number): number {
  return Math.ceil(offset / alignment) * alignment;
}

/**
 * Checks that the tensors lie one behind another, each at its aligned offset (llama.cpp accepts no gaps and no
 * overlaps), and that the file holds the last byte of the last. Returns the file offset behind the last tensor.
 */
export function checkTensorPlaces(
  file: string,
  tensors: readonly GgufTensor[],
  dataStart: number,
  alignment: number,
  size: number,
): number {
  let expected = 0;
  let end = dataStart;
  for (const tensor of tensors) {
    if (tensor.offset !== expected) {
      rejectHostile(file, `offset of ${tensor.name}`, `${tensor.offset} where ${expected} is due`);
    }
    end = dataStart + tensor.offset + tensor.bytes;
    expected = aligned(tensor.offset + tensor.bytes, alignment);
    if (!Number.isSafeInteger(end)) rejectHostile(file, tensor.name, `weights that end at byte ${end}`);
  }
  if (end > size) {
    const first = tensors.find((tensor) => dataStart + tensor.offset + tensor.bytes > size);
    rejectCutOffWeights(file, end - size, first?.name ?? 'the weights');
  }
  return end;
}
