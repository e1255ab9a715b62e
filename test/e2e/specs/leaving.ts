import { describe, expect } from 'vitest';
import { goTo } from '../../fixtures/app-steps.ts';
import type { Session } from './session.ts';

export function leaving(session: Session): void {
  describe('at the end', () => {
    session.step('nothing of all this went outside of this machine', async () => {
      const { page } = session;
      await goTo(page, '/settings/network');
      await page.getByText('Nothing was spoken to since the start.').waitFor();
      await page.getByText('No request was refused since the start.').waitFor();
      expect(session.apps.flatMap((app) => [...app.outside()])).toEqual([]);
      const complaints = session.apps.flatMap((app) => [...app.complaints]);
      expect(complaints.filter((text) => text.startsWith('request to'))).toEqual([]);
    });

    session.step('the app ends cleanly', async () => {
      expect(await session.app.close()).toBe(0);
    });
  });
}
