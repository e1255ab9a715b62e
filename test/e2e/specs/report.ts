/** What is kept of a comparison: downloaded and printed by a browser, saved by the app itself, a PDF by its window. */
import { mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { askBridge, getThroughBridge } from '../../fixtures/bridge-calls.ts';
import { goByKeys, goTo, path } from '../../fixtures/app-steps.ts';
import { violations } from '../../fixtures/look.ts';
import type { Session } from './session.ts';

/** Saves through the dialogue of the app. @returns the path that it says */
async function saveIn(page: Page, action: RegExp, title: string, folder: string): Promise<string> {
  // Seen in the list, it says that the dialogue is in the folder above.
  await mkdir(join(folder, 'earlier ones'), { recursive: true });
  await page.getByRole('button', { name: action }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('Path of the folder').fill(folder);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'earlier ones/' }).waitFor();
  await dialog.getByRole('button', { name: 'Save here' }).click();
  const said = await page
    .getByRole('status')
    .getByText(/^Saved as /)
    .innerText();
  return said.replace(/^Saved as /, '').replace(/\.$/, '');
}

export function report(session: Session): void {
  describe('the report', () => {
    session.step('is prepared and shown', async () => {
      const { page, comparison } = session;
      await goByKeys(page, ['g', 'e'], `${comparison}/report`);
      await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
    });

    session.step('is saved in a folder', async () => {
      const folder = join(session.folder, 'saved');
      const file = await saveIn(session.page, /^Save in a folder/, 'Save the report in', folder);
      expect(basename(file)).toMatch(/\.html$/);
      expect(file.startsWith(folder)).toBe(true);
      expect(await readFile(file, 'utf8')).toContain('<html');
    });

    if (session.driver.kind === 'browser') inBrowser(session);
    else inWindow(session);
  });
}

function inBrowser(session: Session): void {
  session.step('is downloaded, and opens without asking anybody for anything', async () => {
    const { page, browser } = session.inBrowser;
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    const file = join(session.folder, download.suggestedFilename());
    await download.saveAs(file);
    expect(await readFile(file, 'utf8')).toContain('<html');

    const apart = await browser.newContext({ offline: true });
    const asked: string[] = [];
    apart.on('request', (request) => asked.push(request.url()));
    const opened = await apart.newPage();
    await opened.goto(`file://${file}`);
    await opened.getByRole('heading', { level: 1 }).waitFor();
    expect(asked).toEqual([`file://${file}`]);
    expect((await violations(opened)).join('\n')).toBe('');
    await apart.close();
  });

  session.step('is handed to the print dialogue of the browser', async () => {
    const { page } = session;
    // A browser without a screen has no dialogue: whether it is asked for is what can be seen.
    await page.evaluate(
      `document.querySelector('iframe').contentWindow.print = () => { window.printed = true; }`,
    );
    await page.getByRole('button', { name: /^Print/ }).click();
    await expect.poll(() => page.evaluate('window.printed')).toBe(true);
  });
}

function inWindow(session: Session): void {
  session.step('is saved as a PDF with its structure', async () => {
    const { page } = session;
    const folder = join(session.folder, 'printed');
    const file = await saveIn(page, /^Save as PDF/, 'Save the PDF in', folder);
    expect(basename(file)).toMatch(/^noisefloor-[\w-]+-[0-9a-f]{8}\.pdf$/);
    const pdf = await readFile(file, 'latin1');
    expect(pdf.startsWith('%PDF-')).toBe(true);
    expect(pdf).toContain('/StructTreeRoot');
    expect(await session.inWindow.windows()).toBe(1);

    const comparison = session.comparison.replace('/comparisons/', '');
    const request = { comparison, anonymous: false, examples: 5, format: 'md' } as const;
    const text = await getThroughBridge(page, 'reports.prepare_report', request);
    expect(await askBridge(page, 'reports.print_report', { report: text.report, folder })).toMatchObject({
      ok: false,
      error: { code: 'usage' },
    });
  });

  session.step('leads nowhere: the window stays on the app’s own pages', async () => {
    const { page } = session;
    expect(path(page)).toBe(`${session.comparison}/report`);
    await goTo(page, '/');
    await page.getByRole('row').getByRole('link').first().waitFor();
  });
}
