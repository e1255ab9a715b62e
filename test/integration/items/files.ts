import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A file with this content that is gone after the test. */
export function temporaryFile(content: string | Uint8Array, name = 'items.jsonl'): string {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-items-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}
