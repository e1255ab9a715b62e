/** llama.cpp's own programs, with the library that they were built with or with the very one that the engine runs. */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

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
 * The same programs over the library that node-llama-cpp ships: the same compiler made the same kernels, so that what is
 * left is the engine's own doing. Linux on x64 only; undefined elsewhere.
 *
 * @param links a folder for links under the names that the programs look for
 */
export function shippedLibrary(programs: Programs, links: string): Programs | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const libraries = join(import.meta.dirname, '../../node_modules/@node-llama-cpp/linux-x64/bins/linux-x64');
  mkdirSync(links, { recursive: true });
  for (const [name, file] of [
    ['libggml-base.so.0', 'libggml-base.so'],
    ['libggml.so.0', 'libggml.v0.5.0.so'],
    ['libllama.so.0', 'libllama.v0.5.0.so'],
  ] as const)
    symlinkSync(join(libraries, file), join(links, name));
  return {
    folder: programs.folder,
    library: "engine's library",
    // The kernels for this processor are looked for where the process stands.
    options: { env: { ...process.env, LD_LIBRARY_PATH: links }, cwd: libraries },
  };
}
