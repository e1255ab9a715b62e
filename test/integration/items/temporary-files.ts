/** Files of a test, in a folder that goes away with it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for the tests of a file; call it at the file's top level. */
export function temporaryFiles(): { write(name: string, content: string | Uint8Array): Promise<string> } {
  const folder = mkdtemp(join(tmpdir(), 'noisefloor-items-'));
  afterAll(async () => rm(await folder, { recursive: true, force: true }));
  return {
    async write(name, content) {
      const file = join(await folder, name);
      await writeFile(file, content);
      return file;
    },
  };
}
