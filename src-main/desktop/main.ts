/** Noisefloor in a window of its own: puts the app, its window and its lockdown together. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog, ipcMain, nativeTheme, session, type BrowserWindow } from 'electron';
import { rendererFolder } from '../app/bundle/built-renderer.ts';
import { readBundle } from '../app/bundle/bundle-files.ts';
import { createRouter } from '../app/calls/router.ts';
import { createApp, type App } from '../app/create-app.ts';
import type { Failure } from '../contract/result.ts';
import { createBridge, type WindowBridge } from './bridge.ts';
import { appChannel, eventChannel } from './channels.ts';
import { createClosing, type Closing } from './closing.ts';
import { lockProcess, lockSession } from './lockdown.ts';
import { printReport } from './print-report.ts';
import { registerScheme, serveScheme } from './protocol.ts';
import { startOptions } from './start-options.ts';
import { openWindow, setMenu } from './window.ts';

const options = startOptions(process.argv.slice(process.defaultApp ? 2 : 1));

registerScheme();
lockProcess(app);
// Drawn by the processor, the window takes no graphics memory from the models, and no number depends on it.
if (!options.drawOnGraphicsDevice) app.disableHardwareAcceleration();

if (ownInstance(options.dataFolder)) {
  // Awaited at the top level it would never come: Electron is ready only after this module has ended.
  void app.whenReady().then(start);
} else {
  note('Noisefloor is open already with this data folder; its window comes to the front.');
  app.exit(0);
}

/** Chromium's own files lie in the data folder, so that each data folder can have one window and no more. */
function ownInstance(dataFolder: string): boolean {
  const folder = join(dataFolder, 'window');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    app.setPath('userData', folder);
  } catch {
    // Opening the store says it better, with the next step, when there is a screen to say it on.
    return true;
  }
  return app.requestSingleInstanceLock();
}

async function start(): Promise<void> {
  const bundle = await readBundle(rendererFolder());
  if (!bundle.ok) {
    refuse(bundle.error);
    return;
  }
  const opened = await createApp({
    dataFolder: options.dataFolder,
    shell: { kind: 'electron', detail: `Electron ${process.versions.electron}, in a window of its own.` },
    quit: () => void closing.now(),
    printReport,
  });
  if (!opened.ok) {
    refuse(opened.error);
    return;
  }
  const noisefloor = opened.data;
  const router = createRouter(noisefloor.handlers, { onBug });
  const bridge = createBridge(router);
  ipcMain.handle(appChannel, (event, message: unknown) => bridge.answer(event, message));

  await lockSession(session.defaultSession, noisefloor.refused);
  serveScheme(session.defaultSession, { bundle: bundle.data, openReport: noisefloor.openReport });
  setMenu(process.platform);
  await followTheme(noisefloor);

  const window = openWindow();
  const closing = createClosing({
    busyWith: noisefloor.busyWith,
    ask: (busy) => askWhetherToClose(window, busy),
    close: async () => {
      window.hide();
      await router.close();
      await noisefloor.close();
    },
    finish: () => {
      app.exit(0);
    },
  });
  connect(window, bridge, noisefloor);
  endWith(window, closing);
}

/** Events go to the window in the batches that the hub makes; what its page asked ends with the page. */
function connect(window: BrowserWindow, bridge: WindowBridge, noisefloor: App): void {
  const { webContents } = window;
  const { id } = webContents;
  bridge.admit(id);
  const unsubscribe = noisefloor.events.subscribe((events) => {
    if (!webContents.isDestroyed()) webContents.send(eventChannel, events);
  });
  webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) bridge.forget(id);
  });
  webContents.on('render-process-gone', (_event, { reason }) => {
    bridge.forget(id);
    note(`noisefloor: the page of the window ended (${reason}) and is loaded anew.`);
    if (reason !== 'clean-exit') webContents.reload();
  });
  window.on('closed', () => {
    unsubscribe();
    bridge.dismiss(id);
  });
}

function endWith(window: BrowserWindow, closing: Closing): void {
  window.on('close', (event) => {
    event.preventDefault();
    void closing.wished();
  });
  app.on('before-quit', (event) => {
    event.preventDefault();
    void closing.wished();
  });
  app.on('second-instance', () => {
    if (closing.begun()) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void closing.now());
}

async function askWhetherToClose(window: BrowserWindow, busy: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: `${busy} is running.`,
    detail: 'Closing pauses it. Every answer so far is kept, and it goes on where it was at the next start.',
    buttons: ['Pause and close', 'Keep it running'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}

/** The window's frame and Chromium's own parts wear the theme that was chosen in the app. */
async function followTheme({ handlers, events }: App): Promise<void> {
  const follow = async (): Promise<void> => {
    const settings = await handlers['settings.read_settings']({}, { signal: new AbortController().signal });
    if (settings.ok) nativeTheme.themeSource = settings.data.theme;
  };
  await follow();
  events.subscribe((told) => {
    if (told.some((event) => event.kind === 'store_changed' && event.change.of === 'settings')) void follow();
  });
}

function refuse({ message, next, detail }: Failure): void {
  dialog.showErrorBox('Noisefloor cannot start', [message, next, detail].filter(Boolean).join('\n\n'));
  app.exit(1);
}

function onBug(call: string, error: unknown): void {
  note(`noisefloor: an error in Noisefloor itself, in ${call}.`);
  note(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}
