/** Split models: `name-00001-of-00003.gguf` and its companions count as one file. */
import { access } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { GgufHeader } from './header.ts';
import { limits } from './limits.ts';
import { reject, rejectHostile } from './rejection.ts';

const partName = /^(?<prefix>.+)-(?<number>\d{5})-of-(?<count>\d{5})\.gguf$/;

/**
 * The paths of every part, in order, as the name of one of them announces them; the path alone where its name is not
 * that of a part. Any part may be given. Looks at the name only.
 */
export function partPaths(path: string): readonly string[] {
  const groups = partName.exec(basename(path))?.groups;
  if (groups === undefined) return [path];
  const { prefix = '', number = '', count = '' } = groups;
  const total = Number(count);
  if (total === 0 || total > limits.parts || Number(number) === 0 || Number(number) > total) return [path];
  const parts = Array.from({ length: total }, (_, index) =>
    join(dirname(path), `${prefix}-${String(index + 1).padStart(5, '0')}-of-${count}.gguf`),
  );
  // The given part must be the file itself, however its folder is written.
  parts[Number(number) - 1] = path;
  return parts;
}

/**
 * The paths of every part, as `partPaths` has them. Throws GgufRejection when one is not there, naming those that are
 * missing.
 */
export async function findParts(path: string): Promise<readonly string[]> {
  const parts = partPaths(path);
  const total = parts.length;
  const missing: string[] = [];
  for (const part of parts) {
    if (part === path) continue;
    try {
      await access(part);
    } catch {
      missing.push(basename(part));
    }
  }
  if (missing.length > 0) {
    const shown = missing.slice(0, 5).join(', ') + (missing.length > 5 ? ', …' : '');
    reject(
      'file_not_found',
      `${path} is one of ${total} parts, and ${missing.length} of them ${missing.length === 1 ? 'is' : 'are'} not beside it: ${shown}.`,
      { next: 'Put every part into one folder, with their names as they were.', where: { file: path } },
    );
  }
  return parts;
}

/** Checks what the parts say of each other: their numbers, their count, all tensors there, none twice. */
export function checkParts(headers: readonly GgufHeader[]): void {
  const tensors = new Map<string, string>();
  let declared: number | null = null;
  for (const [index, header] of headers.entries()) {
    const { file } = header;
    const count = header.metadata.scalars.get('split.count') ?? 1;
    if (count !== headers.length && !(count === 0 && headers.length === 1)) {
      reject('gguf_unsupported', `${file} is a part of ${String(count)}, and its name does not say so.`, {
        next: 'Give every part its name back (NAME-00001-of-0000N.gguf), or merge them with llama-gguf-split.',
        where: { file, field: 'split.count' },
      });
    }
    if (headers.length > 1) {
      const number = header.metadata.scalars.get('split.no');
      if (number !== index) {
        rejectHostile(file, 'split.no', `part number ${String(number)} where its name says ${index}`);
      }
    }
    const total = header.metadata.scalars.get('split.tensors.count');
    if (typeof total === 'number') declared = total;
    for (const tensor of header.tensors) {
      const other = tensors.get(tensor.name);
      if (other !== undefined) rejectHostile(file, tensor.name, `a tensor that ${other} has as well`);
      tensors.set(tensor.name, file);
    }
  }
  const first = headers[0];
  if (first === undefined) return;
  if (headers.length > 1 && declared !== null && declared !== tensors.size) {
    reject('gguf_cut_off', `${first.file}: the parts hold ${tensors.size} tensors of ${declared}.`, {
      next: 'Get all parts again from one and the same source.',
      where: { file: first.file, field: 'split.tensors.count' },
    });
  }
  if (tensors.size === 0) {
    reject('gguf_unsupported', `${first.file} holds no weights (a vocabulary alone).`, {
      next: 'Give the path of a whole model.',
      where: { file: first.file },
    });
  }
}
