/** What the pages of the app weigh, as they are built. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface FileSize {
  readonly name: string;
  /** Bytes, minified and then compressed. */
  readonly plain: number;
  readonly gzipped: number;
}

/** The largest first. */
export function bundleSizes(folder: string): readonly FileSize[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name));
      return { name, plain: bytes.length, gzipped: gzipSync(bytes, { level: 9 }).length };
    })
    .sort((one, other) => other.gzipped - one.gzipped);
}
