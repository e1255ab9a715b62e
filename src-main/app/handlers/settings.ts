/** Settings, what this machine has, licences, and what the app has to do with the network. */
import { existsSync } from 'node:fs';
import { mkdir, statfs, access, constants, readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Backend } from '../../contract/candidate.ts';
import type { Handlers } from '../../contract/calls/calls.ts';
import { themes, type DataFolder, type Settings } from '../../contract/calls/settings.ts';
import { failure, success, type Failure } from '../../contract/result.ts';
import type { BackendReport } from '../../engine/llama/llama-engine.ts';
import { freeMemory } from '../../machine/free-memory.ts';
import type { AppContext } from '../context.ts';
import { chosenDataFolder, chooseDataFolder } from '../data-folder.ts';
import { demoFacts } from '../demo-facts.ts';
import { listLicences, readLicence } from '../licences/licences.ts';
import { networkOf } from '../network-use.ts';
import { version } from '../version.ts';
import { pageOfList } from './paging.ts';

type SettingHandlers = Pick<
  Handlers,
  | 'settings.read_welcome'
  | 'settings.read_settings'
  | 'settings.change_settings'
  | 'settings.choose_data_folder'
  | 'settings.read_doctor'
  | 'settings.read_network'
  | 'settings.list_licences'
  | 'settings.read_licence'
  | 'settings.quit_app'
>;

const stored = z.object({
  theme: z.enum(themes).catch('system'),
  zoom: z.number().min(0.5).max(3).catch(1),
  letterKeys: z.boolean().catch(true),
});

const preferenceName = 'appearance';

export function settingHandlers(context: AppContext): SettingHandlers {
  const { store, machine } = context;
  let backends: Promise<readonly BackendReport[]> | undefined;
  const probe = (): Promise<readonly BackendReport[]> => (backends ??= context.engine.probeBackends());

  const settings = (): Settings => ({
    ...stored.parse(store.preference(preferenceName) ?? {}),
    dataFolder: chosenDataFolder() ?? store.folder,
  });

  return {
    'settings.read_welcome': async () => {
      const found = await probe();
      const [device] = machine.graphics;
      return success({
        used: store.plans().length > 0 || store.drafts().length > 0,
        demo: await demoFacts(),
        machine: {
          device: device?.name ?? machine.processor,
          memoryFree: await freeMemory(),
          memoryTotal: device?.memoryTotal ?? machine.memoryTotal,
          backends: found.flatMap(({ backend, result }): Backend[] => (result.ok ? [backend] : [])),
        },
        dataFolder: await describeFolder(store.folder),
      });
    },
    'settings.read_settings': () => Promise.resolve(success(settings())),
    'settings.change_settings': (change) => {
      const { theme, zoom, letterKeys } = stored.parse({ ...settings(), ...change });
      const put = store.setPreference(preferenceName, { theme, zoom, letterKeys });
      if (!put.ok) return Promise.resolve(put);
      context.hub.publish({ kind: 'store_changed', change: { of: 'settings' } });
      return Promise.resolve(success(settings()));
    },
    'settings.choose_data_folder': async ({ path }) => {
      const folder = await describeFolder(path);
      if (folder.problem) return { ok: false, error: folder.problem };
      const chosen = chooseDataFolder(path);
      return chosen.ok ? success({ dataFolder: folder, restart: true }) : chosen;
    },
    'settings.read_doctor': async () => {
      backends = undefined;
      const found = await probe();
      const library = found.map(({ result }) => result).find((result) => result.ok)?.data.library;
      return success({
        version: version(),
        operatingSystem: `${machine.operatingSystem}, ${machine.kernel}`,
        processor: machine.processor,
        physicalCores: machine.physicalCores,
        logicalCores: machine.logicalCores,
        memoryFree: await freeMemory(),
        memoryTotal: machine.memoryTotal,
        graphics: machine.graphics.map((device) => ({ ...device, memoryFree: null })),
        backends: found.map(backendView),
        libraries: [
          { name: 'node-llama-cpp', version: library?.libraryVersion ?? 'not loaded' },
          { name: 'llama.cpp', version: library?.llamaCppRelease ?? 'not loaded' },
          { name: 'Node', version: process.versions.node },
        ],
        shell: context.shell,
        dataFolder: await describeFolder(store.folder),
      });
    },
    'settings.read_network': () => Promise.resolve(success(networkOf(context).use())),
    'settings.list_licences': async ({ page }) => {
      const licences = (await listLicences()).map(({ package: name, version, licence, id }) => ({
        package: name,
        version,
        licence,
        id,
      }));
      return success(pageOfList(licences, page));
    },
    'settings.read_licence': async ({ id }) => {
      const text = await readLicence(id);
      return text.ok ? success({ text: text.data }) : text;
    },
    'settings.quit_app': () => {
      // After the answer has gone out.
      setImmediate(context.quit);
      return Promise.resolve(success({}));
    },
  };
}

function backendView({ backend, result }: BackendReport) {
  if (!result.ok)
    return {
      backend,
      available: false,
      detail: [result.error.message, result.error.next].filter(Boolean).join(' '),
    };
  const { devices, systemInfo } = result.data.library;
  return {
    backend,
    available: true,
    detail: devices.length > 0 ? devices.join(', ') : systemInfo.slice(0, 200),
  };
}

async function describeFolder(path: string): Promise<DataFolder> {
  const problem = await folderProblem(path);
  const space = await statfs(existsSync(path) ? path : homedir()).catch(() => null);
  const alternative = join(homedir(), 'noisefloor');
  return {
    path,
    writable: problem === null,
    free: space === null ? null : space.bavail * space.bsize,
    used: problem === null ? await sizeOf(path) : null,
    problem,
    alternative: problem === null || (await folderProblem(alternative)) !== null ? null : alternative,
  };
}

async function folderProblem(path: string): Promise<Failure | null> {
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK);
    return null;
  } catch (error) {
    return folderRefused(path, error as NodeJS.ErrnoException).error;
  }
}

function folderRefused(path: string, error: NodeJS.ErrnoException) {
  return failure('store_unwritable', `Nothing can be written to ${path} (${error.code ?? error.message}).`, {
    next: 'Give yourself the right to write there, or choose another folder.',
    where: { file: path },
  });
}

/** Bytes of the files right in the folder and in its reports. */
async function sizeOf(folder: string): Promise<number | null> {
  try {
    const names = await readdir(folder, { recursive: true });
    const sizes = await Promise.all(
      names.map(async (name) => {
        const found = await stat(join(folder, name)).catch(() => null);
        return found?.isFile() === true ? found.size : 0;
      }),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  } catch {
    return null;
  }
}
