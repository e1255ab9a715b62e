/** The quick demo, from its button to its end, with everything in between that may happen to a run. */
import { describe, expect } from 'vitest';
import { howFar, path, runSays } from '../../fixtures/app-steps.ts';
import { picture, themes, violations } from '../../fixtures/look.ts';
import { lives } from '../../fixtures/processes.ts';
import { runPatience, type Session } from './session.ts';

const polled = { timeout: runPatience };
const named = ['run 1', 'run 2, the noise floor', 'q8_0', 'q4_k_m', 'q2_k', 'q2_k_pure'];

export function run(session: Session): void {
  const done = async () => (await howFar(session.page)).done;

  /** From the list, as a person finds it after a start. */
  async function continueFromList(): Promise<void> {
    await session.page.getByRole('button', { name: /^Continue: / }).click();
    await expect.poll(() => path(session.page)).toBe(`${session.comparison}/run`);
    await runSays(session.page, 'Running');
  }

  describe('the run', () => {
    session.step('starts from the first screen and shows how far it is', async () => {
      const { page } = session;
      await session.app.quickenDemo();
      await page.getByRole('button', { name: 'Run the demo' }).click();
      await page.getByRole('heading', { level: 1, name: /^Running/ }).waitFor();
      session.comparison = path(page).replace(/\/run$/, '');
      expect(session.comparison).toMatch(/^\/comparisons\/[0-9a-f]{64}$/);
      expect((await howFar(page)).total).toBe(6 * 320);
      const meter = page.getByRole('progressbar', { name: 'Answers of all runs' });
      await expect
        .poll(async () => Number(await meter.getAttribute('aria-valuenow')), polled)
        .toBeGreaterThan(0);
      await page.getByRole('table', { name: 'Latest answers' }).getByRole('row').nth(1).waitFor();
      for (const name of named)
        await page.getByRole('table', { name: 'Runs' }).getByText(name, { exact: true }).first().waitFor();
    });

    session.step('pauses, stays where it is, and goes on by key', async () => {
      const { page } = session;
      await page.getByRole('button', { name: 'Pause' }).click();
      await runSays(page, 'Paused');
      const paused = await howFar(page);
      expect(paused.done).toBeLessThan(paused.total);
      await page.reload();
      await runSays(page, 'Paused');
      expect(await howFar(page)).toEqual(paused);
      await page.keyboard.press('p');
      await runSays(page, 'Running');
      await expect.poll(done, polled).toBeGreaterThan(paused.done);
    });

    if (session.driver.kind === 'browser')
      session.step('is the same in two tabs at once', async () => {
        const { page } = session;
        const other = await session.inBrowser.openTab();
        await runSays(other, 'Running');
        const before = await howFar(other);
        await expect.poll(async () => (await howFar(other)).done, polled).toBeGreaterThan(before.done);
        await page.getByRole('button', { name: 'Pause' }).click();
        await runSays(other, 'Paused');
        await runSays(page, 'Paused');
        expect(await howFar(other)).toEqual(await howFar(page));
        await other.getByRole('button', { name: 'Go on' }).click();
        await runSays(page, 'Running');
        await other.close();
      });
    else
      session.step('is not disturbed by a second start, which brings its window to the front', async () => {
        const before = await done();
        await session.inWindow.startAgain();
        expect(await session.inWindow.windows()).toBe(1);
        await expect.poll(done, polled).toBeGreaterThan(before);
      });

    session.step('survives kill -9 of the app, and goes on where it was', async () => {
      const before = await done();
      await expect.poll(done, polled).toBeGreaterThan(before);
      const shown = await done();
      const { app } = session;
      const processes = app.processes();
      expect(processes.length).toBeGreaterThan(1);
      await app.kill();
      if (app.kind === 'browser') {
        await app.page.getByRole('alert').filter({ hasText: 'Noisefloor does not answer.' }).waitFor();
        await app.page.context().close();
      }
      await expect.poll(() => processes.filter(lives), { timeout: 60_000 }).toEqual([]);

      await session.start();
      await continueFromList();
      // What was shown was stored: nothing is lost but what was in flight.
      expect(await done()).toBeGreaterThanOrEqual(shown);
      await expect.poll(done, polled).toBeGreaterThan(shown);
    });

    if (session.driver.kind === 'window')
      session.step('is asked about when its window closes, and is paused at the next start', async () => {
        const asked = await session.inWindow.closeAndPress('Keep it running');
        expect(asked).toMatch(/^“.+” is running\.$/);
        const before = await done();
        await expect.poll(done, polled).toBeGreaterThan(before);
        await session.inWindow.closeAndPress('Pause and close');
        expect(await session.inWindow.ended()).toBe(0);

        await session.start();
        await session.page.getByText(/^Paused\. [\d,]+ outputs are safe\.$/).waitFor();
        await continueFromList();
        expect(await done()).toBeGreaterThan(before);
      });

    if (session.driver.looks)
      session.step('shows itself in both themes while it runs', async () => {
        for (const theme of themes) {
          await session.page.emulateMedia({ colorScheme: theme });
          await picture(session.page, 'running', theme);
          expect((await violations(session.page)).join('\n')).toBe('');
        }
        await session.page.emulateMedia({ colorScheme: 'light' });
      });

    session.step('ends', async () => {
      await runSays(session.page, 'Finished', runPatience);
      const { done: all, total } = await howFar(session.page);
      expect(all).toBe(total);
    });
  });
}
