/** One data folder, and the app over it, started, killed and started again while the specs follow one another. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { slowestStep } from '../../fixtures/browser.ts';
import type { AppInBrowser, AppInWindow, Driver, RunningApp } from '../drivers/driver.ts';

/** Milliseconds for what a whole run has to do, on a slow and loaded machine. */
export const runPatience = 480_000;

export class Session {
  readonly driver: Driver;
  /** Of the whole session; its `data` is the app's. */
  folder = '';
  /** All that were started, the last one being that which runs. */
  readonly apps: RunningApp[] = [];
  /** `/comparisons/<hash>`, once the demo has one. */
  comparison = '';
  #failed: string | null = null;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  get app(): RunningApp {
    const app = this.apps.at(-1);
    if (app === undefined) throw new Error('The app was not started.');
    return app;
  }

  get page(): Page {
    return this.app.page;
  }

  /** The app, where the specs are those of a browser. */
  get inBrowser(): AppInBrowser {
    if (this.app.kind !== 'browser') throw new Error('This is for the app in a browser.');
    return this.app;
  }

  /** The app, where the specs are those of a window. */
  get inWindow(): AppInWindow {
    if (this.app.kind !== 'window') throw new Error('This is for the app in a window.');
    return this.app;
  }

  async start(): Promise<void> {
    this.folder ||= await mkdtemp(join(tmpdir(), 'noisefloor-e2e-'));
    this.apps.push(await this.driver.start(join(this.folder, 'data')));
    this.page.setDefaultTimeout(slowestStep);
  }

  async end(): Promise<void> {
    // After a test that failed nobody knows what still answers.
    if (this.#failed !== null)
      await this.apps
        .at(-1)
        ?.kill()
        .catch(() => undefined);
    await this.driver.end();
    if (this.folder !== '') await rm(this.folder, { recursive: true, force: true });
  }

  /**
   * A test that builds on those before it: after one that failed it is skipped, and says after which, in place of
   * waiting for what cannot come any more.
   */
  step(title: string, work: () => Promise<void>): void {
    test(title, async (context) => {
      if (this.#failed !== null) context.skip(`“${this.#failed}” failed before`);
      context.onTestFailed(() => {
        this.#failed ??= title;
      });
      await work();
    });
  }
}
