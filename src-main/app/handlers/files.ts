/** A look at the folders of this machine, where there is no system dialogue to choose files with. */
import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { CallInput, Handlers } from '../../contract/calls/calls.ts';
import { failure, success } from '../../contract/result.ts';
import { pageOfList } from './paging.ts';

type FileHandlers = Pick<Handlers, 'files.list_folder'>;

/** By what is to be chosen: the endings of the files that are shown. */
const endings: Readonly<Record<CallInput<'files.list_folder'>['show'], RegExp | null>> = {
  folders: null,
  models: /\.gguf$/i,
  items: /\.(?:jsonl?|ndjson|csv|tsv|parquet|ya?ml|eval|gz)$/i,
  plans: /\.ya?ml$/i,
  // Anything that is not known to be something else.
  texts: /^(?!.*\.(?:png|jpe?g|gif|pdf|zip|gguf|safetensors|bin|exe|so)$)/i,
};

interface Entry {
  readonly name: string;
  readonly path: string;
  readonly kind: 'folder' | 'file';
  readonly size: number | null;
  readonly changedAt: string | null;
}

export function fileHandlers(): FileHandlers {
  return {
    'files.list_folder': async ({ path, show, page }) => {
      const folder = resolve(path ?? homedir());
      try {
        const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
        const entries = (await Promise.all(names.map((name) => entryOf(folder, name)))).filter(
          (entry): entry is Entry =>
            entry !== null && (entry.kind === 'folder' || (endings[show]?.test(entry.name) ?? false)),
        );
        entries.sort(
          (one, other) =>
            Number(one.kind === 'file') - Number(other.kind === 'file') ||
            one.name.localeCompare(other.name, 'en'),
        );
        const parent = dirname(folder);
        return success({
          ...pageOfList(entries, page),
          path: folder,
          parent: parent === folder ? null : parent,
        });
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
        return failure(
          code === 'ENOENT' ? 'file_not_found' : 'file_unreadable',
          code === 'ENOENT' ? `${folder} is not there.` : `${folder} cannot be opened (${code}).`,
          { next: 'Choose another folder.', where: { file: folder } },
        );
      }
    },
  };
}

/** Null for what cannot be looked at: a dangling link, another user's file. */
async function entryOf(folder: string, name: string): Promise<Entry | null> {
  const path = join(folder, name);
  try {
    const found = await stat(path);
    if (!found.isDirectory() && !found.isFile()) return null;
    return {
      name,
      path,
      kind: found.isDirectory() ? 'folder' : 'file',
      size: found.isDirectory() ? null : found.size,
      changedAt: found.mtime.toISOString(),
    };
  } catch {
    return null;
  }
}
