/** A file of items with errors in it, brought in by the import wizard of the real app. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRenderer } from '../../src-main/app/bundle/built-renderer.ts';
import { path } from '../fixtures/app-steps.ts';
import { startBrowser, visit } from '../fixtures/browser.ts';
import { picture, themes, violations } from '../fixtures/look.ts';
import { emptyFolder, serveProcess, type Folder, type ServedProcess } from '../fixtures/served-process.ts';

let folder: Folder;
let browser: Browser;
let server: ServedProcess;

beforeAll(async () => {
  const built = await buildRenderer();
  if (!built.ok) throw new Error(built.error.detail ?? built.error.message);
  folder = await emptyFolder();
  browser = await startBrowser();
  server = await serveProcess(join(folder.path, 'data'));
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await folder.remove();
});

const item = (id: string, check: unknown) =>
  JSON.stringify({ id, stratum: 'sums', input: 'What is 2 and 2?', check });

test('names the lines that make no item', async () => {
  const lines = [
    item('one', { kind: 'exact', answer: '4' }),
    '{"id": "two", "input": ',
    item('three', { kind: 'exact', answer: '4' }),
    item('four', { kind: 'no_such_check' }),
  ];
  await writeFile(join(folder.path, 'sums.jsonl'), lines.join('\n'));
  const { page, context, complaints } = await visit(browser, server.address);
  await page.getByRole('button', { name: 'Open an item set' }).click();
  await expect.poll(() => path(page)).toBe('/item-sets');
  await page
    .getByRole('main')
    .getByRole('button', { name: /Import/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Choose a file with items' });
  await dialog.getByLabel('Path of the folder').fill(folder.path);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: /sums\.jsonl/ }).click();
  await dialog.getByRole('button', { name: 'Look at this file' }).click();

  const problems = page.getByRole('table', { name: 'Records that make no item' });
  await problems.getByRole('row').nth(1).waitFor();
  const places = await problems.getByRole('row').allInnerTexts();
  expect(places.slice(1).map((text) => /\d+/.exec(text)?.[0])).toEqual(['2', '4']);
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await picture(page, 'import', theme);
    expect((await violations(page)).join('\n')).toBe('');
  }
  expect(complaints).toEqual([]);
  expect([...server.outside]).toEqual([]);
  await context.close();
});
