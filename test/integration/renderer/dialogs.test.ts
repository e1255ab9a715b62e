import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ServedApp, Visit } from '../../fixtures/browser.ts';
import { serveCanned, startBrowser, visit } from '../../fixtures/browser.ts';
import { shippedRenderer } from '../../fixtures/built-renderer.ts';

let browser: Browser;
let app: ServedApp;
let here: Visit;
let page: Page;
let origin: string;

beforeAll(async () => {
  browser = await startBrowser();
  app = await serveCanned(await shippedRenderer());
  here = await visit(browser, app.address);
  page = here.page;
  origin = new URL(app.address).origin;
});
afterEach(() => {
  expect(app.bugs).toEqual([]);
  expect(here.complaints).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const focused = () => page.evaluate('document.activeElement?.textContent ?? ""');

test('a dialog closes with Escape, from its field as well, and gives the focus back', async () => {
  await page.goto(`${origin}/comparisons/support-desk/report`);
  const save = page.getByRole('button', { name: 'Save in a folder…' });
  const dialog = page.getByRole('dialog');
  // It cannot have the focus before the report is there.
  await expect.poll(() => save.isEnabled()).toBe(true);
  for (const from of ['Path of the folder', 'Close']) {
    await save.focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole(from === 'Close' ? 'button' : 'textbox', { name: from }).focus();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Save in a folder…');
  }
});

test('a path that arrives while its field has the focus is selected, so that what is typed takes its place', async () => {
  await page.goto(`${origin}/comparisons/support-desk/report`);
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/call/files.list_folder', async (route) => {
    await asked;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save in a folder…' }).click();
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Path of the folder' });
  await field.focus();
  expect(await field.inputValue()).toBe('');
  answer();
  await expect.poll(() => field.inputValue()).not.toBe('');
  await page.keyboard.insertText('/elsewhere');
  expect(await field.inputValue()).toBe('/elsewhere');
  await page.unroute('**/call/files.list_folder');
  await page.keyboard.press('Escape');
});

test('a question over a run gives the focus back to whoever asked it', async () => {
  await page.goto(`${origin}/comparisons/invoices/run`);
  const cancel = page.getByRole('button', { name: 'Cancel…' });
  await cancel.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Keep it' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Cancel this run?').waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Cancel…');
});

test('a field for a whole number says what it takes, and forgets it with what was typed', async () => {
  await page.goto(`${origin}/comparisons/support-desk/report`);
  const field = page.getByLabel('Flipped items of each candidate, at most');
  const problem = page.getByText('A whole number from 0 to');
  const before = await field.inputValue();
  for (const typed of ['', '2.5', '-3', '9999999', 'many']) {
    await field.fill(typed);
    await field.press('Enter');
    await problem.waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
  }
  await field.press('Escape');
  await problem.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe(before);
  await field.fill('7.5');
  await field.press('Enter');
  await problem.waitFor();
  await field.fill(before);
  await field.press('Enter');
  await problem.waitFor({ state: 'detached' });
});
