/** Built main and preload, run for real with the stand-in for Electron: test/standin/README.md. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder, writeSmallPlan } from '../../fixtures/small-plan.ts';
import { askBridge, getThroughBridge, registerThroughBridge } from '../../fixtures/bridge-calls.ts';
import { toChromium } from '../../standin/addresses.ts';
import { buildApp, startApp, type BuiltApp, type StartedApp } from '../../standin/built-app.ts';
import { until } from '../app/app-under-test.ts';

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(chromium))
  process.stderr.write(`SKIPPED: main and preload were not run, ${chromium} is not there (set CHROMIUM).\n`);

describe.skipIf(!existsSync(chromium))('the built desktop app', () => {
  let built: BuiltApp;
  beforeAll(async () => {
    built = await buildApp();
  });
  afterAll(() => {
    built.remove();
  });

  const start = async (data: string): Promise<StartedApp> => {
    const started = await startApp(built, '--data', data);
    onTestFinished(async () => {
      started.kill();
      await started.ended;
    });
    return started;
  };

  test('opens its window locked down, and nothing in it leads out', async () => {
    const { page, command, told, ended, stderr } = await start(join(temporaryFolder(), 'data'));
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
      const tries = [
        'https://example.com/',
        'http://127.0.0.1:9/',
        'https://evil.example/?next=app://bundle',
      ];
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
    await page.evaluate(`void window.open('https://example.com/')`);
    expect(await told('refused')).toMatchObject({ what: 'window', address: 'https://example.com/' });
    await until(
      () =>
        Promise.resolve(
          page
            .context()
            .pages()
            .filter((one) => one.url().includes('example')).length,
        ),
      (count) => count === 0,
    );
    expect(page.url()).toBe(here);

    command({ kind: 'close-window' });
    expect([await ended, stderr()]).toEqual([0, '']);
  });

  test('runs a comparison to its verdict, hears of it in batches, and prints the report', async () => {
    const { page, command, ended, stderr } = await start(join(temporaryFolder(), 'data'));
    const plan = writeSmallPlan(1);
    await page.evaluate(() => {
      const kept: unknown[][] = [];
      const here = globalThis as unknown as {
        heard: unknown[][];
        noisefloor: { subscribe: (listener: (events: unknown[]) => void) => () => void };
      };
      here.heard = kept;
      here.noisefloor.subscribe((events) => kept.push(events));
    });
    const comparison = await registerThroughBridge(page, plan.path);
    await getThroughBridge(page, 'runs.start_run', { comparison });
    await until(
      () => getThroughBridge(page, 'runs.read_progress', { comparison }),
      ({ state }) => state === 'finished',
    );
    const { candidates } = await getThroughBridge(page, 'results.read_comparison', {
      comparison,
      peek: false,
    });
    expect(candidates[0]?.overall?.n).toBe(8);
    const heard = await page.evaluate(() => (globalThis as unknown as { heard: { kind: string }[][] }).heard);
    expect(heard.flat().map(({ kind }) => kind)).toContain('progress');

    const request = { comparison, anonymous: false, examples: 5 };
    const { report } = await getThroughBridge(page, 'reports.prepare_report', { ...request, format: 'html' });
    const folder = join(plan.folder, 'reports');
    const { path } = await getThroughBridge(page, 'reports.print_report', { report, folder });
    expect(path).toMatch(/reports[/\\]noisefloor-try-a-quantised-version-[0-9a-f]{8}\.pdf$/);
    const pdf = await readFile(path, 'latin1');
    expect(pdf.startsWith('%PDF-')).toBe(true);
    expect(pdf).toContain('/StructTreeRoot');
    const text = await getThroughBridge(page, 'reports.prepare_report', { ...request, format: 'md' });
    expect(await askBridge(page, 'reports.print_report', { report: text.report, folder })).toMatchObject({
      ok: false,
      error: { code: 'usage' },
    });

    command({ kind: 'close-window' });
    expect([await ended, stderr()]).toEqual([0, '']);
  });

  test('asks before it closes on a run, pauses it, and shows it paused at the next start', async () => {
    const data = join(temporaryFolder(), 'data');
    const first = await start(data);
    const plan = writeSmallPlan(40);
    const comparison = await registerThroughBridge(first.page, plan.path);
    await getThroughBridge(first.page, 'runs.start_run', { comparison });
    const progress = (page: Page) => () => getThroughBridge(page, 'runs.read_progress', { comparison });
    await until(progress(first.page), ({ done }) => done > 0);

    first.command({ kind: 'close-window' });
    const { box } = await first.told('asked');
    expect(box.message).toBe('“Try a quantised version” is running.');
    first.command({ kind: 'press', button: box.cancelId ?? -1 });
    expect((await progress(first.page)()).state).toBe('running');

    first.command({ kind: 'close-window' });
    await first.told('asked');
    first.command({ kind: 'press', button: 0 });
    expect(await first.ended).toBe(0);

    const second = await start(data);
    const { state, done } = await progress(second.page)();
    expect(state).toBe('paused');
    expect(done).toBeGreaterThan(0);
  });
});
