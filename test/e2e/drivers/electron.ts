/** The built desktop app in real Electron, where its program is on this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { MessageBoxOptions } from 'electron';
import { _electron } from 'playwright-core';
import { electronProgram } from '../../../src-main/app/electron-version.ts';
import { appChannel } from '../../../src-main/desktop/channels.ts';
import { watchSockets } from '../../fixtures/process-sockets.ts';
import { within } from '../../fixtures/within.ts';
import { builtApp } from '../../standin/built-app.ts';
import type { WindowDriver } from './driver.ts';
import { electronMissing } from './electron-missing.ts';
import { watchPage } from './watch-page.ts';

/** In Electron's main process, while a test answers in a person's place. */
interface Question {
  asked: Promise<string>;
  press: (button: string) => void;
}

export const electron: WindowDriver = {
  kind: 'window',
  name: 'in Electron',
  missing: electronMissing(),
  looks: true,
  start: async (dataFolder) => {
    const executablePath = electronProgram()?.path ?? '';
    const words = [
      // Chromium refuses to run as root with its sandbox.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      join(await builtApp(), 'out', 'main', 'main.js'),
      ...['--data', dataFolder],
    ];
    const app = await _electron.launch({ executablePath, args: words });
    const child = app.process();
    const exit = once(child, 'exit').then(([code]) => code as number | null);
    const ended = () => within(exit, () => 'the end of Electron');
    const page = await app.firstWindow();
    const sockets = watchSockets(child.pid ?? 0, () => true);
    const closeWindow = () =>
      app.evaluate(({ BrowserWindow }) => {
        // Answered before the program can end by it.
        setImmediate(() => BrowserWindow.getAllWindows()[0]?.close());
      });
    return {
      kind: 'window',
      page,
      complaints: watchPage(page),
      quickenDemo: () =>
        app.evaluate(({ ipcMain }, channel) => {
          type Message = { kind: string; request?: { name: string; input: unknown } };
          type Listener = (event: unknown, message: Message) => unknown;
          // Electron's own map of what `ipcMain.handle` was given.
          const { _invokeHandlers: handlers } = ipcMain as unknown as {
            _invokeHandlers: Map<string, Listener>;
          };
          const listener = handlers.get(channel);
          if (listener === undefined) throw new Error(`nobody handles ${channel}`);
          handlers.set(channel, (event, message) =>
            listener(
              event,
              message.request?.name === 'comparisons.start_demo'
                ? { ...message, request: { ...message.request, input: { quick: true } } }
                : message,
            ),
          );
        }, appChannel),
      processes: sockets.processes,
      outside: sockets.outside,
      kill: async () => {
        child.kill('SIGKILL');
        await exit;
      },
      close: async () => {
        await closeWindow();
        return ended();
      },
      startAgain: async () => {
        const second = spawn(executablePath, words, { stdio: 'ignore' });
        const [code] = (await within(once(second, 'exit'), () => 'the end of the second start')) as [number];
        if (code !== 0) throw new Error(`the second start ended with ${code}`);
      },
      windows: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length),
      closeAndPress: async (button) => {
        // The box is the system's own, where no test can press anything.
        await app.evaluate(({ dialog }) => {
          const here = globalThis as unknown as Question;
          here.asked = new Promise((ask) => {
            const show = (_window: unknown, { message, buttons = [] }: MessageBoxOptions) =>
              new Promise((answer) => {
                // Pressing may end the program: what was evaluated is answered before.
                here.press = (pressed) => {
                  setImmediate(answer, { response: buttons.indexOf(pressed), checkboxChecked: false });
                };
                ask(message);
              });
            dialog.showMessageBox = show as typeof dialog.showMessageBox;
          });
        });
        await closeWindow();
        const asked = app.evaluate(() => (globalThis as unknown as Question).asked);
        const message = await within(asked, () => 'the question whether to close');
        await app.evaluate((_electron, pressed) => {
          (globalThis as unknown as Question).press(pressed);
        }, button);
        return message;
      },
      ended,
    };
  },
  end: () => Promise.resolve(),
};
