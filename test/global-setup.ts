/** Once for a run of the tests: the folder of what several files need built (fixtures/built-once.ts). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Absolute path; empty at first, removed at the end. */
    builds: string;
  }
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-builds-'));
  project.provide('builds', folder);
  return () => {
    // A process that is just ending may still write what it compiled.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
}
