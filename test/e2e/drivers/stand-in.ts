/** The built desktop app with the stand-in for Electron (test/standin): real main and preload, windows of Chromium. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { watchSockets } from '../../fixtures/process-sockets.ts';
import { builtApp, startApp } from '../../standin/built-app.ts';
import { invokeBinding } from '../../standin/preload-frame.ts';
import type { WindowDriver } from './driver.ts';
import { watchPage } from './watch-page.ts';

/** Left behind by those that were killed. */
const folders: string[] = [];

/** Runs in the page, before what the preload script sends reaches main. */
const quickenDemo = `(() => {
  const invoke = window.${invokeBinding};
  window.${invokeBinding} = (channel, args) =>
    invoke(channel, args.map((message) =>
      message.request?.name === 'comparisons.start_demo'
        ? { ...message, request: { ...message.request, input: { quick: true } } }
        : message));
})()`;

export const standIn: WindowDriver = {
  kind: 'window',
  name: 'with the stand-in for Electron',
  missing: null,
  // The same pages in the same Chromium as those that are served.
  looks: false,
  start: async (dataFolder) => {
    const temporary = await mkdtemp(join(tmpdir(), 'noisefloor-standin-'));
    folders.push(temporary);
    const app = await startApp(await builtApp(), temporary, '--data', dataFolder);
    const { page } = app;
    // Chromium is the stand-in's own, and is not what is shipped.
    const sockets = watchSockets(app.processId, (program) => program === basename(process.execPath));
    return {
      kind: 'window',
      page,
      complaints: watchPage(page),
      quickenDemo: async () => {
        await page.evaluate(quickenDemo);
      },
      processes: sockets.processes,
      outside: sockets.outside,
      kill: app.kill,
      close: async () => {
        app.command({ kind: 'close-window' });
        const code = await app.ended();
        if (app.stderr() !== '') throw new Error(`it complained: ${app.stderr()}`);
        return code;
      },
      startAgain: async () => {
        app.command({ kind: 'second-instance' });
        await app.told('shown');
      },
      windows: () => {
        const addresses = page
          .context()
          .pages()
          .map((one) => one.url());
        // The one that Chromium itself starts with.
        return Promise.resolve(addresses.filter((address) => address !== 'about:blank').length);
      },
      closeAndPress: async (button) => {
        app.command({ kind: 'close-window' });
        const { box } = await app.told('asked');
        const place = box.buttons?.indexOf(button) ?? -1;
        if (place === -1) throw new Error(`no button “${button}” among ${box.buttons?.join(', ')}`);
        app.command({ kind: 'press', button: place });
        return box.message;
      },
      ended: app.ended,
    };
  },
  end: async () => {
    // A Chromium whose app was killed still tidies up.
    for (const folder of folders)
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  },
};
