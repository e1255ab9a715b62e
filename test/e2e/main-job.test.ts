/** The main job, from an empty data folder to the report, as a person does it. The tests follow one another. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRenderer } from '../../src-main/app/bundle/built-renderer.ts';
import { goTo, howFar, path, runQuickDemo, runSays, settled } from '../fixtures/app-steps.ts';
import { startBrowser, visit, type Visit } from '../fixtures/browser.ts';
import { picture, themes, violations } from '../fixtures/look.ts';
import { emptyFolder, serveProcess, type Folder, type ServedProcess } from '../fixtures/served-process.ts';

let folder: Folder;
let browser: Browser;
const servers: ServedProcess[] = [];
const visits: Visit[] = [];
let page: Page;
/** `/comparisons/<hash>`, once the demo has one. */
let comparison = '';

async function open(): Promise<void> {
  const server = await serveProcess(folder.path);
  servers.push(server);
  await enter(server);
}

async function enter(server: ServedProcess): Promise<void> {
  const visited = await visit(browser, server.address, { acceptDownloads: true, colorScheme: 'light' });
  visits.push(visited);
  page = visited.page;
}

function server(): ServedProcess {
  const last = servers.at(-1);
  if (last === undefined) throw new Error('No server was started.');
  return last;
}

beforeAll(async () => {
  const built = await buildRenderer();
  if (!built.ok) throw new Error(built.error.detail ?? built.error.message);
  folder = await emptyFolder();
  browser = await startBrowser();
  await open();
});
afterAll(async () => {
  await browser.close();
  await servers.at(-1)?.stop();
  await folder.remove();
});

describe('first start', () => {
  test('explains the app in two sentences and offers three ways in', async () => {
    const lead = page.locator('main p').first();
    await expect.poll(async () => (await lead.innerText()).match(/[.?]( |$)/g)).toHaveLength(2);
    const ways = page.getByRole('main').getByRole('button');
    expect(await ways.allInnerTexts()).toEqual(['Run the demo', 'Compare my own models', 'Open an item set']);
  });

  test.each(themes)('shows itself in the %s theme, and axe objects to nothing', async (theme) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.getByText('Data folder').waitFor();
    await picture(page, 'first-start', theme);
    expect((await violations(page)).join('\n')).toBe('');
  });
});

describe('the run', () => {
  test('starts from the first screen and shows how far it is', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await runQuickDemo(page);
    comparison = path(page).replace(/\/run$/, '');
    expect(comparison).toMatch(/^\/comparisons\/[0-9a-f]{64}$/);
    const meter = page.getByRole('progressbar', { name: 'Answers of all runs' });
    await expect
      .poll(async () => Number(await meter.getAttribute('aria-valuenow')), { timeout: 120_000 })
      .toBeGreaterThan(0);
    await page.getByRole('table', { name: 'Latest answers' }).getByRole('row').nth(1).waitFor();
    for (const run of ['run 1', 'run 2, the noise floor', 'q8_0', 'q4_k_m', 'q2_k', 'q2_k_pure'])
      await page.getByRole('table', { name: 'Runs' }).getByText(run, { exact: true }).first().waitFor();
  });

  test('pauses, stays where it is, and goes on by key', async () => {
    await page.getByRole('button', { name: 'Pause' }).click();
    await runSays(page, 'Paused');
    const paused = await howFar(page);
    expect(paused.done).toBeLessThan(paused.total);
    await page.reload();
    await runSays(page, 'Paused');
    expect(await howFar(page)).toEqual(paused);
    await page.keyboard.press('p');
    await runSays(page, 'Running');
    await expect
      .poll(async () => (await howFar(page)).done, { timeout: 120_000 })
      .toBeGreaterThan(paused.done);
  });

  test('is the same in two tabs at once', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await runSays(other, 'Running');
    const before = await howFar(other);
    await expect
      .poll(async () => (await howFar(other)).done, { timeout: 120_000 })
      .toBeGreaterThan(before.done);
    await page.getByRole('button', { name: 'Pause' }).click();
    await runSays(other, 'Paused');
    await runSays(page, 'Paused');
    expect(await howFar(other)).toEqual(await howFar(page));
    await other.getByRole('button', { name: 'Go on' }).click();
    await runSays(page, 'Running');
    await other.close();
  });

  test('survives kill -9 of the app, and goes on where it was', async () => {
    const before = await howFar(page);
    await expect
      .poll(async () => (await howFar(page)).done, { timeout: 120_000 })
      .toBeGreaterThan(before.done);
    const { done } = await howFar(page);
    const processes = server().processes();
    expect(processes.length).toBeGreaterThan(1);
    expect((await server().kill()).signal).toBe('SIGKILL');
    await page.getByRole('alert').filter({ hasText: 'Noisefloor does not answer.' }).waitFor();
    await expect.poll(() => processes.filter(isAlive), { timeout: 30_000 }).toEqual([]);
    await page.context().close();

    await open();
    await page.getByRole('row').getByRole('link').first().click();
    await expect.poll(() => path(page)).toBe(`${comparison}/run`);
    // What was shown was stored: nothing is lost but what was in flight. It goes on by itself.
    await runSays(page, 'Running');
    expect((await howFar(page)).done).toBeGreaterThanOrEqual(done);
    await expect.poll(async () => (await howFar(page)).done, { timeout: 120_000 }).toBeGreaterThan(done);
  });

  test.each(themes)('shows itself in the %s theme while it runs', async (theme) => {
    await page.emulateMedia({ colorScheme: theme });
    await picture(page, 'running', theme);
    expect((await violations(page)).join('\n')).toBe('');
  });

  test('ends', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await runSays(page, 'Finished');
    const { done, total } = await howFar(page);
    expect(done).toBe(total);
  });
});

describe('the results', () => {
  test('say a verdict for every candidate', async () => {
    await page.getByRole('button', { name: 'Results' }).click();
    const verdict = page.getByRole('region', { name: 'Verdict' }).getByRole('heading', { level: 1 });
    const sentences = new Set<string>();
    for (const name of ['q8_0', 'q4_k_m', 'q2_k', 'q2_k_pure']) {
      await goTo(page, `${comparison}/results?candidate=${name}`);
      await verdict.filter({ hasText: new RegExp(name, 'i') }).waitFor();
      sentences.add(await verdict.innerText());
    }
    expect(sentences.size).toBe(4);
  });
});

describe('reading', () => {
  test('goes from flip to flip by the keys that the help lists', async () => {
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.getByText('Go to read').waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await expect.poll(() => path(page)).toBe(`${comparison}/run`);
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await expect.poll(() => path(page)).toBe(`${comparison}/read`);

    await page.getByRole('radio', { name: 'q2_k_pure' }).check();
    // A radio button has arrows of its own, but no letters.
    const chosen = page.getByRole('option', { selected: true });
    await chosen.getByText(/lost|gained/).waitFor();
    const item = page.getByRole('region', { name: 'Item', exact: true }).getByRole('heading', { level: 2 });
    const first = await item.innerText();
    await page.keyboard.press('j');
    await expect.poll(() => item.innerText()).not.toBe(first);
    await page.keyboard.press('k');
    await expect.poll(() => item.innerText()).toBe(first);
    await page
      .getByRole('region', { name: /^Answer of/ })
      .nth(1)
      .getByText(/\S/)
      .first()
      .waitFor();
  });

  test('shows differences by word, by line, or not, with D, and keeps a label', async () => {
    const words = page.getByRole('radio', { name: 'Words' });
    expect(await words.isChecked()).toBe(true);
    await page.keyboard.press('d');
    expect(await page.getByRole('radio', { name: 'Lines' }).isChecked()).toBe(true);
    await page.keyboard.press('d');
    await page.keyboard.press('d');
    expect(await words.isChecked()).toBe(true);
    await page.keyboard.press('2');
    const label = page.getByRole('group', { name: 'Your label' }).getByRole('button', { pressed: true });
    await expect.poll(() => label.allInnerTexts()).toHaveLength(1);
    await page.reload();
    await label.filter({ hasText: 'wrong' }).waitFor();
  });
});

describe('the report', () => {
  test('is prepared, downloaded, and opens without asking anybody for anything', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await expect.poll(() => path(page)).toBe(`${comparison}/report`);
    await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    const file = join(folder.path, download.suggestedFilename());
    await download.saveAs(file);
    expect(await readFile(file, 'utf8')).toContain('<html');

    const apart = await browser.newContext({ offline: true });
    const asked: string[] = [];
    apart.on('request', (request) => asked.push(request.url()));
    const report = await apart.newPage();
    await report.goto(`file://${file}`);
    await report.getByRole('heading', { level: 1 }).waitFor();
    expect(asked).toEqual([`file://${file}`]);
    expect((await violations(report)).join('\n')).toBe('');
    await apart.close();
  });
});

describe('theme and size', () => {
  test('are kept over a reload', async () => {
    await goTo(page, '/settings');
    await page.getByLabel('Dark').check();
    await page.keyboard.press('Control++');
    await page.getByText('110 %').waitFor();
    await page.reload();
    await page.getByText('110 %').waitFor();
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.keyboard.press('Control+0');
    await page.getByLabel('As the system').check();
    await page.getByText('100 %').waitFor();
  });
});

describe.each(themes)('with what a run has left, in the %s theme,', (theme) => {
  test.each([
    { name: 'comparisons', place: () => '/' },
    { name: 'models', place: () => '/models' },
    { name: 'item-sets', place: () => '/item-sets' },
    { name: 'settings', place: () => '/settings' },
    { name: 'machine', place: () => '/settings/machine' },
    { name: 'network', place: () => '/settings/network' },
    { name: 'licences', place: () => '/settings/licences' },
    { name: 'plan', place: () => `${comparison}/plan` },
    { name: 'run', place: () => `${comparison}/run` },
    { name: 'results', place: () => `${comparison}/results` },
    { name: 'read', place: () => `${comparison}/read` },
    { name: 'report', place: () => `${comparison}/report` },
  ])('$name has nothing that axe objects to', async ({ name, place }) => {
    await page.emulateMedia({ colorScheme: theme });
    await goTo(page, place());
    await settled(page);
    await picture(page, name, theme);
    expect((await violations(page)).join('\n')).toBe('');
  });

  test('so has a new comparison', async () => {
    await goTo(page, '/');
    await settled(page);
    await page.getByRole('button', { name: 'New comparison' }).click();
    await expect.poll(() => path(page)).toMatch(/^\/drafts\//);
    await settled(page);
    await picture(page, 'new-comparison', theme);
    expect((await violations(page)).join('\n')).toBe('');
  });
});

test('nothing of all this went outside of this machine', () => {
  expect(servers.length).toBe(2);
  expect(servers.flatMap(({ outside }) => [...outside])).toEqual([]);
  expect(
    visits.flatMap(({ complaints }) => complaints.filter((text) => text.startsWith('request to'))),
  ).toEqual([]);
});

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}
