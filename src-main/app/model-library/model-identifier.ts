import { createHash } from 'node:crypto';
import { resolve } from 'node:path';

/** The first 32 hexadecimal digits of the sha256 of the absolute path of the (first) file. */
export function modelIdentifier(path: string): string {
  return createHash('sha256').update(resolve(path)).digest('hex').slice(0, 32);
}
