/** Loads node-llama-cpp with everything pinned, and says what was loaded. */
import { open, readFile } from 'node:fs/promises';
import { getLlama, getModuleVersion, LlamaLogLevel, NoBinaryFoundError, type Llama } from 'node-llama-cpp';
import type { Backend } from '../../../contract/candidate.ts';
import { failure, success, type Result } from '../../../contract/result.ts';
import type { LibraryFacts } from '../protocol.ts';
import type { NativeLog } from './native-log.ts';

/** One library for the life of this process: its logger and its backends are global to it. */
export async function loadLibrary(backend: Backend, threads: number, log: NativeLog): Promise<Result<Llama>> {
  let llama: Llama;
  try {
    llama = await getLlama({
      gpu: backend === 'cpu' ? false : backend,
      build: 'never',
      skipDownload: true,
      maxThreads: threads,
      // One level below "info": it adds the line that names the kernels in use.
      logLevel: LlamaLogLevel.log,
      logger: (_level, message) => {
        log.add(message);
      },
    });
  } catch (error) {
    if (error instanceof NoBinaryFoundError)
      return unavailable(backend, 'no build of the library works here');
    return unavailable(backend, error instanceof Error ? error.message : String(error));
  }
  const got = backendOf(llama);
  // A GPU backend without a device comes up all the same, and computes on the CPU without a word.
  const devices = backend === 'cpu' ? null : await llama.getGpuDeviceNames();
  if (got === backend && devices?.length !== 0) return success(llama);
  await llama.dispose();
  return unavailable(backend, got === backend ? 'it finds no device' : `the library came up with ${got}`);
}

function unavailable(backend: Backend, reason: string) {
  return failure('backend_unavailable', `The backend ${backend} cannot be used here: ${reason}.`, {
    next:
      backend === 'cpu'
        ? 'Run `noisefloor doctor`; install the package again if its native library is missing.'
        : `Install the driver that ${backend} needs, or choose cpu as the backend.`,
  });
}

export function backendOf(llama: Llama): Backend {
  return llama.gpu === false ? 'cpu' : llama.gpu;
}

export async function libraryFacts(llama: Llama): Promise<LibraryFacts> {
  const memory = llama.gpu === false ? null : await llama.getVramState();
  return {
    libraryVersion: await getModuleVersion(),
    llamaCppRelease: llama.llamaCppRelease.release,
    llamaCppCommit: await bundledCommit(llama.llamaCppRelease.release),
    buildType: llama.buildType,
    systemInfo: llama.systemInfo.trim(),
    devices: await llama.getGpuDeviceNames(),
    deviceMemory: memory === null ? null : { total: memory.total, free: memory.free },
    libraries: loadedLibraries(),
  };
}

/**
 * The first line after the header of a git bundle names the commit of its HEAD. Null where the bundle was left out, and
 * where the library was compiled from another release than the one in the bundle.
 */
async function bundledCommit(release: string): Promise<string | null> {
  try {
    const sources = new URL('../llama/', import.meta.resolve('node-llama-cpp'));
    const text = await readFile(new URL('binariesGithubRelease.json', sources), 'utf8');
    const bundled = JSON.parse(text) as { readonly release?: unknown };
    if (bundled.release !== release) return null;
    const file = await open(new URL('gitRelease.bundle', sources));
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
      const head = buffer.subarray(0, bytesRead).toString('latin1');
      return /^([0-9a-f]{40}) HEAD$/m.exec(head)?.[1] ?? null;
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}

/** Node's own report lists every shared library of the process; those of the package lie below its folders. */
function loadedLibraries(): readonly string[] {
  // Without this the report looks up the names of network addresses; Node's types lack it.
  Object.assign(process.report, { excludeNetwork: true });
  const { sharedObjects } = process.report.getReport() as { readonly sharedObjects?: readonly string[] };
  return (sharedObjects ?? []).filter((path) => /[\\/]@?node-llama-cpp[\\/]/.test(path));
}
