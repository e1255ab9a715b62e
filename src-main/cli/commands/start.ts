import { Command } from 'commander';
import {
  buildForElectron,
  findElectron,
  noWindowHere,
  showInElectron,
  type Found,
} from '../electron-window.ts';
import { dataOption, type DataOption } from '../options.ts';
import { note } from '../terminal.ts';
import { serve } from './serve.ts';

export function startCommand(): Command {
  return new Command('start')
    .description('Open the app in a window of its own, or in a browser where that cannot be.')
    .option('--no-open', 'in place of a window, print the address and open no browser')
    .addOption(dataOption())
    .action(async (options: StartOptions) => {
      process.exitCode = await start(options);
    });
}

interface StartOptions extends DataOption {
  readonly open: boolean;
}

/** @returns the exit code, when the app has been ended */
async function start({ data, open }: StartOptions): Promise<number> {
  const shown = open ? await showWindow(data) : { ok: false as const, reason: 'no window was asked for' };
  if (shown.ok) return shown.data;
  note(`Shown in a browser, not in a window of its own: ${shown.reason}.`);
  const because = `Shown in a browser: ${shown.reason}.`;
  return serve({ data, open, port: 0, because });
}

async function showWindow(data: string): Promise<Found<number>> {
  const user = process.getuid?.();
  const reason = noWindowHere({ platform: process.platform, environment: process.env, user });
  if (reason !== null) return { ok: false, reason };
  const program = await findElectron();
  if (!program.ok) return program;
  const built = await buildForElectron();
  if (!built.ok) return built;
  return showInElectron(program.data, ['--data', data]);
}
