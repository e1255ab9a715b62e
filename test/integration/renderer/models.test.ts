import type { Browser, Page } from 'playwright-core';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ServedApp, Visit } from '../../fixtures/browser.ts';
import { serveCanned, startBrowser, visit } from '../../fixtures/browser.ts';
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
  await page.goto(new URL('/models', app.address).href);
  await row('Q8_0').waitFor();
});
afterEach(async () => {
  expect(app.bugs).toEqual([]);
  await here.context.close();
  await app.close();
});

/** Of the first model, Larkspur. */
const row = (quantisation: string) =>
  page.getByRole('grid').getByRole('row').filter({ hasText: quantisation }).first();
const panel = (quantisation: string) =>
  page.getByRole('complementary', { name: `${quantisation}, details`, exact: true });
const chosen = () => new URL(page.url()).searchParams.get('model');

test('the table is one tab stop; arrows choose a file, and its details and the address follow', async () => {
  await panel('Q8_0').waitFor();
  await page.getByLabel('KV cache type').focus();
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement?.getAttribute("aria-selected")')).toBe('true');
  await page.keyboard.press('ArrowDown');
  await panel('Q5_K_M').waitFor();
  await expect.poll(chosen).toBe('larkspur-Q5_K_M');
  await page.keyboard.press('End');
  await expect.poll(chosen).toBe('tamarack-Q4_K_M');
  await page.keyboard.press('Shift+Tab');
  expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('KV cache type');
});

test('Space ticks files, and they are compared with their baseline in a new draft', async () => {
  const compare = page.getByRole('main').getByText('Compare…').first();
  expect(await compare.isDisabled()).toBe(true);
  await row('Q8_0').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.getByText('2 ticked.').waitFor();
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2);
  const asked = page.waitForRequest((request) => request.url().endsWith('/call/plans.create_draft'));
  await page.getByRole('button', { name: 'Compare with BF16…' }).first().click();
  expect((await asked).postDataJSON()).toEqual({
    models: ['larkspur-BF16', 'larkspur-Q8_0', 'larkspur-Q5_K_M'],
  });
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/drafts\//);
});

test('memory follows the context and the parallelism, and a number out of range is marked', async () => {
  const needed = () => row('Q8_0').getByRole('gridcell').nth(7).textContent();
  const before = await needed();
  await page.getByLabel('Parallel sequences').fill('8');
  await page.keyboard.press('Enter');
  await expect.poll(needed).not.toBe(before);
  await page.getByLabel('Context, tokens of each sequence').fill('0');
  await page.keyboard.press('Enter');
  await page.getByText('A whole number from 1 to').waitFor();
});

test('a folder is added by its path, and an address that is none is said to be none', async () => {
  await page.getByRole('button', { name: 'Add folder…' }).click();
  const asked = page.waitForRequest((request) => request.url().endsWith('/call/models.add_folder'));
  await page.getByRole('dialog').getByRole('button', { name: 'Add folder', exact: true }).click();
  expect((await asked).postDataJSON()).toMatchObject({ path: expect.stringMatching(/^\//) as string });
  await page.getByRole('button', { name: 'Add endpoint…' }).click();
  await page.keyboard.type('the server upstairs');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'http://127.0.0.1:8000/v1' }).waitFor();
  expect(await page.evaluate('document.activeElement?.getAttribute("aria-invalid")')).toBe('true');
});

test('an endpoint gets its key by name: the key goes into the keyring, and into nothing else', async () => {
  await page.getByRole('button', { name: /^Settings of http/ }).click();
  const form = page.getByRole('form', { name: /^Settings of http/ });
  await form.getByText('gpu-box').click();
  expect(await form.getByLabel('Name of the key', { exact: true }).inputValue()).toBe('gpu-box');
  await form.getByLabel('The key', { exact: true }).fill('sk-0a1B');
  await form.getByLabel('Seconds of silence').fill('soon');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('alert').filter({ hasText: 'A number of seconds' }).waitFor();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  const calls = ['put_key', 'change_endpoint'].map((name) =>
    page.waitForRequest((request) => request.url().endsWith(`/call/models.${name}`)),
  );
  await form.getByLabel('Seconds of silence').fill('60');
  await page.keyboard.press('Enter');
  const [put, changed] = (await Promise.all(calls)).map((request) => request.postDataJSON() as unknown);
  expect(put).toEqual({ name: 'gpu-box', key: 'sk-0a1B' });
  expect(changed).toMatchObject({
    settings: { key: { in: 'keyring', name: 'gpu-box' }, tokenizer: null, timeout: 60 },
  });
  await form.waitFor({ state: 'detached' });
});

test('what is broken can be read again, and stays in sight with what is wrong', async () => {
  const reload = page.getByRole('button', { name: /^Reload .*IQ3_XXS/ });
  const answered = page.waitForResponse((response) => response.url().endsWith('/call/models.reload_file'));
  await reload.click();
  expect(await (await answered).json()).toMatchObject({ ok: false, error: { code: 'gguf_cut_off' } });
  await expect.poll(() => reload.isEnabled()).toBe(true);
  await page.getByText('starts past the end of the file').waitFor();
});

test('versions are ticked, made and compared as a ladder; the one that failed says why where it stands', async () => {
  await row('BF16').click();
  await page.getByRole('button', { name: 'Make quantised versions' }).click();
  const make = page.getByRole('button', { name: 'Make versions' });
  expect(await make.isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: /^Q6_K/ }).check();
  await page.getByRole('checkbox', { name: /^Q4_0/ }).check();
  await page.getByRole('checkbox', { name: /^Pure/ }).check();
  const started = page.waitForRequest((request) => request.url().endsWith('/call/quantising.start_work'));
  await page.getByRole('button', { name: /^Make 2 versions, about/ }).click();
  expect((await started).postDataJSON()).toEqual({
    model: 'larkspur-BF16',
    types: ['Q6_K', 'Q4_0'],
    pure: true,
    folder: null,
    replace: false,
  });
  await page.getByText('1 version made, 1 not.').waitFor();
  await page
    .getByRole('list', { name: 'Versions' })
    .getByRole('alert')
    .filter({ hasText: 'no space left' })
    .waitFor();
  const asked = page.waitForRequest((request) => request.url().endsWith('/call/plans.create_draft'));
  await page.getByRole('button', { name: 'Compare the whole ladder…' }).click();
  expect((await asked).postDataJSON()).toEqual({ models: ['larkspur-BF16', 'larkspur-Q6_K'] });
});

test('noise that was measured is told with its settings; another measurement shows how far it is', async () => {
  await row('Q8_0').click();
  const open = page.getByRole('button', { name: 'Measure noise' });
  await open.click();
  await page.getByText('A plain repetition is the same, but what shares a batch matters').waitFor();
  await page.getByText('16 prompts of support-desk@3, greedy, 48 tokens').waitFor();
  await page.getByLabel('Prompts', { exact: true }).fill('8');
  await page.getByRole('cell', { name: /^3 of 16\s*18\.8 %$/ }).waitFor();
  await page.getByLabel('Flash attention').selectOption('off');
  const started = page.waitForRequest((request) => request.url().endsWith('/call/noise.start_noise'));
  await open.last().click();
  expect((await started).postDataJSON()).toMatchObject({
    model: 'larkspur-Q8_0',
    prompts: 8,
    flashAttention: false,
    set: null,
  });
  await page.getByText('Answering in a batch of 16, 3 of 5.').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped.').waitFor();
});
