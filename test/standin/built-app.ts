/** What Electron runs, built once in a run of the tests, and its start with the stand-in. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from 'electron-vite';
import { chromium, type Page } from 'playwright-core';
import { builtOnce } from '../fixtures/built-once.ts';
import { chromiumPath, slowestStep } from '../fixtures/browser.ts';
import { within } from '../fixtures/within.ts';
import { toChromium } from './addresses.ts';
import type { Command, Told } from './control.ts';

const root = join(import.meta.dirname, '..', '..');

/** As a package lays it out: `out`, package.json, resources, dependencies. @returns the folder */
export function builtApp(): Promise<string> {
  return builtOnce('app', async (folder) => {
    for (const name of ['package.json', 'resources', 'node_modules'])
      symlinkSync(join(root, name), join(folder, name));
    await build({
      root,
      configFile: join(root, 'electron.vite.config.ts'),
      logLevel: 'error',
      build: { outDir: join(folder, 'out'), reportCompressedSize: false },
    });
  });
}

export interface StartedApp {
  readonly processId: number;
  /** The window's page. */
  readonly page: Page;
  readonly stderr: () => string;
  /** Its exit code. */
  readonly ended: () => Promise<number | null>;
  readonly command: (command: Command) => void;
  /** Waits for the next thing of this kind that is told; what was told already counts once. */
  readonly told: <Kind extends Told['kind']>(kind: Kind) => Promise<Extract<Told, { kind: Kind }>>;
  readonly kill: () => Promise<void>;
}

/**
 * @param temporary folder for what the app and its Chromium leave behind when they are killed
 * @param words as behind the program's name
 */
export async function startApp(folder: string, temporary: string, ...words: string[]): Promise<StartedApp> {
  const child = fork(join(folder, 'out', 'main', 'main.js'), words, {
    execArgv: ['--import', join(import.meta.dirname, 'register.ts')],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    env: { ...process.env, TMPDIR: temporary, CHROMIUM: chromiumPath() },
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const waiting: Told[] = [];
  const waiters: { kind: Told['kind']; take: (told: Told) => void }[] = [];
  child.on('message', (message) => {
    const one = message as Told;
    const index = waiters.findIndex(({ kind }) => kind === one.kind);
    if (index === -1) waiting.push(one);
    else waiters.splice(index, 1)[0]?.take(one);
  });
  const told = async <Kind extends Told['kind']>(kind: Kind): Promise<Extract<Told, { kind: Kind }>> => {
    const index = waiting.findIndex((one) => one.kind === kind);
    const found =
      index === -1
        ? new Promise<Told>((take) => waiters.push({ kind, take }))
        : Promise.resolve(waiting.splice(index, 1)[0] as Told);
    const gone = ended.then((code): never => {
      throw new Error(`the app ended with ${String(code)} before “${kind}”: ${stderr}`);
    });
    gone.catch(() => undefined);
    const heard = () =>
      `“${kind}” from the app (it told: ${waiting.map((one) => one.kind).join(', ') || 'nothing else'}): ${stderr}`;
    return (await within(Promise.race([found, gone]), heard)) as Extract<Told, { kind: Kind }>;
  };
  const { endpoint } = await told('browser');
  const browser = await chromium.connectOverCDP(endpoint, { timeout: slowestStep });
  await told('shown');
  const pages = () => browser.contexts().flatMap((context) => context.pages());
  const page = await within(
    firstOf(() => pages().find((one) => one.url().startsWith(toChromium('app://bundle/')))),
    () =>
      `a page of the app among ${pages()
        .map((one) => one.url())
        .join(', ')}`,
  );
  page.setDefaultTimeout(slowestStep);
  return {
    processId: child.pid ?? 0,
    page,
    stderr: () => stderr,
    ended: () => within(ended, () => `the end of the app: ${stderr}`),
    command: (command) => child.send(command),
    told,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** What the app has shown, the browser tells over another connection, a moment sooner or later. */
async function firstOf(find: () => Page | undefined): Promise<Page> {
  for (;;) {
    const page = find();
    if (page !== undefined) return page;
    await wait(20);
  }
}
