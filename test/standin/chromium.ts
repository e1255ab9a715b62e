/** The one Chromium behind all windows. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type BrowserContext } from 'playwright-core';
import { tell } from './control.ts';

export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** @param switches that the app wanted Chromium to have */
export async function launch(switches: readonly string[]): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-standin-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    viewport: { width: 1280, height: 820 },
    args: ['--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', ...switches],
  });
  // The first page of a slow and loaded machine takes longer than the usual half minute.
  context.setDefaultNavigationTimeout(90_000);
  tell({ kind: 'browser', endpoint: `http://127.0.0.1:${await portIn(folder)}` });
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function portIn(folder: string): Promise<string> {
  for (let tries = 0; tries < 300; tries += 1) {
    try {
      return readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n')[0] ?? '';
    } catch {
      await wait(100);
    }
  }
  throw new Error('Chromium opened no port for DevTools');
}
