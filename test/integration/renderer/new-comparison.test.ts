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

test('a set with items that a judge grades asks for one that is no candidate, and says why', async () => {
  const sets = page.getByLabel('Item set', { exact: true });
  const judge = page.getByLabel('Judge', { exact: true });
  const register = page.getByRole('button', { name: 'Register and run' });
  expect(await judge.count()).toBe(0);
  await sets.selectOption('support-desk@3');
  await judge.waitFor();
  await page.getByText('for the 73 held-out items that need one,').waitFor();
  await expect.poll(() => judge.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => register.isDisabled()).toBe(true);
  expect((await violations(page)).join('\n')).toBe('');
  const offered = await judge.locator('option').allTextContents();
  expect(offered[0]).toBe('choose a judge');
  // Those that are compared are not among them.
  expect(offered.join('\n')).not.toMatch(/Larkspur.*(BF16|Q4_K_M|Q3_K_M)/);
  await judge.selectOption({ index: 1 });
  await expect.poll(() => judge.getAttribute('aria-invalid')).toBe(null);
  await expect.poll(() => register.isDisabled()).toBe(false);
  // A judge that nothing needs is shown, so that it can be taken out.
  await sets.selectOption('support-desk@2');
  await page.getByText('that nothing here needs,').waitFor();
  await expect.poll(() => judge.getAttribute('aria-invalid')).toBe('true');
  await judge.selectOption({ label: 'none' });
  await judge.waitFor({ state: 'detached' });
  expect(app.bugs).toEqual([]);
});

test('a judge that a plan has for comparing answers can be taken out, and chosen again though no server lists it', async () => {
  const { state } = app.app;
  const grader = { model: null, endpoint: { endpoint: 'e'.repeat(32), model: 'grader-70b' } };
  state.draft = { ...state.draft, planJudge: { judge: grader, compares: true } };
  await page.reload();
  const judge = page.getByLabel('Judge', { exact: true });
  await page.getByText('to compare answers in pairs when Review asks for it,').waitFor();
  expect(await judge.locator('option:checked').textContent()).toBe('none');
  await judge.selectOption({ label: 'grader-70b' });
  await expect.poll(() => state.draft.fields.judge).toEqual(grader);
  await expect.poll(() => judge.locator('option:checked').textContent()).toBe('grader-70b');
  expect(await judge.getAttribute('aria-invalid')).toBe(null);
  await judge.selectOption({ label: 'none' });
  await expect.poll(() => state.draft.fields.judge).toBe(null);
  await expect.poll(() => judge.locator('option:checked').textContent()).toBe('none');
  expect((await violations(page)).join('\n')).toBe('');
  expect(app.bugs).toEqual([]);
});
