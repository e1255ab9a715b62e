/** Finds the GGUF files of folders. Looks at names, sizes and times only; nothing is opened. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { failure, type Failure } from '../../contract/result.ts';
import { fileFailure } from '../../engine/llama/gguf/file-failure.ts';
import { partPaths } from '../../engine/llama/gguf/parts.ts';

/** One model as it lies on the disk; the parts of a split one are one. */
export interface FoundModel {
  /** Of the first part, whether it is there or not. */
  readonly path: string;
  /** Those parts that are there, in order. */
  readonly parts: readonly string[];
  /** Bytes of those parts. */
  readonly size: number;
  /** Another one when a part is added, removed, or written to. */
  readonly fingerprint: string;
}

/** A folder or file that cannot be looked at. */
export interface FoundProblem {
  readonly path: string;
  readonly size: number | null;
  readonly problem: Failure;
}

export interface FoundFiles {
  /** By path. */
  readonly models: readonly FoundModel[];
  readonly problems: readonly FoundProblem[];
}

export interface FindLimits {
  /** Folders below the one that was named. */
  readonly depth: number;
  /** Folders that are read in all: a whole disk by mistake ends somewhere. */
  readonly folders: number;
  readonly files: number;
}

const usualLimits: FindLimits = { depth: 8, folders: 20_000, files: 10_000 };

/**
 * Every GGUF file below the folders, and those named one by one. Hidden files and folders are skipped; links are
 * followed, and a folder or file that is reached twice counts once.
 *
 * @param folders absolute paths, as are `files`
 */
export async function findModelFiles(
  folders: readonly string[],
  files: readonly string[],
  limits: FindLimits = usualLimits,
): Promise<FoundFiles> {
  const search = new Search(limits);
  for (const folder of folders) await search.walk(folder);
  const firsts = new Set([...files, ...search.files].map((file) => partPaths(file)[0] ?? file));
  const models: FoundModel[] = [];
  const seen = new Set<string>();
  for (const path of [...firsts].sort()) {
    const model = await lookAt(path);
    if (model === null) {
      search.problems.push({ path, size: null, problem: notThere(path) });
      continue;
    }
    const [first = path] = model.parts;
    const real = await realpath(first).catch(() => first);
    if (seen.has(real)) continue;
    seen.add(real);
    models.push(model);
  }
  return { models, problems: search.problems };
}

class Search {
  readonly files: string[] = [];
  readonly problems: FoundProblem[] = [];
  readonly #limits: FindLimits;
  /** Real paths: a link to a folder above would lead round for ever. */
  readonly #visited = new Set<string>();
  #full = false;

  constructor(limits: FindLimits) {
    this.#limits = limits;
  }

  async walk(root: string): Promise<void> {
    let level: string[] = [root];
    for (let depth = 0; depth <= this.#limits.depth && level.length > 0; depth += 1) {
      const below: string[] = [];
      for (const folder of level) {
        if (this.#full) return;
        below.push(...(await this.#read(folder, root)));
      }
      level = below;
    }
  }

  /** Takes the folder's files, and returns the folders in it. */
  async #read(folder: string, root: string): Promise<string[]> {
    const below: string[] = [];
    try {
      const real = await realpath(folder);
      if (this.#visited.has(real)) return [];
      this.#visited.add(real);
      const entries = await readdir(folder, { withFileTypes: true });
      entries.sort((one, other) => (one.name < other.name ? -1 : 1));
      for (const entry of entries) {
        if (entry.name.startsWith('.')) continue;
        const path = join(folder, entry.name);
        // A dangling link is neither.
        const kind = entry.isSymbolicLink() ? await stat(path).catch(() => null) : entry;
        if (kind?.isDirectory() === true) below.push(path);
        else if (kind?.isFile() === true && /\.gguf$/i.test(entry.name)) this.files.push(path);
      }
    } catch (error) {
      const refused = fileFailure(folder, error);
      if (refused === null) throw error;
      this.problems.push({ path: folder, size: null, problem: folderRefused(folder, root, refused) });
    }
    this.#checkLimits(root);
    return below;
  }

  #checkLimits(root: string): void {
    const { folders, files } = this.#limits;
    if (this.#full || (this.#visited.size < folders && this.files.length < files)) return;
    this.#full = true;
    const problem = failure(
      'file_too_large',
      `${root} has more than can be listed: looking ended after ${folders} folders or ${files} files.`,
      { next: 'Add the folder that the models are in, not the one around it.', where: { file: root } },
    ).error;
    this.problems.push({ path: root, size: null, problem });
  }
}

function folderRefused(folder: string, root: string, refused: Failure): Failure {
  const next =
    folder === root
      ? 'Bring it back, such as by mounting its drive, or remove it from the list.'
      : 'Give yourself the right to read it, if there are models in it.';
  return { ...refused, next };
}

function notThere(path: string): Failure {
  return failure('file_not_found', `${path} is not there any more.`, {
    next: 'Bring it back and reload, or remove it from the list.',
    where: { file: path },
  }).error;
}

/** Null: no part of it is there. */
async function lookAt(path: string): Promise<FoundModel | null> {
  const parts: string[] = [];
  const marks: string[] = [];
  let size = 0;
  for (const part of partPaths(path)) {
    const found = await stat(part).catch(() => null);
    if (found === null) continue;
    parts.push(part);
    marks.push(`${part}|${found.size}|${found.mtimeMs}`);
    size += found.size;
  }
  return parts.length === 0 ? null : { path, parts, size, fingerprint: marks.join('\n') };
}
