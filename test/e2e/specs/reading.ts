import { describe, expect } from 'vitest';
import { goByKeys } from '../../fixtures/app-steps.ts';
import type { Session } from './session.ts';

export function reading(session: Session): void {
  describe('reading', () => {
    session.step('goes from flip to flip by the keys that the help lists', async () => {
      const { page, comparison } = session;
      await page.keyboard.press('?');
      const help = page.getByRole('dialog', { name: 'Keys' });
      await help.getByText('Go to read').waitFor();
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'detached' });
      await goByKeys(page, ['g', 'r'], `${comparison}/run`);
      await goByKeys(page, ['g', 'd'], `${comparison}/read`);

      await page.getByRole('radio', { name: 'q2_k_pure' }).check();
      // Until the list is that candidate's, the item before stays.
      await page.getByRole('region', { name: 'Answer of q2_k_pure', exact: true }).waitFor();
      await page.locator('section[aria-label="Items"][aria-busy="false"]').waitFor();
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

    session.step('shows differences by word, by line, or not, with D, and keeps a label', async () => {
      const { page } = session;
      const isWords = () => page.getByRole('radio', { name: 'Words' }).isChecked();
      await expect.poll(isWords).toBe(true);
      await page.keyboard.press('d');
      await expect.poll(() => page.getByRole('radio', { name: 'Lines' }).isChecked()).toBe(true);
      await page.keyboard.press('d');
      await page.keyboard.press('d');
      await expect.poll(isWords).toBe(true);
      await page.keyboard.press('2');
      const label = page.getByRole('group', { name: 'Your label' }).getByRole('button', { pressed: true });
      await expect.poll(() => label.allInnerTexts()).toHaveLength(1);
      await page.reload();
      await label.filter({ hasText: 'wrong' }).waitFor();
    });
  });
}
