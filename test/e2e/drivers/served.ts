/** The app as `noisefloor serve` serves it, in Debian's Chromium. */
import type { Browser } from 'playwright-core';
import { shippedRenderer } from '../../fixtures/built-renderer.ts';
import { openTab, startBrowser, visit } from '../../fixtures/browser.ts';
import { serveProcess } from '../../fixtures/served-process.ts';
import type { BrowserDriver } from './driver.ts';

let browser: Browser | undefined;

export const served: BrowserDriver = {
  kind: 'browser',
  name: 'served, in a browser',
  missing: null,
  looks: true,
  start: async (dataFolder) => {
    await shippedRenderer();
    browser ??= await startBrowser();
    const server = await serveProcess(dataFolder);
    const { page, context, complaints } = await visit(browser, server.address, {
      acceptDownloads: true,
      colorScheme: 'light',
    });
    return {
      kind: 'browser',
      browser,
      page,
      complaints,
      quickenDemo: async () => {
        await page.route('**/call/comparisons.start_demo', async (route) => {
          const asked = route.request().postDataJSON() as Record<string, unknown>;
          await route.continue({ postData: JSON.stringify({ ...asked, quick: true }) });
        });
      },
      processes: server.processes,
      outside: server.outside,
      kill: async () => {
        const { signal } = await server.kill();
        if (signal !== 'SIGKILL') throw new Error(`the server had ended before it was killed`);
      },
      close: async () => {
        await context.close();
        return (await server.stop()).code;
      },
      openTab: () => openTab(context, page.url()),
    };
  },
  end: async () => {
    await browser?.close();
  },
};
