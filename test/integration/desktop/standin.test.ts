/** What the built main process forbids its window, run for real with the stand-in for Electron: test/standin/README.md. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/small-plan.ts';
import { toChromium } from '../../standin/addresses.ts';
import { builtApp, startApp } from '../../standin/built-app.ts';

test('opens its window locked down, and nothing in it leads out', async () => {
  const folder = temporaryFolder();
  const started = await startApp(await builtApp(), folder, '--data', join(folder, 'data'));
  onTestFinished(started.kill);
  const { page, command, told, ended, stderr } = started;
  await page.getByRole('button', { name: 'Run the demo' }).waitFor();

  command({ kind: 'tell-lock' });
  const lock = await told('locked');
  expect(lock).toMatchObject({ sandbox: true, spellChecker: false });
  expect(lock.switches).toContain('--host-resolver-rules=MAP * ~NOTFOUND');
  for (const [permission, address, granted] of [
    ['clipboard-sanitized-write', 'app://bundle/', true],
    ['clipboard-sanitized-write', 'app://bundle/reports/one', false],
    ['clipboard-read', 'app://bundle/', false],
    ['notifications', 'app://bundle/', false],
  ] as const) {
    command({ kind: 'ask-permission', permission, address });
    expect(await told('permission')).toEqual({ kind: 'permission', requested: granted, checked: granted });
  }

  const here = page.url();
  const reached = await page.evaluate(async () => {
    const tries = ['https://example.com/', 'http://127.0.0.1:9/', 'https://evil.example/?next=app://bundle'];
    return Promise.all(
      tries.map((address) =>
        fetch(address, { mode: 'no-cors' }).then(
          () => address,
          () => null,
        ),
      ),
    );
  });
  expect(reached).toEqual([null, null, null]);
  for (const address of ['https://evil.example/?next=app://bundle/', 'app://bundle/reports/one']) {
    await page.evaluate(`location.assign(${JSON.stringify(toChromium(address))})`);
    expect(await told('refused')).toEqual({ kind: 'refused', what: 'navigation', address });
  }
  const windows = page.context().pages().length;
  await page.evaluate(`void window.open('https://example.com/')`);
  expect(await told('refused')).toMatchObject({ what: 'window', address: 'https://example.com/' });
  await expect.poll(() => page.context().pages().length).toBe(windows);
  expect(page.url()).toBe(here);

  command({ kind: 'close-window' });
  expect([await ended(), stderr()]).toEqual([0, '']);
});
