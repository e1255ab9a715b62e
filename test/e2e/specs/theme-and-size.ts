import { describe, expect } from 'vitest';
import { askApp, goTo } from '../../fixtures/app-steps.ts';
import type { Session } from './session.ts';

export function themeAndSize(session: Session): void {
  describe('theme and size', () => {
    session.step('are kept over a reload', async () => {
      const { page } = session;
      await goTo(page, '/settings');
      await page.getByLabel('Dark').check();
      await page.keyboard.press('Control++');
      await page.getByText('110 %').waitFor();
      // What was chosen shows before it is kept: a page that goes at once takes its question with it.
      await expect
        .poll(() => askApp(page, 'settings.read_settings', {}))
        .toMatchObject({ theme: 'dark', zoom: 1.1 });
      await page.reload();
      await page.getByText('110 %').waitFor();
      await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
      await page.keyboard.press('Control+0');
      await page.getByLabel('As the system').check();
      await page.getByText('100 %').waitFor();
      await expect
        .poll(() => askApp(page, 'settings.read_settings', {}))
        .toMatchObject({ theme: 'system', zoom: 1 });
    });
  });
}
