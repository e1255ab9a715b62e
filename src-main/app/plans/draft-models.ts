/** From a model's identifier to its file and back. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { AppContext } from '../context.ts';
import type { DraftContent } from './draft-content.ts';

/** The first 32 hexadecimal digits of the sha256 of the absolute path of the (first) file. */
export function modelIdentifier(path: string): string {
  return createHash('sha256').update(resolve(path)).digest('hex').slice(0, 32);
}

/** The file behind an identifier: among those that came with the draft, else among the known models. */
export function pathOfModel(_context: AppContext, content: DraftContent, model: string): string | null {
  return content.paths[model] ?? null;
}
