/**
 * The ways to run the real app from end to end. The specs are the same for all of them; what only a browser or only a
 * window of the desktop app has stands under its kind.
 */
import type { Browser, Page } from 'playwright-core';

interface Running {
  /** The app's page; a new one after each start. */
  readonly page: Page;
  /** Warnings and errors in the page's console, and requests to elsewhere. */
  readonly complaints: readonly string[];
  /** From now on a demo takes at most 40 items of each stratum: the app's call has that choice, its button has not. */
  quickenDemo(): Promise<void>;
  /** Ids of the app's processes and of all that they have started until now. */
  processes(): readonly number[];
  /** Sockets of the app seen so far that led outside of this machine, one line each. */
  outside(): readonly string[];
  /** As a power cut would: nothing is put in order. */
  kill(): Promise<void>;
  /** As a person ends it while nothing runs. @returns its exit code */
  close(): Promise<number | null>;
}

export interface AppInBrowser extends Running {
  readonly kind: 'browser';
  readonly browser: Browser;
  /** Another tab at the same place. */
  openTab(): Promise<Page>;
}

export interface AppInWindow extends Running {
  readonly kind: 'window';
  /** Starts it once more on the same data folder; resolves when the window was brought to the front instead. */
  startAgain(): Promise<void>;
  /** How many windows there are. */
  windows(): Promise<number>;
  /** Closes the window while something runs and presses this button. @returns what was asked */
  closeAndPress(button: string): Promise<string>;
  /** Its exit code, once it has ended. */
  ended(): Promise<number | null>;
}

export type RunningApp = AppInBrowser | AppInWindow;

interface Way<App extends RunningApp> {
  readonly kind: App['kind'];
  readonly name: string;
  /** Null where it can be run on this machine; else why not and what to do about it, in one line. */
  readonly missing: string | null;
  /** Whether the screens are looked at as well: pictures, axe. */
  readonly looks: boolean;
  start(dataFolder: string): Promise<App>;
  /** Frees what all starts shared. */
  end(): Promise<void>;
}

export type Driver = Way<AppInBrowser> | Way<AppInWindow>;
export type BrowserDriver = Way<AppInBrowser>;
export type WindowDriver = Way<AppInWindow>;
