/** What a comparison's model is called, from its baseline's file. */
import { basename, extname } from 'node:path';
import { inspectGguf } from '../../engine/llama/gguf/inspect.ts';

/** By path; a file's header does not change under a running app without a reload. */
const titles = new Map<string, Promise<string>>();

/** The model's own name; the file's where it has none, or cannot be read any more. */
export function modelTitle(path: string): Promise<string> {
  const known = titles.get(path);
  if (known) return known;
  const title = readTitle(path);
  titles.set(path, title);
  return title;
}

async function readTitle(path: string): Promise<string> {
  const described = await inspectGguf(path);
  const own = described.ok ? described.data.name?.trim() : undefined;
  return own !== undefined && own !== '' ? own.slice(0, 500) : basename(path, extname(path));
}
