import { describe, expect } from 'vitest';
import { goTo } from '../../fixtures/app-steps.ts';
import type { Session } from './session.ts';

export function results(session: Session): void {
  describe('the results', () => {
    session.step('say a verdict for every candidate', async () => {
      const { page } = session;
      await page.getByRole('button', { name: 'Results' }).click();
      const verdict = page.getByRole('region', { name: 'Verdict' }).getByRole('heading', { level: 1 });
      const sentences = new Set<string>();
      for (const name of ['q8_0', 'q4_k_m', 'q2_k', 'q2_k_pure']) {
        await goTo(page, `${session.comparison}/results?candidate=${name}`);
        await verdict.filter({ hasText: new RegExp(name, 'i') }).waitFor();
        sentences.add(await verdict.innerText());
      }
      expect(sentences.size).toBe(4);
    });
  });
}
