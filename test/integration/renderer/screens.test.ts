import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BuiltRenderer, ServedApp } from '../../fixtures/browser.ts';
import { buildRenderer, serveCanned, startBrowser, visit } from '../../fixtures/browser.ts';

let renderer: BuiltRenderer;
let browser: Browser;
let used: ServedApp;
let empty: ServedApp;
let troubled: ServedApp;

beforeAll(async () => {
  renderer = await buildRenderer('development');
  browser = await startBrowser();
  used = await serveCanned(renderer.folder);
  empty = await serveCanned(renderer.folder, { empty: true });
  troubled = await serveCanned(renderer.folder, { empty: true, troubled: true });
});
afterAll(async () => {
  await browser.close();
  for (const app of [used, empty, troubled]) await app.close();
  await renderer.remove();
});

const screens = [
  { name: 'home', path: '/', app: () => used, ready: 'Ship Q4_K_M instead of BF16' },
  { name: 'first start', path: '/', app: () => empty, ready: 'Run the demo' },
  { name: 'first start in trouble', path: '/', app: () => troubled, ready: 'Nothing can be written' },
  { name: 'models', path: '/models', app: () => used, ready: 'Larkspur 14B Instruct' },
  { name: 'item sets', path: '/item-sets', app: () => used, ready: 'support-desk' },
  {
    name: 'an item set',
    path: '/item-sets?set=support-desk&version=3',
    app: () => used,
    ready: 'as in version 2',
  },
  {
    name: 'the dev items of a set',
    path: '/item-sets?set=support-desk&version=3&view=items',
    app: () => used,
    ready: 'it-000003',
  },
  {
    name: 'the import of items',
    path: '/item-sets?view=import',
    app: () => used,
    ready: 'Choose a file with items',
  },
  { name: 'settings', path: '/settings', app: () => used, ready: '/home/ada/.local/share/noisefloor' },
  { name: 'this machine', path: '/settings/machine', app: () => used, ready: 'RTX 6000 Ada' },
  { name: 'network', path: '/settings/network', app: () => used, ready: 'No request was refused' },
  { name: 'licences', path: '/settings/licences', app: () => used, ready: 'better-sqlite3' },
  { name: 'nowhere', path: '/no/such/place', app: () => used, ready: 'nothing at this address' },
  {
    name: 'a comparison',
    path: '/comparisons/support-desk/results',
    app: () => used,
    ready: 'support-desk@3 held-out',
  },
  { name: 'the gallery of components', path: '/gallery.html', app: () => used, ready: 'Q3_K_M' },
];
const themes = ['light', 'dark'] as const;
/** Where axe looks: as most people see it, and at 200 %, which is also half the width. */
const looked = [
  { size: '100 %', zoom: 1 },
  { size: '200 %', zoom: 2 },
];
const narrow = [800, 320];

/** What axe finds, one line each. */
async function found(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** How far the page can be scrolled sideways, px. A string, since it runs in the page. */
const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

type Screen = (typeof screens)[number];

async function open(
  { path, app, ready }: Screen,
  zoom: number,
  width: number,
  colorScheme: 'light' | 'dark',
) {
  const { app: canned, address } = app();
  canned.state.settings = { ...canned.state.settings, zoom };
  const opened = await visit(browser, address, { colorScheme, viewport: { width, height: 820 } });
  await opened.page.goto(new URL(path, address).href);
  await opened.page.getByText(ready).first().waitFor();
  return opened;
}

describe.each(themes)('in the %s theme', (colorScheme) => {
  describe.each(looked)('at $size', ({ zoom }) => {
    test.each(screens)('$name has nothing that axe objects to, and fits', async (screen) => {
      const { context, page, complaints } = await open(screen, zoom, 1280, colorScheme);
      expect(await found(page)).toEqual([]);
      expect(await page.evaluate(sideways)).toBe(0);
      // The badge is always in view; the gallery is a page for whoever builds the others.
      if (screen.path !== '/gallery.html')
        expect(await page.getByText('Network: none').isVisible()).toBe(true);
      expect(complaints).toEqual([]);
      await context.close();
    });
  });
});

describe.each(narrow)('at a width of %i px', (width) => {
  test.each(screens)('$name fits', async (screen) => {
    const { context, page } = await open(screen, 1, width, 'light');
    expect(await page.evaluate(sideways)).toBe(0);
    await context.close();
  });
});

test('no screen caused a bug in the app', () => {
  expect([used, empty, troubled].flatMap(({ bugs }) => bugs)).toEqual([]);
});
