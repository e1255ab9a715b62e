/**
 * The app as a person meets it: from the start of `noisefloor serve` to the first paint, a large comparison opened in
 * Results and in Read, its list scrolled from end to end, and what the pages weigh. Needs Chromium and `npm run build:renderer`.
 * Run with ./node_modules/.bin/node bench/app.ts [--items N]
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { rendererFolder } from '../src-main/app/bundle/built-renderer.ts';
import { startBrowser } from '../test/fixtures/browser.ts';
import { bundleSizes } from './app/bundle-sizes.ts';
import { writeLargeComparison } from './app/large-comparison.ts';

const { values } = parseArgs({
  options: { items: { type: 'string', default: '50000' } },
});
const count = Number(values.items);
const starts = 3;
const steps = 100;
/** Milliseconds: longer than this, a person sees that a frame was left out. */
const longFrame = 50;
/** Milliseconds that a screen may take before the program gives up on it. */
const patience = 300_000;

const mainProgram = join(import.meta.dirname, '..', 'src-main', 'cli', 'main.ts');
/** The least that can be started and painted: beside it, what is the app's own in a cold start. */
const emptyServer = `
require('node:http')
  .createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>empty'))
  .listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port + '/'); });`;

interface Served {
  readonly process: ChildProcess;
  /** By the clock that the page's own times are of, in milliseconds. */
  readonly startedAt: number;
  readonly address: string;
}

const clock = (): number => performance.timeOrigin + performance.now();

async function start(parameters: readonly string[]): Promise<Served> {
  const startedAt = clock();
  const child = spawn(process.execPath, [...parameters], { stdio: ['ignore', 'pipe', 'inherit'] });
  // A benchmark that fails leaves no server behind.
  process.once('exit', () => child.kill());
  let said = '';
  for await (const text of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
    said += text;
    const address = /http:\/\/\S+(?=\n)/.exec(said)?.[0];
    if (address !== undefined) return { process: child, startedAt, address };
  }
  throw new Error(`The server said no address: ${said}`);
}

function serve(data: string): Promise<Served> {
  return start([mainProgram, 'serve', '--no-open', '--port', '0', '--data', data]);
}

async function stop({ process: child }: Served): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await ended;
}

/** Milliseconds from the start of the server, and from the request for the page, to the first contentful paint. */
async function firstPaint(browser: Browser, { startedAt, address }: Served) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'commit' });
  const paint = await page.waitForFunction(() => {
    const [entry] = performance.getEntriesByName('first-contentful-paint');
    return entry === undefined ? null : { origin: performance.timeOrigin, after: entry.startTime };
  });
  const { origin, after } = (await paint.jsonValue()) ?? { origin: Number.NaN, after: Number.NaN };
  await context.close();
  return { fromStart: origin + after - startedAt, fromRequest: after };
}

/** The middle one. */
function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

async function coldStarts(browser: Browser, name: string, begin: () => Promise<Served>): Promise<void> {
  const paints: Awaited<ReturnType<typeof firstPaint>>[] = [];
  for (let round = 0; round < starts; round += 1) {
    const served = await begin();
    paints.push(await firstPaint(browser, served));
    await stop(served);
  }
  row(
    `${name}: process start to first paint`,
    milliseconds(median(paints.map(({ fromStart }) => fromStart))),
    `${milliseconds(median(paints.map(({ fromRequest }) => fromRequest)))} of them from the request for the page`,
  );
}

/** Milliseconds until the app answers a small question, over a connection of its own. */
function answerTime(url: string): Promise<number> {
  const asked = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      response.resume().once('end', () => {
        resolve(performance.now() - asked);
      });
    }).once('error', reject);
  });
}

/** The longest such time while `work` goes on. */
async function longestSilence<T>(
  origin: string,
  work: Promise<T>,
): Promise<{ readonly value: T; readonly silence: number }> {
  const ended = new AbortController();
  const watch = (async () => {
    let silence = 0;
    while (!ended.signal.aborted) {
      silence = Math.max(silence, await answerTime(`${origin}/icon.svg`));
      await setTimeout(20);
    }
    return silence;
  })();
  try {
    const value = await work;
    ended.abort();
    return { value, silence: await watch };
  } finally {
    ended.abort();
  }
}

async function opening(page: Page, url: string, ready: (page: Page) => Promise<void>): Promise<number> {
  const before = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await ready(page);
  return performance.now() - before;
}

const resultsReady = (page: Page) =>
  page
    .getByRole('region', { name: 'Verdict' })
    .getByRole('heading', { level: 1 })
    .filter({ hasText: /q8_0|q5_k_m|q4_k_m|q2_k/ })
    .waitFor({ timeout: patience });
const readReady = (page: Page) =>
  page
    .getByRole('region', { name: 'Item', exact: true })
    .getByRole('heading', { level: 2 })
    .waitFor({ timeout: patience });

async function heap(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
}

/** One step a frame, from the first row to the last. @returns the time from each frame to the next, milliseconds */
async function scroll(page: Page): Promise<readonly number[]> {
  const frames: unknown = await page.evaluate(`(async () => {
    const list = document.querySelector('[role=listbox]');
    const frames = [];
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let before = await nextFrame();
    for (let part = 1; part <= ${steps}; part += 1) {
      list.scrollTop = ((list.scrollHeight - list.clientHeight) * part) / ${steps};
      const now = await nextFrame();
      frames.push(now - before);
      before = now;
    }
    return frames;
  })()`);
  return frames as readonly number[];
}

async function largeComparison(browser: Browser, data: string, hash: string): Promise<void> {
  const served = await serve(data);
  const { origin } = new URL(served.address);
  const context = await browser.newContext({ viewport: { width: 1280, height: 820 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await page.goto(served.address);
  await page.getByRole('heading', { level: 1 }).waitFor({ timeout: patience });
  row('memory of the page on Comparisons', megabytes(await heap(session)));

  for (const [name, path, ready] of [
    ['Results', 'results', resultsReady],
    ['Read, all items', 'read?show=all', readReady],
  ] as const) {
    const url = `${origin}/comparisons/${hash}/${path}`;
    for (const time of ['first', 'second']) {
      const { value, silence } = await longestSilence(origin, opening(page, url, ready));
      const still = `the app was still for at most ${milliseconds(silence)}`;
      row(`${name}, opened the ${time} time`, milliseconds(value), still);
    }
    row(`memory of the page on ${name}`, megabytes(await heap(session)));
  }

  const before = performance.now();
  const { value: frames, silence } = await longestSilence(
    origin,
    (async () => {
      const times = await scroll(page);
      await page.getByRole('option').last().getByText(/item-/).waitFor({ timeout: patience });
      return times;
    })(),
  );
  const long = frames.filter((time) => time > longFrame).length;
  row(
    `Read scrolled from end to end in ${steps} steps`,
    `${long} frames`,
    `over ${longFrame} ms, the longest ${milliseconds(Math.max(...frames))}, the middle one ${milliseconds(median(frames))}`,
  );
  row(
    'the last row is there after',
    milliseconds(performance.now() - before),
    `the app was still for at most ${milliseconds(silence)}`,
  );
  row('memory of the page after it', megabytes(await heap(session)));
  await context.close();
  await stop(served);
}

/** The plainest way to have the same rows in memory. */
function plainParse(): void {
  const text = JSON.stringify(
    Array.from({ length: count }, (_, index) => ({
      item: `item-${index}`,
      stratum: 'stratum-0',
      flip: 'same',
      baseline: 'scored',
      candidate: 'scored',
      label: null,
      preview: `A parcel weighs ${index % 97} kg and a second one ${index % 89} kg. What do they weigh together?`,
    })),
  );
  const before = performance.now();
  JSON.parse(text);
  const size = megabytes(text.length);
  row(
    `JSON.parse of ${count.toLocaleString('en')} such rows`,
    milliseconds(performance.now() - before),
    size,
  );
}

function row(name: string, figure: string, more = ''): void {
  console.log(`${name.padEnd(52)}${figure.padStart(12)}  ${more}`.trimEnd());
}

const milliseconds = (value: number): string => `${Math.round(value).toLocaleString('en')} ms`;
const megabytes = (value: number): string => `${(value / 1e6).toFixed(1)} MB`;
const kilobytes = (value: number): string => `${(value / 1e3).toFixed(1)} kB`;

const folder = mkdtempSync(join(tmpdir(), 'noisefloor-bench-'));
const browser = await startBrowser();
try {
  const script = join(folder, 'empty-server.cjs');
  writeFileSync(script, emptyServer);
  await coldStarts(browser, 'an empty page from an empty server', () => start([script]));
  await coldStarts(browser, 'Noisefloor, nothing in it', () => serve(join(folder, 'empty')));

  const before = performance.now();
  const { hash, comparing } = await writeLargeComparison(join(folder, 'large'), count);
  row(
    `made ${count.toLocaleString('en')} items, 4 candidates, 6 runs`,
    milliseconds(performance.now() - before - comparing),
  );
  row('compared them, as at the end of a run', milliseconds(comparing));
  plainParse();
  await largeComparison(browser, join(folder, 'large'), hash);

  const sizes = bundleSizes(rendererFolder());
  const sum = (of: 'plain' | 'gzipped') => sizes.reduce((total, size) => total + size[of], 0);
  row('all pages, gzipped', kilobytes(sum('gzipped')), `${kilobytes(sum('plain'))} minified`);
  for (const { name, plain, gzipped } of sizes)
    row(`  ${name}`, kilobytes(gzipped), `${kilobytes(plain)} minified`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
