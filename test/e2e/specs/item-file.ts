import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { goTo, path } from '../../fixtures/app-steps.ts';
import { picture, themes, violations } from '../../fixtures/look.ts';
import type { Session } from './session.ts';

const item = (id: string, check: unknown) =>
  JSON.stringify({ id, stratum: 'sums', input: 'What is 2 and 2?', check });

/** Two of them make no item. */
const lines = [
  item('one', { kind: 'exact', answer: '4' }),
  '{"id": "two", "input": ',
  item('three', { kind: 'exact', answer: '4' }),
  item('four', { kind: 'no_such_check' }),
];

export function itemFile(session: Session): void {
  describe('an item file with errors in it', () => {
    session.step('has the lines named that make no item', async () => {
      const { page } = session;
      await writeFile(join(session.folder, 'sums.jsonl'), lines.join('\n'));
      await page.getByRole('button', { name: 'Open an item set' }).click();
      await expect.poll(() => path(page)).toBe('/item-sets');
      await page
        .getByRole('main')
        .getByRole('button', { name: /Import/ })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Choose a file with items' });
      await dialog.getByLabel('Path of the folder').fill(session.folder);
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name: /sums\.jsonl/ }).click();
      await dialog.getByRole('button', { name: 'Look at this file' }).click();

      const problems = page.getByRole('table', { name: 'Records that make no item' });
      await problems.getByRole('row').nth(1).waitFor();
      const places = await problems.getByRole('row').allInnerTexts();
      expect(places.slice(1).map((text) => /\d+/.exec(text)?.[0])).toEqual(['2', '4']);
    });

    if (session.driver.looks)
      session.step('is shown in both themes, and axe objects to nothing', async () => {
        for (const theme of themes) {
          await session.page.emulateMedia({ colorScheme: theme });
          await picture(session.page, 'import', theme);
          expect((await violations(session.page)).join('\n')).toBe('');
        }
        await session.page.emulateMedia({ colorScheme: 'light' });
      });

    session.step('is left as it was, and the first screen is there again', async () => {
      expect(session.app.complaints).toEqual([]);
      await goTo(session.page, '/');
      await session.page.getByRole('button', { name: 'Run the demo' }).waitFor();
    });
  });
}
