/** Every screen with what a run has left, in both themes: a picture, and what axe finds. */
import { describe, expect } from 'vitest';
import { goTo, path, settled } from '../../fixtures/app-steps.ts';
import { picture, themes, violations } from '../../fixtures/look.ts';
import type { Session } from './session.ts';

const screens: readonly { name: string; place: (comparison: string) => string }[] = [
  { name: 'comparisons', place: () => '/' },
  { name: 'models', place: () => '/models' },
  { name: 'item-sets', place: () => '/item-sets' },
  { name: 'settings', place: () => '/settings' },
  { name: 'machine', place: () => '/settings/machine' },
  { name: 'network', place: () => '/settings/network' },
  { name: 'licences', place: () => '/settings/licences' },
  ...['plan', 'run', 'results', 'read', 'review', 'report'].map((name) => ({
    name,
    place: (comparison: string) => `${comparison}/${name}`,
  })),
];

export function looks(session: Session): void {
  async function lookAt(name: string): Promise<void> {
    const { page } = session;
    await settled(page);
    // Pictures first: axe takes frames out of the page.
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await picture(page, name, theme);
    }
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      expect((await violations(page)).join('\n'), theme).toBe('');
    }
  }

  describe('with what a run has left, in both themes,', () => {
    for (const { name, place } of screens)
      session.step(`${name} has nothing that axe objects to`, async () => {
        await goTo(session.page, place(session.comparison));
        await lookAt(name);
      });

    session.step('nor has a new comparison', async () => {
      const { page } = session;
      await goTo(page, '/');
      await page.getByRole('button', { name: 'New comparison' }).click();
      await expect.poll(() => path(page)).toMatch(/^\/drafts\//);
      await lookAt('new-comparison');
    });
  });
}
