import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { goByKeys } from '../../fixtures/app-steps.ts';
import type { ServedApp, Visit } from '../../fixtures/browser.ts';
import { openTab, serveCanned, startBrowser, visit } from '../../fixtures/browser.ts';
import { shippedRenderer } from '../../fixtures/built-renderer.ts';

let renderer: string;
let browser: Browser;
let app: ServedApp;
let here: Visit;
let page: Page;

beforeAll(async () => {
  renderer = await shippedRenderer();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
});
beforeEach(async () => {
  app = await serveCanned(renderer);
  here = await visit(browser, app.address);
  page = here.page;
});
afterEach(async () => {
  expect(app.bugs).toEqual([]);
  await here.context.close();
  await app.close();
});

const row = (decision: string) => page.getByRole('row').filter({ hasText: decision });
const focused = () => page.evaluate('document.activeElement?.textContent ?? ""');
const path = () => new URL(page.url()).pathname;

describe('the list of comparisons', () => {
  test('is one tab stop with arrows inside, opens with Enter, and going back finds it again', async () => {
    await row('Move invoice').waitFor();
    await page.getByRole('button', { name: 'New comparison' }).focus();
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Move invoice extraction to the laptops');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('Ship Q4_K_M instead of BF16 on the 24 GB machines');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('Open');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement?.closest("table") === null')).toBe(true);
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('Open');
    await page.keyboard.press('Enter');
    await expect.poll(path).toBe('/comparisons/support-desk/results');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(path).toBe('/');
    await row('Move invoice').waitFor();
  });

  test('deletes with Del, moves the focus to the next row, and undoes with Z', async () => {
    await row('Ship Q4_K_M').getByRole('link').focus();
    await page.keyboard.press('Delete');
    await row('Ship Q4_K_M').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Keep the KV cache at q8_0 for long documents');
    // Under the pointer it stays for as long as it takes.
    await page.getByText('Deleted “Ship Q4_K_M').hover();
    await page.keyboard.press('z');
    await row('Ship Q4_K_M').waitFor();
    await page.getByText('Deleted “').waitFor({ state: 'detached' });
  });

  test('does nothing of that in a field', async () => {
    const filter = page.getByLabel('Filter comparisons');
    await filter.focus();
    await page.keyboard.type('nz?');
    expect(await filter.inputValue()).toBe('nz?');
    expect(path()).toBe('/');
    await page.getByText('No comparison matches.').waitFor();
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await row('Move invoice').waitFor();
    await filter.fill('quillwort');
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
  });

  test('has a menu for the rest', async () => {
    await page.getByRole('button', { name: 'More for: Replace F16' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    expect(await focused()).toBe('Duplicate');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toContain('Delete');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('menuitem').count()).toBe(0);
    expect(await focused()).toBe('⋯');
  });

  test('follows a run, and what another tab does', async () => {
    const meter = page.getByRole('progressbar', { name: 'BF16, twice' });
    await meter.waitFor();
    const other = await openTab(here.context, new URL('/', app.address).href);
    const otherRow = other.getByRole('row').filter({ hasText: 'Replace F16' });
    await otherRow.waitFor();
    app.app.tick();
    await page.getByText('2,300 of 3,680').waitFor();
    await row('Replace F16').getByRole('link').focus();
    await page.keyboard.press('Delete');
    await otherRow.waitFor({ state: 'detached' });
    await other.close();
  });

  test('says what is damaged and where', async () => {
    await page.getByRole('button', { name: 'Show file: Old desk set' }).click();
    await page.getByRole('alert').filter({ hasText: 'cannot be read' }).waitFor();
  });
});

describe('keys', () => {
  test('? lists those that work here, N makes a draft', async () => {
    await row('Move invoice').waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.getByText('New comparison').waitFor();
    await page.keyboard.press('n');
    expect(path()).toBe('/');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await expect.poll(path).toBe('/drafts/calls');
  });

  test.each(['?', 'Escape', 'the button'])(
    'the help closes at once by %s: the next key counts, however soon it comes',
    async (way) => {
      await row('Move invoice').waitFor();
      await page.getByRole('link', { name: 'Item sets' }).focus();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
      // In one task, so that nothing that the browser puts off can come in between.
      await page.evaluate(`(() => {
        const press = (target, key) =>
          target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        const dialog = document.querySelector('dialog');
        if (${JSON.stringify(way)} === 'the button') dialog.querySelector('button').click();
        else press(dialog, ${JSON.stringify(way)});
        press(document.activeElement, 'n');
      })()`);
      await expect.poll(path).toBe('/drafts/calls');
      expect(await page.getByRole('dialog').count()).toBe(0);
    },
  );

  test('the focus is where it was when the help closes', async () => {
    await row('Move invoice').waitFor();
    await page.getByRole('link', { name: 'Item sets' }).focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Item sets');
  });

  test('G and a letter lead through a comparison, but not to what is not there yet', async () => {
    await page.goto(new URL('/comparisons/invoices/run', app.address).href);
    await page.getByText('invoices@4 held-out').waitFor();
    expect(await page.getByText('Results come when the run ends.').count()).toBe(1);
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await goByKeys(page, ['g', 'p'], '/comparisons/invoices/plan');
  });

  test('letters can be switched off, and their hints go', async () => {
    await page.keyboard.press('Control+,');
    await expect.poll(path).toBe('/settings');
    await page.getByLabel('work as commands').uncheck();
    await page.getByRole('link', { name: 'Comparisons' }).click();
    await row('Move invoice').waitFor();
    await expect.poll(() => page.locator('kbd').count()).toBe(0);
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    expect(path()).toBe('/');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('settings', () => {
  test('change theme and size at once, and keep them', async () => {
    await page.goto(new URL('/settings', app.address).href);
    await page.getByLabel('Dark').check();
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.keyboard.press('Control++');
    await page.getByText('110 %').waitFor();
    // What was chosen shows before it is kept: a page that goes at once takes its question with it.
    await expect.poll(() => app.app.state.settings).toMatchObject({ theme: 'dark', zoom: 1.1 });
    await page.reload();
    await page.getByText('110 %').waitFor();
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    expect(await page.evaluate('getComputedStyle(document.documentElement).fontSize')).toBe('17.6px');
  });

  test('choose a folder by keyboard', async () => {
    await page.goto(new URL('/settings', app.address).href);
    await page.getByRole('button', { name: 'Choose another…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Choose a data folder' });
    await dialog.getByRole('button', { name: 'models/' }).waitFor();
    await dialog.getByLabel('Path of the folder').fill('/srv/noisefloor');
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.getByLabel('Path of the folder').inputValue()).toBe('/srv/noisefloor');
    await dialog.getByRole('button', { name: 'Use this folder' }).click();
    await page.getByText('From the next start on').waitFor();
  });
});

describe('the page', () => {
  test('does not keep the token in its address', () => {
    expect(page.url()).not.toContain('token');
  });

  test('puts the focus on the heading of a new place', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect.poll(focused).toBe('Settings');
    await page.getByRole('link', { name: 'Comparisons' }).click();
    await expect.poll(focused).toBe('Comparisons');
  });

  test('says when the app is gone', async () => {
    await row('Move invoice').waitFor();
    await app.close();
    await page.getByRole('alert').filter({ hasText: 'Noisefloor does not answer.' }).waitFor();
  });

  test('starts the demo from first start', async () => {
    const empty = await serveCanned(renderer, { empty: true });
    const { context, page: first } = await visit(browser, empty.address);
    await first.getByRole('button', { name: 'Run the demo' }).click();
    await expect.poll(() => new URL(first.url()).pathname).toBe('/comparisons/invoices/run');
    await context.close();
    await empty.close();
  });
});
