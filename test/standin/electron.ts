/** The stand-in for the `electron` module, as the main process imports it. See README.md. */
import { EventEmitter } from 'node:events';
import type { App, Dialog, IpcMain, Menu as ElectronMenu, NativeTheme, Protocol } from 'electron';
import type { Page, Request as PageRequest } from 'playwright-core';
import { launch, type Browser } from './chromium.ts';
import { onCommand, tell } from './control.ts';
import { invokeBinding } from './preload-frame.ts';
import { askPermission, defaultSession, spellCheckerEnabled } from './session.ts';
import { frameOf, openWindows, preventable, setStage, windowOf } from './window.ts';

export { BrowserWindow } from './window.ts';

const switches: string[] = [];
let sandbox = false;
let browser: Promise<Browser> | undefined;
let leaving = false;

const appMembers = {
  commandLine: {
    appendSwitch: (name: string, value?: string) => {
      switches.push(value === undefined ? `--${name}` : `--${name}=${value}`);
    },
  } satisfies Pick<App['commandLine'], 'appendSwitch'>,
  enableSandbox: () => {
    sandbox = true;
  },
  disableHardwareAcceleration: () => undefined,
  setPath: () => undefined,
  requestSingleInstanceLock: () => true,
  whenReady: async () => {
    // Electron is ready only after the entry module has ended.
    await new Promise(setImmediate);
    await start();
  },
  exit: (code = 0) => {
    void leave(code);
  },
  quit: () => {
    const event = preventable({});
    app.emit('before-quit', event);
    if (!event.defaultPrevented) void leave(0);
  },
};
appMembers satisfies { [Name in Exclude<keyof typeof appMembers, 'commandLine'>]: App[Name] };

export const app = Object.assign(new EventEmitter(), appMembers);

export const session = { defaultSession };

export const protocol = {
  registerSchemesAsPrivileged: () => undefined,
} satisfies Pick<Protocol, 'registerSchemesAsPrivileged'>;

export const Menu = {
  setApplicationMenu: () => undefined,
  buildFromTemplate: () => {
    throw new Error('the stand-in builds no menus');
  },
} satisfies Pick<typeof ElectronMenu, 'setApplicationMenu' | 'buildFromTemplate'>;

let theme: NativeTheme['themeSource'] = 'system';
export const nativeTheme = {
  get themeSource() {
    return theme;
  },
  set themeSource(given) {
    theme = given;
  },
  shouldUseDarkColors: false,
} satisfies Pick<NativeTheme, 'themeSource' | 'shouldUseDarkColors'>;

type Listener = Parameters<IpcMain['handle']>[1];
const listeners = new Map<string, Listener>();
export const ipcMain = {
  handle: (channel: string, listener: Listener) => {
    if (listeners.has(channel)) throw new Error(`a second handler for ${channel}`);
    listeners.set(channel, listener);
  },
} satisfies Pick<IpcMain, 'handle'>;

let press: ((button: number) => void) | undefined;
export const dialog = {
  // It has a second form, without a window, which the app does not use.
  showMessageBox: ((_window, box) => {
    tell({ kind: 'asked', box });
    return new Promise((resolve) => {
      press = (button) => {
        resolve({ response: button, checkboxChecked: false });
      };
    });
  }) as Dialog['showMessageBox'],
  showErrorBox: (title: string, content: string) => {
    process.stderr.write(`${title}: ${content}\n`);
    tell({ kind: 'error-box', title, content });
  },
} satisfies Pick<Dialog, 'showMessageBox' | 'showErrorBox'>;

async function start(): Promise<void> {
  browser = launch(switches);
  const { context } = await browser;
  await context.exposeBinding(invokeBinding, async ({ page, frame }, channel: string, args: unknown[]) => {
    const listener = listeners.get(channel);
    if (listener === undefined) throw new Error(`nobody handles ${channel}`);
    const sender = windowOf(page)?.webContents;
    const event = { sender, senderFrame: frameOf(frame) } as never;
    return (await listener(event, ...args)) as unknown;
  });
  await context.route('**', async (route) => {
    const page = pageOf(route.request());
    const own = page === null ? undefined : windowOf(page)?.webContents;
    // What no BrowserWindow opened has no way to anything: its window was asked about when a page wanted it.
    await (own === undefined ? route.abort() : own.take(route));
  });
  context.on('page', (page) => {
    // A page that no BrowserWindow opened was opened by a page, whatever that was told.
    void page.opener().then((opener) => {
      if (opener !== null) void page.close();
    });
    page.on('download', (download) => {
      const event = { preventDefault: () => void download.cancel() };
      defaultSession.emit('will-download', event);
    });
  });
}

/** Null: a page that another page has just opened, which has no frame yet. */
function pageOf(request: PageRequest): Page | null {
  try {
    return request.frame().page();
  } catch {
    return null;
  }
}

async function leave(code: number): Promise<void> {
  if (leaving) return;
  leaving = true;
  await (await browser)?.close();
  tell({ kind: 'exit', code });
  process.exit(code);
}

setStage({
  context: async () => {
    if (browser === undefined) throw new Error('a window was opened before the app was ready');
    return (await browser).context;
  },
  contentsCreated: (contents) => {
    app.emit('web-contents-created', {}, contents);
  },
  allClosed: () => {
    app.emit('window-all-closed');
  },
});

onCommand((command) => {
  switch (command.kind) {
    case 'close-window':
      openWindows()[0]?.close();
      break;
    case 'press':
      press?.(command.button);
      break;
    case 'ask-permission':
      tell({ kind: 'permission', ...askPermission(command.permission, command.address) });
      break;
    case 'tell-lock':
      tell({ kind: 'locked', sandbox, spellChecker: spellCheckerEnabled(), switches });
      break;
    case 'second-instance':
      app.emit('second-instance');
  }
});
