import { describe, expect } from 'vitest';
import { picture, themes, violations } from '../../fixtures/look.ts';
import type { Session } from './session.ts';

export function firstStart(session: Session): void {
  describe('first start', () => {
    session.step('explains the app in two sentences and offers three ways in', async () => {
      const { page } = session;
      const lead = page.locator('main p').first();
      await expect.poll(async () => (await lead.innerText()).match(/[.?]( |$)/g)).toHaveLength(2);
      const ways = page.getByRole('main').getByRole('button');
      expect(await ways.allInnerTexts()).toEqual([
        'Run the demo',
        'Compare my own models',
        'Open an item set',
      ]);
      await page.getByText('Data folder').waitFor();
    });

    if (session.driver.looks)
      session.step('shows itself in both themes, and axe objects to nothing', async () => {
        for (const theme of themes) {
          await session.page.emulateMedia({ colorScheme: theme });
          await picture(session.page, 'first-start', theme);
          expect((await violations(session.page)).join('\n')).toBe('');
        }
        await session.page.emulateMedia({ colorScheme: 'light' });
      });
  });
}
