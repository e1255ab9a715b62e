import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServedApp, Visit } from '../../fixtures/browser.ts';
import { serveCanned, startBrowser, visit } from '../../fixtures/browser.ts';
import { shippedRenderer } from '../../fixtures/built-renderer.ts';
import { violations } from '../../fixtures/look.ts';

let browser: Browser;
let app: ServedApp;
let here: Visit;
let page: Page;

beforeAll(async () => {
  const renderer = await shippedRenderer();
  browser = await startBrowser();
  app = await serveCanned(renderer);
  here = await visit(browser, app.address);
  page = here.page;
  await page.goto(new URL('/drafts/calls', app.address).href);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

test('looks and the rule on repeats are chosen by keyboard, explained, and wrong beside their field', async () => {
  const looks = page.getByLabel('A look at the results before the end');
  await looks.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByText('you may stop at any verdict').waitFor();
  await expect.poll(() => looks.inputValue()).toBe('obrien_fleming');

  const rule = page.getByLabel('Simple rule on the baseline’s runs');
  await rule.focus();
  await page.keyboard.press('End');
  const deviations = page.getByLabel('Standard deviations below the mean');
  await deviations.fill('0');
  await deviations.press('Enter');
  await page.getByText('A number from 0.01 to 100.').waitFor();
  await deviations.fill('1.96');
  await deviations.press('Enter');
  await page.getByText('A number from 0.01 to 100.').waitFor({ state: 'detached' });
  await expect.poll(() => deviations.inputValue()).toBe('1.96');

  const runs = page.getByLabel('Runs of the baseline', { exact: true });
  await runs.fill('1');
  await runs.press('Enter');
  await expect.poll(() => rule.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => page.getByRole('button', { name: 'Register and run' }).isDisabled()).toBe(true);
  expect((await violations(page)).join('\n')).toBe('');
  await rule.selectOption('none');
  await deviations.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('button', { name: 'Register and run' }).isDisabled()).toBe(false);
  expect(app.bugs).toEqual([]);
});
