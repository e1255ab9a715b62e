import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBundle } from '../../../src-main/app/bundle/bundle-files.ts';
import { startServer, type RunningServer } from '../../../src-main/server/server.ts';
import { startBrowser, visit } from '../../fixtures/browser.ts';
import { shippedRenderer } from '../../fixtures/built-renderer.ts';
import { temporaryFolder } from '../../fixtures/small-plan.ts';
import { startApp, type AppUnderTest } from '../app/app-under-test.ts';

let browser: Browser;
let app: AppUnderTest;
let server: RunningServer;
const folder = temporaryFolder();

beforeAll(async () => {
  browser = await startBrowser();
  app = await startApp(join(folder, 'data'));
  const bundle = await readBundle(await shippedRenderer());
  if (!bundle.ok) throw new Error(bundle.error.message);
  const { router, app: real } = app;
  const started = await startServer(
    {
      router,
      events: real.events,
      bundle: bundle.data,
      openReport: () => Promise.reject(new Error('no report is asked for here')),
      onBug: (error) => {
        throw new Error('a bug of the server', { cause: error });
      },
    },
    0,
  );
  if (!started.ok) throw new Error(started.error.message);
  server = started.data;
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await app.close();
});

/** Goes to a folder in the dialogue and takes what is there. */
async function choose(page: Page, action: string, file?: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Path of the folder').fill(folder);
  await dialog.getByRole('button', { name: 'Go' }).click();
  if (file !== undefined) await dialog.getByRole('button', { name: file }).click();
  else await dialog.getByRole('button', { name: 'data/' }).waitFor();
  await dialog.getByRole('button', { name: action }).click();
}

test('a person maps a file, leaves a broken row out, freezes it, reads a dev item and exports', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => `What is ${index} and 1?;${index + 1};sums`);
  rows[20] = ';21;sums';
  writeFileSync(join(folder, 'tickets.csv'), ['request;reply;topic', ...rows, ''].join('\n'));
  const { page, complaints, context } = await visit(browser, server.address);
  await page.goto(new URL('/item-sets', server.address).href);
  await page.getByText('No item sets yet.').waitFor();
  await page.getByRole('button', { name: 'Import items' }).click();
  await choose(page, 'Look at this file', 'tickets.csv');

  // Nothing looks like the prompt: nothing is guessed, and nothing can be frozen yet.
  await page.getByText('None yet. Say which column is the input.').waitFor();
  expect(await page.getByRole('button', { name: /^Freeze/ }).count()).toBe(0);
  await page.getByLabel('Input', { exact: true }).fill('request');
  await page.getByLabel('Answer', { exact: true }).fill('reply');
  await page.getByLabel('Stratum', { exact: true }).fill('topic');
  await page.getByText('39 items from 40 records; 1 make').waitFor();
  await page.getByRole('table', { name: 'Records that make no item' }).getByText('line 22').waitFor();
  const freeze = page.getByRole('button', { name: 'Freeze 39 items' });
  expect(await freeze.isDisabled()).toBe(true);
  await page.getByText('leave them out', { exact: true }).click();
  await page.getByLabel('Held-out share, percent').fill('50');

  await page.getByRole('button', { name: 'Prepare them first' }).click();
  await page.getByText('None yet. Every step is optional').waitFor();
  await page.getByText('Strata', { exact: true }).click();
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByLabel('Rule 1, name of the stratum').fill('tens');
  await page.getByLabel('Rule 1, value').fill('is [1-9]\\d and');
  await page.getByRole('button', { name: 'Show what it would do' }).click();
  await page.getByRole('table', { name: 'Items of each stratum and band' }).getByText('tens').waitFor();
  await page.getByText('A step is only looked at').waitFor();
  const looked = await new AxeBuilder({ page }).analyze();
  expect(looked.violations.map(({ id }) => id)).toEqual([]);
  await page.getByRole('button', { name: 'Take this step' }).click();
  await page.getByText('By 1 rule: 2 strata, 0 bands. 10 items keep what they had.').waitFor();
  await page.getByText('No stratum has enough items').waitFor();
  await freeze.click();

  await page.getByRole('heading', { name: 'tickets@1' }).waitFor();
  await page.getByText('39: 20 dev, 19 held out').or(page.getByText('39: 19 dev, 20 held out')).waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toBe('tickets@1');
  expect(await page.getByText('counted and never shown').count()).toBe(1);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.getByRole('button', { name: 'Export to a folder…' }).click();
  await choose(page, 'Export here');
  await page.getByText(/dev items were written/).waitFor();
  const exported = join(folder, 'tickets-1-dev.jsonl');
  expect(existsSync(exported)).toBe(true);
  const [first = ''] = readFileSync(exported, 'utf8').split('\n');
  const { id } = JSON.parse(first) as { id: string };

  await page.getByRole('button', { name: 'Read the dev items' }).click();
  await page.getByRole('region', { name: 'Item', exact: true }).getByText(id).waitFor();
  await page.getByLabel('Find in ids and prompts').fill('nothing like it');
  await page.getByText('No dev items match.').waitFor();
  expect(complaints).toEqual([]);
  expect(app.bugs).toEqual([]);
  await context.close();
});

test('steps that were taken are gone from the screen when the file is read in another way and back', async () => {
  const texts = Array.from(
    { length: 20 },
    (_, index) => `How much is ${Math.floor(index / 2)} and 1?;${index};sums`,
  );
  writeFileSync(join(folder, 'twice.csv'), ['question;answer;topic', ...texts, ''].join('\n'));
  const { page, complaints, context } = await visit(browser, server.address);
  await page.goto(new URL('/item-sets', server.address).href);
  await page.getByRole('button', { name: 'Import items' }).first().click();
  await choose(page, 'Look at this file', 'twice.csv');
  const whole = page.getByRole('button', { name: 'Freeze 20 items' });
  await whole.waitFor();
  await page.getByRole('button', { name: 'Prepare them first' }).click();
  await page.getByText('Exact duplicates', { exact: true }).click();
  await page.getByRole('button', { name: 'Show what it would do' }).click();
  await page.getByRole('button', { name: 'Take this step' }).click();
  await page.getByRole('button', { name: 'Freeze 10 items' }).waitFor();
  await page.getByRole('button', { name: 'Back to how it is read' }).click();
  await page.getByRole('button', { name: 'Freeze 10 items' }).waitFor();

  const stratum = page.getByLabel('Stratum', { exact: true });
  await stratum.fill('topic');
  const sorted = page.getByText('sums, twice').first();
  await sorted.waitFor();
  await stratum.fill('');
  await stratum.blur();
  await sorted.waitFor({ state: 'detached' });
  await whole.click();
  await page.getByRole('heading', { name: 'twice@1' }).waitFor();
  expect(complaints).toEqual([]);
  expect(app.bugs).toEqual([]);
  await context.close();
});

test('a person has the choices of a known shape weighed by log-probability', async () => {
  writeFileSync(
    join(folder, 'floats.jsonl'),
    readFileSync(join(import.meta.dirname, '..', '..', 'fixtures', 'items', 'mmlu.jsonl')),
  );
  const { page, complaints, context } = await visit(browser, server.address);
  await page.goto(new URL('/item-sets', server.address).href);
  await page.getByRole('button', { name: 'Import items' }).first().click();
  await choose(page, 'Look at this file', 'floats.jsonl');
  const first = page.getByRole('list', { name: 'First items' });
  await first.getByText('Answer with').first().waitFor();
  const choices = page.getByRole('combobox', { name: 'Choices' });
  await choices.selectOption('by log-probability of each option');
  await first.getByText('Which of these floats on water?', { exact: true }).waitFor();
  await first.getByText('logprob', { exact: true }).first().waitFor();
  await first.getByText('The model weighs every option').first().waitFor();
  const looked = await new AxeBuilder({ page }).analyze();
  expect(looked.violations.map(({ id }) => id)).toEqual([]);
  expect(complaints).toEqual([]);
  expect(app.bugs).toEqual([]);
  await context.close();
});
