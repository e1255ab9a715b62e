import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServedApp, Visit } from '../../fixtures/browser.ts';
import { serveCanned, startBrowser, visit } from '../../fixtures/browser.ts';
import { settled } from '../../fixtures/app-steps.ts';
import { rendererWithGallery } from '../../fixtures/built-renderer.ts';
import { themes, violations } from '../../fixtures/look.ts';

let browser: Browser;
let used: ServedApp;
let empty: ServedApp;
let troubled: ServedApp;
/** One tab for each app: a screen is loaded anew in it as often as it is looked at. */
const tabs = new Map<ServedApp, Visit>();

beforeAll(async () => {
  const renderer = await rendererWithGallery();
  browser = await startBrowser();
  used = await serveCanned(renderer);
  empty = await serveCanned(renderer, { empty: true });
  troubled = await serveCanned(renderer, { empty: true, troubled: true });
  for (const app of [used, empty, troubled]) tabs.set(app, await visit(browser, app.address));
});
afterAll(async () => {
  await browser.close();
  for (const app of [used, empty, troubled]) await app.close();
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
    name: 'a search for contamination',
    path: '/item-sets?set=support-desk&version=3&view=contamination',
    app: () => used,
    ready: 'Add a folder',
  },
  {
    name: 'items written by hand',
    path: '/item-sets?view=slice&slice=slice:1',
    app: () => used,
    ready: 'The right answer itself scores 1.',
  },
  {
    name: 'strata by hand',
    path: '/item-sets?view=sort&set=support-desk&version=3',
    app: () => used,
    ready: 'Go on to the next item after a stratum',
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
  {
    name: 'the judge of a comparison',
    path: '/comparisons/support-desk/judge',
    app: () => used,
    ready: 'Grade answers by hand',
  },
  {
    name: 'the desk for grading',
    path: '/comparisons/support-desk/judge?rater=Ada',
    app: () => used,
    ready: 'graded by Ada',
  },
  { name: 'the gallery of components', path: '/gallery.html', app: () => used, ready: 'Q3_K_M' },
];
/** Where axe looks: as most people see it, and at 200 %, which is also half the width. */
const looked = [
  { size: '100 %', zoom: 1 },
  { size: '200 %', zoom: 2 },
];
const narrow = [800, 320];

/** How far the page can be scrolled sideways, px. A string, since it runs in the page. */
const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

async function open({ path, app, ready }: (typeof screens)[number], zoom: number) {
  const { app: canned, address } = app();
  canned.state.settings = { ...canned.state.settings, zoom };
  const tab = tabs.get(app());
  if (tab === undefined) throw new Error('this app has no tab');
  const before = tab.complaints.length;
  await tab.page.setViewportSize({ width: 1280, height: 820 });
  await tab.page.goto(new URL(path, address).href);
  await tab.page.getByText(ready).first().waitFor();
  // The frame of a screen is there before what it shows.
  await settled(tab.page);
  return { page: tab.page, complaints: () => tab.complaints.slice(before) };
}

test.each(screens)(
  '$name has nothing that axe objects to in either theme, and fits at every width',
  async (screen) => {
    for (const { size, zoom } of looked) {
      const { page, complaints } = await open(screen, zoom);
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), `${size}, ${colorScheme}`).toEqual([]);
        expect(await page.evaluate(sideways), `${size}, ${colorScheme}`).toBe(0);
      }
      // The badge is always in view; the gallery is a page for whoever builds the others.
      if (screen.path !== '/gallery.html')
        expect(await page.getByText('Network: none').isVisible()).toBe(true);
      for (const width of zoom === 1 ? narrow : []) {
        await page.setViewportSize({ width, height: 820 });
        await settled(page);
        expect(await page.evaluate(sideways), `${width} px`).toBe(0);
      }
      expect(complaints()).toEqual([]);
    }
  },
);

test('no screen caused a bug in the app', () => {
  expect([used, empty, troubled].flatMap(({ bugs }) => bugs)).toEqual([]);
});
