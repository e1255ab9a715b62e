/**
 * The built renderer, as a fixed list of files. It is read once, when the app starts; whatever is not on the list
 * cannot be asked for, so no path from a request ever reaches the file system.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Result } from '../../contract/result.ts';
import { failure, success } from '../../contract/result.ts';

export interface BundleFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** The name holds a hash of its content: it may be cached for ever. */
  readonly immutable: boolean;
  readonly tag: string;
}

export interface BundleFiles {
  /** `path` as in a URL, with its leading slash. A place of the app, such as `/models`, gets the start page. */
  find(path: string): BundleFile | null;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

/** Vite's content hash before the extension. */
const hashed = /-[\w-]{8}\.\w+$/;

export async function readBundle(folder: string): Promise<Result<BundleFiles>> {
  const files = new Map<string, BundleFile>();
  try {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const type = types[extname(file)];
      if (type === undefined) continue;
      const bytes = new Uint8Array(await readFile(file));
      files.set(`/${relative(folder, file).split(sep).join('/')}`, {
        bytes,
        type,
        immutable: hashed.test(entry.name),
        tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
      });
    }
  } catch (error) {
    return missing(folder, error);
  }
  const start = files.get('/index.html');
  if (start === undefined) return missing(folder);
  return success({
    find: (path) => files.get(path) ?? (/^\/(?:[\w@:.-]+\/)*[\w@:-]*$/.test(path) ? start : null),
  });
}

function missing(folder: string, error?: unknown) {
  return failure('file_not_found', `The app's pages are not in ${folder}.`, {
    next: 'Build them with npm run build:renderer.',
    where: { file: folder },
    ...(error instanceof Error ? { detail: error.message } : {}),
  });
}
