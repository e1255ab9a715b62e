/** What a person does with a comparison that has ended: results, reading, reports; over the real app. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planDivergence } from '../../../src-main/app/divergence/measure-plan.ts';
import { demoFile, temporaryFolder, writeSmallPlan } from '../../fixtures/small-plan.ts';
import { firstPage, registerPlan, startApp, until, type AppUnderTest } from './app-under-test.ts';

let app: AppUnderTest;
let comparison: string;

beforeAll(async () => {
  app = await startApp();
  const plan = writeSmallPlan(12, { pure: `{gguf: ${demoFile('Q2_K-pure')}}` });
  comparison = await registerPlan(app, plan.path);
  await app.get('runs.start_run', { comparison });
  await until(
    () => app.get('runs.read_progress', { comparison }),
    ({ state }) => state === 'finished',
  );
});
afterAll(async () => {
  await app.close();
  expect(app.bugs).toEqual([]);
});

const candidate = 'pure';

test('the results say what the comparison says, and its parts agree with each other', async () => {
  const results = await app.get('results.read_comparison', { comparison, peek: false });
  const [only] = results.candidates;
  expect(results).toMatchObject({ baseline: 'bf16', selected: candidate, peeked: false, peeks: 0 });
  expect(only?.overall).toMatchObject({ n: 96, plan: expect.any(String) as string });
  expect(only?.sentences.first).toContain(candidate);
  expect(results.rerun).toMatchObject({ n: 96, flips: { losses: 0, gains: 0 } });
  const strata = await app.get('results.list_strata', {
    comparison,
    peek: false,
    candidate,
    page: firstPage,
  });
  expect(strata.total).toBe(8);
  const deltas = strata.rows.map(({ delta }) => delta ?? 0);
  expect(deltas).toEqual([...deltas].sort((a, b) => a - b));
  const flips = strata.rows.reduce((sum, { flips: { losses, gains } }) => sum + losses + gains, 0);
  expect(flips).toBe((only?.overall?.flips.losses ?? 0) + (only?.overall?.flips.gains ?? 0));
  const costs = await app.get('results.read_costs', { comparison, peek: false });
  expect(costs.rows.map((row) => row.candidate)).toEqual(['bf16', candidate]);
  for (const row of costs.rows) expect(row.tokensPerSecond).toBeGreaterThan(0);
  const outcomes = await app.get('results.read_outcomes', { comparison, peek: false });
  for (const { counts } of outcomes.rows)
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(96);
});

test('the items that were read match the flips that were counted, in pages that fit together', async () => {
  const filter = { kinds: ['lost', 'gained'] as const };
  const counts = await app.get('reading.read_counts', { comparison, candidate, filter });
  const results = await app.get('results.read_comparison', { comparison, peek: false });
  const flips = results.candidates[0]?.overall?.flips;
  expect(counts.kinds.lost).toBe(flips?.losses);
  expect(counts.kinds.gained).toBe(flips?.gains);
  expect(counts).toMatchObject({ items: 96, scored: true });
  const all = await app.get('reading.list_items', { comparison, candidate, filter, page: firstPage });
  expect(all.total).toBe(counts.matching);
  const pages = [];
  for (let offset = 0; offset < all.total; offset += 2)
    pages.push(
      ...(await app.get('reading.list_items', { comparison, candidate, filter, page: { offset, limit: 2 } }))
        .rows,
    );
  expect(pages).toEqual(all.rows);
});

test('one item is shown with its prompt, both answers, their tokens and where they part', async () => {
  const filter = { kinds: ['different'] as const };
  const { rows } = await app.get('reading.list_items', { comparison, candidate, filter, page: firstPage });
  const item = rows[0]?.item ?? '';
  const detail = await app.get('reading.read_item', { comparison, candidate, item });
  expect(detail.sameTokens).toBe(true);
  expect(detail.promptDifference).toBeNull();
  expect(detail.runs.map(({ key }) => key.replicate)).toEqual([1, 2, 1]);
  const place = { comparison, item, sample: 0 };
  const [left, right] = [
    { candidate: 'bf16', replicate: 1 },
    { candidate, replicate: 1 },
  ];
  const one = await app.get('reading.read_output', { ...place, key: left });
  const other = await app.get('reading.read_output', { ...place, key: right });
  expect(one.output?.text).not.toBe(other.output?.text);
  expect(one.output?.score?.reason).toBeTruthy();
  const prompt = await app.get('reading.read_prompt', { ...place, key: left, page: firstPage });
  expect(prompt.rows.join('\n')).toMatch(/^<s><\|user\|>.*<\|assistant\|>$/s);
  const tokens = await app.get('reading.list_tokens', { ...place, key: left, page: firstPage });
  expect(tokens.total).toBe(one.output?.generatedTokens);
  const text = tokens.rows
    .map((token) => token.text)
    .join('')
    .replaceAll('▁', ' ')
    .trim();
  expect(text).toBe(one.output?.text.trim());
  const { token } = await app.get('reading.find_first_difference', { ...place, left, right });
  expect(token).not.toBeNull();
  expect(token).toBeLessThanOrEqual(tokens.total);
  const same = await app.get('reading.find_first_difference', { ...place, left, right: left });
  expect(same.token).toBeNull();
});

test('divergence is measured beside it: on Results, where answers part on Read, and in the reports', async () => {
  const before = await app.get('divergence.read_divergence', { comparison });
  expect(before).toMatchObject({ measuring: null, report: null, whole: false, refusal: null, flips: [] });
  // Begun in a terminal, with the app closed.
  const { data } = app;
  await app.close();
  const never = new AbortController().signal;
  const begun = await planDivergence(data, { plan: comparison }, { most: 10 }, never, () => undefined);
  expect(begun.ok).toBe(true);
  app = await startApp(data);
  expect(await app.get('divergence.read_divergence', { comparison })).toMatchObject({ whole: false });
  expect((await app.get('divergence.start_divergence', { comparison })).measuring?.state).toBe('running');
  // One at a time has the machine.
  const second = await app.ask('noise.start_noise', {
    ...{ model: 'any', prompts: 1, tokens: 1, context: 64, flashAttention: null, set: null },
  });
  expect(second.ok).toBe(false);
  const { measuring, report, whole, flips } = await until(
    () => app.get('divergence.read_divergence', { comparison }),
    (now) => now.measuring?.state !== 'running',
  );
  expect(measuring).toMatchObject({ state: 'finished', at: { done: 86, of: 86 }, problem: null });
  expect(whole).toBe(true);
  const [only] = report?.candidates ?? [];
  expect(only?.items).toBeGreaterThan(0);
  // The reruns of the demo on the CPU are the same to the last bit.
  expect(report?.rerun).toMatchObject({ paired: 96, parted: 0, floor: 0 });
  const filter = { kinds: [], parting: 'damage' as const };
  const counts = await app.get('reading.read_counts', { comparison, candidate, filter });
  expect(counts.partings).toEqual(only?.partings.kinds);
  expect(counts.matching).toBe(only?.partings.kinds?.damage);
  const damaged = await app.get('reading.list_items', { comparison, candidate, filter, page: firstPage });
  expect(damaged.total).toBe(counts.matching);
  expect(flips[0]?.damage).toEqual({ lost: counts.kinds.lost, gained: counts.kinds.gained });
  const keys = { left: { candidate: 'bf16', replicate: 1 }, right: { candidate, replicate: 1 } };
  for (const { item } of damaged.rows.slice(0, 5)) {
    const place = { comparison, item, sample: 0 };
    const { token, spans, parting } = await app.get('reading.find_first_difference', { ...place, ...keys });
    expect(parting).toMatchObject({ kind: 'damage' });
    expect(parting?.margin).toBeGreaterThan(0);
    const { output } = await app.get('reading.read_output', { ...place, key: keys.left });
    const { rows } = await app.get('reading.list_tokens', { ...place, key: keys.left, page: firstPage });
    const text = rows[token ?? 0]?.text.replaceAll('▁', ' ');
    // Where the baseline ends, or the token is a byte, there is no such text.
    if (spans.left !== null && text !== undefined && !text.startsWith('<0x'))
      expect(text).toContain(output?.text.slice(spans.left.start, spans.left.end));
  }
  const markdown = await app.get('reports.prepare_report', {
    ...{ comparison, format: 'md', anonymous: false, examples: 0 },
  });
  const opened = await app.app.openReport(markdown.report);
  expect(opened.ok && Buffer.from(opened.data.bytes).toString('utf8')).toContain(
    '## Divergence from the baseline',
  );
});

test('a label is kept, found by the filter, and taken away again', async () => {
  const filter = { kinds: [], labelled: true };
  const { rows } = await app.get('reading.list_items', {
    ...{ comparison, candidate, filter: { kinds: [] }, page: firstPage },
  });
  const item = rows[3]?.item ?? '';
  await app.get('reading.label_item', { comparison, candidate, item, label: 'bad_item' });
  const labelled = await app.get('reading.list_items', { comparison, candidate, filter, page: firstPage });
  expect(labelled.rows.map((row) => [row.item, row.label])).toEqual([[item, 'bad_item']]);
  await app.get('reading.label_item', { comparison, candidate, item, label: null });
  expect(
    (await app.get('reading.list_items', { comparison, candidate, filter, page: firstPage })).total,
  ).toBe(0);
});

test('reports are prepared, opened and saved next to earlier ones; an anonymous one names no folder', async () => {
  const request = { comparison, format: 'html', anonymous: false, examples: 5 } as const;
  const prepared = await app.get('reports.prepare_report', request);
  const opened = await app.app.openReport(prepared.report);
  expect(opened.ok && Buffer.from(opened.data.bytes).toString('utf8')).toContain('<!doctype html>');
  const folder = join(temporaryFolder(), 'made');
  const first = await app.get('reports.save_report', { report: prepared.report, folder });
  const second = await app.get('reports.save_report', { report: prepared.report, folder });
  expect(existsSync(first.path)).toBe(true);
  expect(second.path).not.toBe(first.path);
  expect(readFileSync(second.path)).toEqual(readFileSync(first.path));
  for (const format of ['html', 'md', 'csv', 'json'] as const) {
    const { report } = await app.get('reports.prepare_report', { ...request, format, anonymous: true });
    const anonymous = await app.app.openReport(report);
    if (!anonymous.ok) throw new Error(anonymous.error.message);
    const text = Buffer.from(anonymous.data.bytes).toString('utf8');
    expect(text).not.toContain(demoFile('BF16'));
    expect(text).not.toContain(join(demoFile('BF16'), '..'));
  }
  const gone = await app.ask('reports.save_report', { report: 'nothing', folder });
  expect(gone.ok ? null : gone.error.code).toBe('report_unknown');
});

test('settings are kept; the machine, the licences and the folders are shown', async () => {
  await app.get('settings.change_settings', { theme: 'dark', zoom: 1.25 });
  expect(await app.get('settings.read_settings', {})).toMatchObject({
    theme: 'dark',
    zoom: 1.25,
    letterKeys: true,
  });
  const doctor = await app.get('settings.read_doctor', {});
  expect(doctor.backends.find(({ backend }) => backend === 'cpu')?.available).toBe(true);
  expect(doctor.dataFolder.writable).toBe(true);
  const welcome = await app.get('settings.read_welcome', {});
  expect(welcome).toMatchObject({ used: true, demo: { available: true, baseline: 'bf16', items: 1617 } });
  const licences = await app.get('settings.list_licences', { page: firstPage });
  const hono = licences.rows.find((row) => row.package === 'hono');
  const text = await app.get('settings.read_licence', { id: hono?.id ?? '' });
  expect(text.text).toContain('MIT');
  const folder = await app.get('files.list_folder', {
    path: join(demoFile('BF16'), '..'),
    show: 'models',
    page: firstPage,
  });
  expect(folder.rows.filter(({ kind }) => kind === 'file').map(({ name }) => name)).toHaveLength(5);
  const nowhere = await app.ask('files.list_folder', {
    path: '/nowhere/at/all',
    show: 'models',
    page: firstPage,
  });
  expect(nowhere.ok ? null : nowhere.error.code).toBe('file_not_found');
});
