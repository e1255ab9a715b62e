import { join } from 'node:path';
import { expect, test } from 'vitest';
import { browserCommand } from '../../../src-main/cli/open-browser.ts';
import { createStream } from '../../../src-main/statistics/generator.ts';
import { noisefloor } from '../../fixtures/command-line.ts';
import { committed, hasOpenSitting } from '../../fixtures/committed.ts';
import { send } from '../../fixtures/server-under-test.ts';
import { temporaryFolder, writeSmallPlan } from '../../fixtures/small-plan.ts';
import { until } from './app-under-test.ts';
import { serve, type ServedApp } from './served-app.ts';
import { setTimeout as wait } from 'node:timers/promises';

async function register(app: ServedApp, path: string): Promise<string> {
  const { draft } = await app.get('plans.import_plan', { path });
  const { revision } = await app.get('plans.read_draft', { draft });
  return (await app.get('plans.register_plan', { draft, revision })).comparison;
}

const progress = (app: ServedApp, comparison: string) => () => app.get('runs.read_progress', { comparison });

test('serve prints an address that opens the app, keeps the folder for itself, and ends cleanly on Ctrl-C', async () => {
  const data = join(temporaryFolder(), 'data');
  const app = await serve(data);
  expect(app.address.hostname).toBe('127.0.0.1');
  const page = await send(Number(app.address.port), '/', { headers: { cookie: app.cookie } });
  expect(page.text).toContain('<div id="root">');
  const second = await noisefloor('serve', '--no-open', '--data', data);
  expect(second.code).not.toBe(0);
  expect(second.stderr).toContain('is in use by process');

  const plan = writeSmallPlan(40);
  const comparison = await register(app, plan.path);
  await app.get('runs.start_run', { comparison });
  await until(progress(app, comparison), ({ done }) => done > 0);
  expect(await app.started.end('SIGINT')).toMatchObject({ code: 0, signal: null });

  // What ran was paused, and says so at the next start.
  const again = await serve(data);
  expect(await progress(again, comparison)()).toMatchObject({ state: 'paused' });
  expect(await again.started.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
});

test('killed in the middle of a run and started again, the app goes on and loses no output', async () => {
  const data = join(temporaryFolder(), 'data');
  const plan = writeSmallPlan(8);
  const stream = createStream(20_261_201, 'moments');
  let before = new Map<string, string>();
  let comparison = '';
  let brokenOff = false;
  for (let round = 0; round < 3; round += 1) {
    const app = await serve(data);
    comparison = await register(app, plan.path);
    await app.get('runs.start_run', { comparison });
    await until(progress(app, comparison), ({ done, state }) => done > before.size || state === 'finished');
    await wait((stream.next() >>> 0) % 700);
    await app.started.end('SIGKILL');
    brokenOff = hasOpenSitting(data);
    const after = committed(data);
    for (const [name, line] of before) expect(after.get(name)).toBe(line);
    before = after;
  }
  expect(before.size).toBeGreaterThan(0);

  const last = await serve(data);
  const { rows } = await last.get('comparisons.list_comparisons', { page: { offset: 0, limit: 10 } });
  if (before.size < 3 * 8 * 8) {
    expect(rows[0]).toMatchObject({ id: comparison, state: 'stopped' });
    expect(rows[0]?.remark).toMatch(/\d+ outputs? (?:is|are) safe\.$/);
  }
  if (brokenOff && before.size < 3 * 8 * 8) {
    expect(rows[0]?.remark).toMatch(/ended without a word/);
    const { stops } = await last.get('runs.read_tracks', { comparison });
    expect(stops.at(-1)).toMatchObject({ to: null, reason: 'ended without a word: killed, or a power loss' });
  }
  await last.get('runs.start_run', { comparison });
  await until(progress(last, comparison), ({ state }) => state === 'finished');
  const results = await last.get('results.read_comparison', { comparison, peek: false });
  expect(results.candidates[0]?.overall?.n).toBe(8 * 8);
  await last.started.end('SIGINT');
  const after = committed(data);
  for (const [name, line] of before) expect(after.get(name)).toBe(line);
  expect(after.size).toBe(3 * 8 * 8);
});

test('the browser is opened with what each system has for it, and not where there is no screen', () => {
  const address = 'http://127.0.0.1:1/?token=a&b=c';
  expect(browserCommand(address, 'linux', {})).toBeNull();
  expect(browserCommand(address, 'linux', { DISPLAY: ':0' })).toEqual(['xdg-open', address]);
  expect(browserCommand(address, 'linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open', address]);
  expect(browserCommand(address, 'darwin', {})).toEqual(['open', address]);
  expect(browserCommand(address, 'win32', {})?.at(-1)).toBe('http://127.0.0.1:1/?token=a^&b=c');
});

test('a port that is no port is wrong usage', async () => {
  expect((await noisefloor('serve', '--port', '70000')).code).toBe(64);
});
