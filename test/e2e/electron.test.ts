/**
 * The steps of the main job in real Electron, where its program is there: first start, a plan run to its verdict,
 * reading by keyboard, the theme. Elsewhere it says that it was not run; the served app and the stand-in
 * (test/standin) stand for it then.
 */
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { electronProgram } from '../../src-main/app/electron-version.ts';
import { goTo, path, runSays } from '../fixtures/app-steps.ts';
import { registerThroughBridge } from '../fixtures/bridge-calls.ts';
import { temporaryFolder, writeSmallPlan } from '../fixtures/small-plan.ts';
import { buildApp, type BuiltApp } from '../standin/built-app.ts';

const program = electronProgram();
if (program === null)
  process.stderr.write(
    'NOT RUN: real Electron. Its program is not on this machine (ELECTRON_OVERRIDE_DIST_PATH names a folder with it).\n',
  );

describe.skipIf(program === null)('in Electron', () => {
  let built: BuiltApp;
  let app: ElectronApplication;
  let page: Page;
  let comparison = '';

  beforeAll(async () => {
    built = await buildApp();
    app = await _electron.launch({
      executablePath: program?.path ?? '',
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        join(built.folder, 'out', 'main', 'main.js'),
        ...['--data', join(temporaryFolder(), 'data')],
      ],
    });
    page = await app.firstWindow();
  });
  afterAll(async () => {
    await app.close();
    built.remove();
  });

  test('first start offers three ways in, from its own scheme', async () => {
    const ways = page.getByRole('main').getByRole('button');
    await ways.first().waitFor();
    expect(await ways.allInnerTexts()).toEqual(['Run the demo', 'Compare my own models', 'Open an item set']);
    expect(new URL(page.url()).protocol).toBe('app:');
  });

  test('a plan runs to its verdict', async () => {
    comparison = await registerThroughBridge(page, writeSmallPlan(6).path);
    await goTo(page, `/comparisons/${comparison}/run`);
    await page.getByRole('button', { name: 'Start' }).click();
    await runSays(page, 'Finished');
    await page.getByRole('button', { name: 'Results' }).click();
    await page.getByRole('region', { name: 'Verdict' }).getByRole('heading', { level: 1 }).waitFor();
  });

  test('the outputs are read by keyboard', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await expect.poll(() => path(page)).toBe(`/comparisons/${comparison}/read`);
  });

  test('the theme that is chosen is kept', async () => {
    await goTo(page, '/settings');
    await page.getByRole('radio', { name: 'Dark' }).check();
    await page.reload();
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
  });
});
