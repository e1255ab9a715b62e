/** Builds everything that Electron runs into a folder of its own, and starts it with the stand-in. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from 'electron-vite';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { Command, Told } from './control.ts';
import { toChromium } from './addresses.ts';

/** Milliseconds; below the test's own limit, so that what did not come is named. */
const patience = 60_000;

const root = join(import.meta.dirname, '..', '..');

export interface BuiltApp {
  readonly folder: string;
  remove(): void;
}

/** As a package lays it out: `out`, package.json, resources, dependencies. */
export async function buildApp(): Promise<BuiltApp> {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-built-'));
  for (const name of ['package.json', 'resources', 'node_modules'])
    symlinkSync(join(root, name), join(folder, name));
  await build({
    root,
    configFile: join(root, 'electron.vite.config.ts'),
    logLevel: 'error',
    build: { outDir: join(folder, 'out'), reportCompressedSize: false },
  });
  return {
    folder,
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}

export interface StartedApp {
  readonly browser: Browser;
  /** The window's page. */
  readonly page: Page;
  readonly stderr: () => string;
  readonly ended: Promise<number | null>;
  readonly command: (command: Command) => void;
  /** Waits for the next thing of this kind that is told; what was told already counts once. */
  readonly told: <Kind extends Told['kind']>(kind: Kind) => Promise<Extract<Told, { kind: Kind }>>;
  readonly kill: () => void;
}

export async function startApp({ folder }: BuiltApp, ...words: string[]): Promise<StartedApp> {
  const child = fork(join(folder, 'out', 'main', 'main.js'), words, {
    execArgv: ['--import', join(import.meta.dirname, 'register.ts')],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
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
    const late = new AbortController();
    const silent = wait(patience, undefined, { signal: late.signal }).then((): never => {
      const heard = waiting.map((one) => one.kind).join(', ');
      throw new Error(`the app never told “${kind}” (it told: ${heard || 'nothing else'}): ${stderr}`);
    });
    silent.catch(() => undefined);
    try {
      return (await Promise.race([found, gone, silent])) as Extract<Told, { kind: Kind }>;
    } finally {
      late.abort();
    }
  };
  const { endpoint } = await told('browser');
  const browser = await chromium.connectOverCDP(endpoint);
  await told('shown');
  const pages = browser.contexts().flatMap((context) => context.pages());
  const page = pages.find((one) => one.url().startsWith(toChromium('app://bundle/')));
  if (page === undefined) throw new Error(`no window: ${pages.map((one) => one.url()).join(', ')}`);
  return {
    browser,
    page,
    stderr: () => stderr,
    ended,
    command: (command) => child.send(command),
    told,
    kill: () => void child.kill('SIGKILL'),
  };
}
