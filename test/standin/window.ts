/** `BrowserWindow` and its `webContents`: a page of Chromium each. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { BrowserWindow as ElectronWindow, BrowserWindowConstructorOptions, WebContents } from 'electron';
import type { BrowserContext, Frame, Page, Route } from 'playwright-core';
import { toChromium, toElectron } from './addresses.ts';
import { tell } from './control.ts';
import { hearFunction, preloadFrame } from './preload-frame.ts';
import { answer } from './session.ts';

export interface StandinFrame {
  readonly url: string;
  readonly origin: string;
}

/** What the app module lends to the windows. */
interface Stage {
  context(): Promise<BrowserContext>;
  contentsCreated(contents: StandinContents): void;
  allClosed(): void;
}

let stage: Stage;
const windows = new Set<BrowserWindow>();
const frames = new WeakMap<Frame, StandinFrame>();
let lastId = 0;

export function setStage(given: Stage): void {
  stage = given;
}

export function windowOf(page: Page): BrowserWindow | undefined {
  return [...windows].find((window) => window.webContents.page === page);
}

export function openWindows(): readonly BrowserWindow[] {
  return [...windows];
}

/** One object for one frame, so that it can be compared by identity, as Electron's can. */
export function frameOf(frame: Frame): StandinFrame {
  const known = frames.get(frame);
  if (known) return known;
  const made = {
    get url() {
      return toElectron(frame.url());
    },
    get origin() {
      const url = URL.parse(toElectron(frame.url()));
      return url === null ? 'null' : `${url.protocol}//${url.host}`;
    },
  };
  frames.set(frame, made);
  return made;
}

export function preventable<T extends object>(fields: T) {
  const event = {
    ...fields,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}

class StandinContents
  extends EventEmitter
  implements Pick<WebContents, 'id' | 'isDestroyed' | 'send' | 'reload' | 'setWindowOpenHandler'>
{
  readonly id = ++lastId;
  page: Page | undefined;
  /** The app itself goes somewhere: nobody is asked. */
  unasked = false;
  #openHandler: Parameters<WebContents['setWindowOpenHandler']>[0] = () => ({ action: 'allow' });

  get mainFrame(): StandinFrame | null {
    return this.page === undefined ? null : frameOf(this.page.mainFrame());
  }

  isDestroyed(): boolean {
    return this.page?.isClosed() === true;
  }

  send(channel: string, ...args: unknown[]): void {
    const hear = `window.${hearFunction}?.(${JSON.stringify(channel)}, ${JSON.stringify(args)})`;
    this.page?.evaluate(hear).catch(() => undefined);
  }

  reload(): void {
    void this.page?.reload();
  }

  setWindowOpenHandler(handler: Parameters<WebContents['setWindowOpenHandler']>[0]): void {
    this.#openHandler = handler;
  }

  /** The page wants another window. */
  askWindow(address: string): void {
    const url = toElectron(address);
    if (this.#openHandler({ url } as never).action === 'allow')
      throw new Error(`the stand-in opens no windows for pages: ${url}`);
    tell({ kind: 'refused', what: 'window', address: url });
  }

  async printToPDF(options: Parameters<WebContents['printToPDF']>[0]): ReturnType<WebContents['printToPDF']> {
    if (this.page === undefined) throw new Error('nothing is loaded');
    return this.page.pdf({
      preferCSSPageSize: options.preferCSSPageSize ?? false,
      printBackground: options.printBackground ?? false,
      tagged: options.generateTaggedPDF ?? false,
      outline: options.generateDocumentOutline ?? false,
    });
  }

  /** Asks the app's listeners about a navigation, as Electron does; answers the request where they let it through. */
  async take(route: Route): Promise<void> {
    const request = route.request();
    if (request.isNavigationRequest() && this.page !== undefined) {
      const isMainFrame = request.frame() === this.page.mainFrame();
      const url = toElectron(request.url());
      const event = preventable({ url, isMainFrame, isSameDocument: false });
      if (!this.unasked) {
        if (isMainFrame) this.emit('will-navigate', event);
        this.emit('will-frame-navigate', event);
      }
      if (event.defaultPrevented) {
        tell({ kind: 'refused', what: 'navigation', address: url });
        // No content: the page stays where it is.
        await route.fulfill({ status: 204 });
        return;
      }
      this.emit('did-start-navigation', event);
    }
    await answer(route);
  }
}

export class BrowserWindow
  extends EventEmitter
  implements
    Pick<
      ElectronWindow,
      'loadURL' | 'show' | 'hide' | 'focus' | 'isMinimized' | 'restore' | 'close' | 'destroy'
    >
{
  readonly webContents = new StandinContents();
  readonly options: BrowserWindowConstructorOptions;
  readonly #page: Promise<Page>;

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super();
    this.options = options;
    windows.add(this);
    stage.contentsCreated(this.webContents);
    this.#page = this.#open();
  }

  async #open(): Promise<Page> {
    const context = await stage.context();
    const page = await context.newPage();
    this.webContents.page = page;
    // Told before there is a window, with where it would go; the window itself may be gone before it asks for anything.
    const session = await context.newCDPSession(page);
    session.on('Page.windowOpen', ({ url }) => {
      this.webContents.askWindow(url);
    });
    await session.send('Page.enable');
    const preload = this.options.webPreferences?.preload;
    if (preload !== undefined)
      await page.addInitScript({ content: preloadFrame(readFileSync(preload, 'utf8')) });
    return page;
  }

  async loadURL(address: string): Promise<void> {
    const page = await this.#page;
    this.webContents.unasked = true;
    try {
      await page.goto(toChromium(address));
    } finally {
      this.webContents.unasked = false;
    }
    this.emit('ready-to-show');
  }

  show(): void {
    tell({ kind: 'shown', options: this.options });
  }

  hide(): void {
    tell({ kind: 'hidden' });
  }

  focus(): void {
    void this.webContents.page?.bringToFront();
  }

  isMinimized(): boolean {
    return false;
  }

  restore(): void {
    this.show();
  }

  close(): void {
    const event = preventable({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    windows.delete(this);
    void this.webContents.page?.close();
    this.emit('closed');
    if (windows.size === 0) stage.allClosed();
  }
}
