import { describe, expect } from 'vitest';
import { goTo } from '../../fixtures/app-steps.ts';
import type { Session } from './session.ts';

export function themeAndSize(session: Session): void {
  describe('theme and size', () => {
    session.step('are kept over a reload', async () => {
      const { page } = session;
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
}
