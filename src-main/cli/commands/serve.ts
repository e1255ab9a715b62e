import { Command, InvalidArgumentError, Option } from 'commander';
import { buildRenderer, rendererFolder } from '../../app/bundle/built-renderer.ts';
import { readBundle, type BundleFiles } from '../../app/bundle/bundle-files.ts';
import { createRouter } from '../../app/calls/router.ts';
import { createApp, type App } from '../../app/create-app.ts';
import type { Failure, Result } from '../../contract/result.ts';
import { startServer } from '../../server/server.ts';
import { exitCodeOfFailure, exitCodes } from '../exit-codes.ts';
import { onInterrupt } from '../interruption.ts';
import { openBrowser } from '../open-browser.ts';
import { dataOption, type DataOption } from '../options.ts';
import { failureText, note, print } from '../terminal.ts';

export interface ServeOptions extends DataOption {
  readonly port: number;
  readonly open: boolean;
  /** Why it is not in a window of its own, where it was meant to be. */
  readonly because?: string;
}

export function serveCommand(): Command {
  return new Command('serve')
    .description('Open the app in a browser, at an address of this machine that nobody else can reach.')
    .addOption(new Option('--port <n>', 'the port').argParser(port).default(0, 'one that is free'))
    .option('--no-open', 'print the address and open no browser')
    .addOption(dataOption())
    .action(async (options: ServeOptions) => {
      process.exitCode = await serve(options);
    });
}

/** @returns the exit code, when the app has been ended */
export async function serve(options: ServeOptions): Promise<number> {
  const bundle = await findBundle();
  if (!bundle.ok) return refuse(bundle.error);
  const interrupt = onInterrupt();
  const asked = Promise.withResolvers<undefined>();
  const app = await createApp({
    dataFolder: options.data,
    shell: { kind: 'browser', detail: options.because ?? 'Served on this machine and shown in a browser.' },
    quit: () => {
      asked.resolve(undefined);
    },
  });
  if (!app.ok) return refuse(app.error);
  const server = await startServer(served(app.data, bundle.data), options.port);
  if (!server.ok) {
    await app.data.close();
    return refuse(server.error);
  }
  print(`Noisefloor is at ${server.data.address}`);
  note('Only this machine can reach it. Ctrl-C ends it; what runs is paused and goes on at the next start.');
  if (options.open) openBrowser(server.data.address);
  interrupt.signal.addEventListener('abort', () => {
    asked.resolve(undefined);
  });
  if (!interrupt.signal.aborted) await asked.promise;
  await server.data.close();
  await app.data.close();
  interrupt.release();
  return exitCodes.done;
}

function served(app: App, bundle: BundleFiles) {
  const onBug = (what: unknown, error?: unknown): void => {
    const cause = error ?? what;
    note(`noisefloor: an error in Noisefloor itself${error === undefined ? '' : `, in ${String(what)}`}.`);
    note(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));
  };
  return {
    router: createRouter(app.handlers, { onBug }),
    events: app.events,
    bundle,
    openReport: app.openReport,
    onBug,
  };
}

/** The built pages; in a checkout they are built now where they are not there. */
async function findBundle(): Promise<Result<BundleFiles>> {
  const found = await readBundle(rendererFolder());
  if (found.ok) return found;
  note('The pages of the app are not built yet: building them, which takes some seconds.');
  const built = await buildRenderer();
  return built.ok ? readBundle(rendererFolder()) : built;
}

function refuse(failure: Failure): number {
  note(failureText(failure));
  return exitCodeOfFailure(failure);
}

function port(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535)
    throw new InvalidArgumentError('give a port from 0 to 65535; 0 takes one that is free.');
  return value;
}
