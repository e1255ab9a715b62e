/** llama.cpp's own programs, with the library that they were built with or with the very one that the engine runs. */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export interface Programs {
  /** Where llama-batched-bench and llama-server lie. */
  readonly folder: string;
  readonly library: string;
  /** For the process that is started. */
  readonly options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string };
}

/** @throws Error where a program is missing: nothing is compared with half of its peers */
export function ownBuild(folder: string): Programs {
  for (const program of ['llama-batched-bench', 'llama-server'])
    if (!existsSync(join(folder, program))) throw new Error(`${folder} has no ${program}`);
  return { folder, library: 'built here', options: {} };
}

/**
 * The same programs over the very library that the engine has loaded: the same compiler made the same kernels, so that
 * what is left is the engine's own doing. Linux only, where a library is found by its name in a folder; else undefined.
 *
 * @param libraries absolute paths of the engine's native libraries, all in one folder
 * @param links a folder for links under the names that the programs look for
 */
export function overEngineLibrary(
  programs: Programs,
  libraries: readonly string[],
  links: string,
): Programs | undefined {
  const [one] = libraries;
  if (process.platform !== 'linux' || one === undefined) return undefined;
  const folder = dirname(one);
  mkdirSync(links, { recursive: true });
  for (const path of libraries) {
    const name = basename(path);
    link(path, join(links, name));
    const soname = sonames.find(({ pattern }) => pattern.test(name))?.soname;
    if (soname !== undefined) link(path, join(links, soname));
  }
  return {
    folder: programs.folder,
    library: "engine's library",
    // The kernels of a library that has some for every processor are looked for where the process stands.
    options: { env: { ...process.env, LD_LIBRARY_PATH: links }, cwd: folder },
  };
}

/** Under which name the programs look for a library that node-llama-cpp calls something like `libllama.v0.5.0.so`. */
const sonames = [
  { pattern: /^libggml-base\.so$/, soname: 'libggml-base.so.0' },
  { pattern: /^libggml-cpu\.so$/, soname: 'libggml-cpu.so.0' },
  { pattern: /^libggml(\.v[\d.]+)?\.so$/, soname: 'libggml.so.0' },
  { pattern: /^libllama(\.v[\d.]+)?\.so$/, soname: 'libllama.so.0' },
];

function link(target: string, path: string): void {
  if (!existsSync(path)) symlinkSync(target, path);
}
