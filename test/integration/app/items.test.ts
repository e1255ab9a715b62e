import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallInput } from '../../../src-main/contract/calls/calls.ts';
import { temporaryFolder } from '../../fixtures/small-plan.ts';
import { firstPage, startApp, until, type AppUnderTest } from './app-under-test.ts';

let app: AppUnderTest;
let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
  app = await startApp(join(folder, 'data'));
});
afterEach(async () => {
  await app.close();
  expect(app.bugs).toEqual([]);
});

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'items');
const gsm8k = join(fixtures, 'gsm8k.jsonl');

function write(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Forty rows in ten documents and two queues, with columns that no known shape has. */
function tickets(): string {
  const rows = Array.from({ length: 40 }, (_, index) => {
    const queue = index % 2 === 0 ? 'billing' : 'delivery';
    return `T-${index},Ticket ${index}: what is ${index} and 1?,${index + 1},${queue},doc-${Math.floor(index / 4)}`;
  });
  return write('tickets.csv', ['ticket,text,reply,queue,document', ...rows, ''].join('\r\n'));
}

const mapping = { id: 'ticket', input: 'text', answer: 'reply', stratum: 'queue', cluster: 'document' };
const choices = { heldOut: 0.5, seed: 7, skipProblems: false, prepared: false };

async function freeze(
  path: string,
  name: string,
  more: Partial<Omit<CallInput<'items.freeze_import'>, 'importing' | 'name'>> = {},
) {
  const { importing } = await app.get('items.open_import', { path });
  await app.get('items.change_import', { importing, mapping });
  return app.get('items.freeze_import', { importing, name, ...choices, ...more });
}

async function devItems(name: string, version: number) {
  const { rows } = await app.get('items.list_items', { set: { name, version }, page: firstPage });
  return rows;
}

test('a file of an unknown shape shows its fields, and its items once a person says which is which', async () => {
  const opened = await app.get('items.open_import', { path: tickets() });
  expect(opened).toMatchObject({
    fileName: 'tickets.csv',
    format: null,
    fields: ['ticket', 'text', 'reply', 'queue', 'document'],
    mapping: {},
    good: 0,
    first: [],
  });
  expect(opened.formats).toContain('gsm8k');
  const { importing } = opened;
  expect(await app.ask('items.freeze_import', { importing, name: 'desk', ...choices })).toMatchObject({
    ok: false,
    error: { code: 'shape_unknown' },
  });
  expect(await app.ask('items.change_import', { importing, mapping: { answer: 'reply' } })).toMatchObject({
    ok: false,
    error: { code: 'usage', message: expect.stringContaining('input') as unknown },
  });
  expect(
    await app.ask('items.change_import', { importing, mapping: { input: 'no such column' } }),
  ).toMatchObject({ ok: false, error: { code: 'usage' } });
  const mapped = await app.get('items.change_import', { importing, mapping });
  expect(mapped).toMatchObject({ format: null, mapping, read: 40, good: 40, problems: 0 });
  expect(mapped.first).toHaveLength(10);
  expect(mapped.first[3]).toMatchObject({
    id: 'T-3',
    messages: [{ role: 'user', content: 'Ticket 3: what is 3 and 1?' }],
    stratum: 'delivery',
    cluster: 'doc-0',
    check: { kind: 'numeric', answer: 4 },
  });
});

test('a file of a known shape is recognised, may be read otherwise, and is gone when it is closed', async () => {
  const opened = await app.get('items.open_import', { path: gsm8k });
  expect(opened.format).toBe('gsm8k');
  expect(opened.first[0]).toMatchObject({ check: { kind: 'numeric', answer: 12 } });
  const { importing } = opened;
  const other = await app.get('items.change_import', {
    importing,
    mapping: { input: 'question', answer: 'answer', scorer: 'f1' },
  });
  expect(other.first[0]).toMatchObject({ check: { kind: 'f1' } });
  expect(await app.ask('items.change_import', { importing, format: 'no-such-shape' })).toMatchObject({
    ok: false,
    error: { code: 'usage' },
  });
  const back = await app.get('items.change_import', { importing, format: 'gsm8k' });
  expect(back).toMatchObject({ format: 'gsm8k', mapping: {}, good: opened.good });
  await app.get('items.close_import', { importing });
  expect(await app.ask('items.change_import', { importing, format: 'gsm8k' })).toMatchObject({
    ok: false,
    error: { code: 'file_not_found', next: 'Choose the file again.' },
  });
});

test('choices are scored by the text of the answer, or by log-probability where a person says so', async () => {
  const opened = await app.get('items.open_import', { path: join(fixtures, 'mmlu.jsonl') });
  expect(opened.first[0]?.messages[0]?.content).toContain('A cork');
  expect(opened.first[0]?.check).not.toHaveProperty('by');
  const { importing, format } = opened;
  if (format === null) throw new Error('the shape is known');
  const weighed = await app.get('items.change_import', { importing, format, choiceBy: 'logprob' });
  expect(weighed.first[0]).toMatchObject({
    check: { kind: 'choice', by: 'logprob', answer: 'B' },
    messages: [{ content: 'Which of these floats on water?' }],
  });
  const mapped = await app.get('items.change_import', {
    importing,
    mapping: { input: 'question', options: 'choices', answer: 'answer', scorer: 'choice' },
    choiceBy: 'logprob',
  });
  expect(mapped.first[0]?.check).toMatchObject({ kind: 'choice', by: 'logprob' });
  const frozen = { importing, name: 'floats', ...choices, skipProblems: true, heldOut: 0 };
  await app.get('items.change_import', { importing, format, choiceBy: 'logprob' });
  await app.get('items.freeze_import', frozen);
  const [row] = await devItems('floats', 1);
  const set = { name: 'floats', version: 1 };
  expect(await app.get('items.read_item', { set, item: row?.id ?? '' })).toMatchObject({
    check: { kind: 'choice', by: 'logprob' },
  });
});

test('every broken row is listed with its line, and refuses the import unless it may be left out', async () => {
  const rows = Array.from({ length: 130 }, (_, index) => `${index},What is ${index} and 1?,${index + 1}`);
  rows[88] = '88,"What is it?",89,and one cell more';
  rows[120] = '120,,121';
  rows[125] = '7,Once again?,126';
  const path = write('rows.csv', ['number,text,reply', ...rows, ''].join('\n'));
  const { importing } = await app.get('items.open_import', { path });
  await app.get('items.change_import', {
    importing,
    mapping: { id: 'number', input: 'text', answer: 'reply' },
  });
  const problems = await app.get('items.list_import_problems', { importing, page: firstPage });
  expect(problems).toMatchObject({ total: 3, read: 130, good: 127, problems: 3 });
  expect(problems.rows.map(({ where }) => where?.line)).toEqual([90, 122, 127]);
  expect(problems.rows.every(({ next }) => next !== undefined)).toBe(true);
  const second = await app.get('items.list_import_problems', { importing, page: { offset: 1, limit: 1 } });
  expect(second.rows).toEqual([problems.rows[1]]);

  const refused = await app.ask('items.freeze_import', { importing, name: 'rows', ...choices });
  expect(refused).toMatchObject({ ok: false, error: { where: { line: 90 } } });
  expect((await app.get('items.list_sets', { page: firstPage })).total).toBe(0);
  const frozen = await app.get('items.freeze_import', {
    importing,
    name: 'rows',
    ...choices,
    skipProblems: true,
  });
  expect(frozen).toMatchObject({ name: 'rows', version: 1, items: 127 });
  const told = await until(
    () => Promise.resolve(app.events),
    (events) => events.length > 0,
  );
  expect(told).toContainEqual({ kind: 'store_changed', change: { of: 'items' } });
});

test('freezing splits every stratum by the seed and never through a cluster', async () => {
  const frozen = await freeze(tickets(), 'desk');
  const { strata, sources, checks, heldOutReadings, hash } = await app.get('items.read_set', {
    name: 'desk',
    version: 1,
  });
  expect(hash).toBe(frozen.hash);
  expect(strata).toEqual([
    { stratum: 'billing', dev: 10, heldOut: 10 },
    { stratum: 'delivery', dev: 10, heldOut: 10 },
  ]);
  expect({ sources, checks, heldOutReadings }).toEqual({
    sources: ['tickets'],
    checks: [{ kind: 'numeric', items: 40 }],
    heldOutReadings: 0,
  });
  const perDocument = Map.groupBy(await devItems('desk', 1), ({ id }) => Math.floor(Number(id.slice(2)) / 4));
  expect([...perDocument.values()].map((items) => items.length)).toEqual([4, 4, 4, 4, 4]);

  // The same seed is the same version again; another one draws other documents.
  expect(await freeze(tickets(), 'desk')).toEqual(frozen);
  const other = await freeze(tickets(), 'desk', { seed: 8 });
  expect(other).toMatchObject({ version: 2, items: 40 });
  expect(other.hash).not.toBe(frozen.hash);
  const listed = await app.get('items.list_sets', { page: firstPage, search: 'DES' });
  expect(listed.rows).toMatchObject([
    { name: 'desk', version: 2, versions: 2, items: 40, dev: 20, heldOut: 20, strata: 2, comparisons: 0 },
  ]);
});

test('a cluster to which the file gives both splits is dev as a whole, and that is said', async () => {
  const line = (id: string, split: string, cluster: string) =>
    JSON.stringify({ id, input: `Say ${id}.`, split, cluster, check: { kind: 'exact', answer: id } });
  const path = write(
    'split.jsonl',
    [line('a', 'dev', 'd'), line('b', 'held_out', 'd'), line('c', 'held_out', 'e')].join('\n'),
  );
  const { importing } = await app.get('items.open_import', { path });
  const choices = { name: 'split', heldOut: 0.5, seed: 1, skipProblems: false, prepared: false };
  expect(await app.get('items.freeze_import', { importing, ...choices })).toMatchObject({
    items: 3,
    madeDev: 1,
  });
  expect((await devItems('split', 1)).map(({ id }) => id)).toEqual(['a', 'b']);
});

test('the difference between two versions counts what was added, removed and changed', async () => {
  const base = ['id,text,reply', 'a,One?,1', 'b,Two?,2', 'c,Three?,3'];
  const next = ['id,text,reply', 'a,One?,1', 'b,Two now?,2', 'd,Four?,4', 'e,Five?,5'];
  for (const lines of [base, next]) {
    const path = write('few.csv', `${lines.join('\n')}\n`);
    const { importing } = await app.get('items.open_import', { path });
    await app.get('items.change_import', {
      importing,
      mapping: { id: 'id', input: 'text', answer: 'reply' },
    });
    await app.get('items.freeze_import', { importing, name: 'few', ...choices, heldOut: 1 });
  }
  expect(await app.get('items.read_difference', { name: 'few', from: 1, to: 2 })).toEqual({
    added: 2,
    removed: 1,
    changed: 1,
    same: 1,
  });
  expect(await app.ask('items.read_difference', { name: 'few', from: 1, to: 3 })).toMatchObject({
    ok: false,
    error: { code: 'item_set_unknown' },
  });
  // Counted without a reading of the items, all of which are held out.
  const { heldOutReadings } = await app.get('items.read_set', { name: 'few', version: 2 });
  expect(heldOutReadings).toBe(0);
});

test('held-out items come out on no route', async () => {
  await freeze(tickets(), 'desk');
  const set = { name: 'desk', version: 1 };
  const dev = await devItems('desk', 1);
  expect(dev.map(({ split }) => split)).toEqual(Array.from({ length: 20 }, () => 'dev'));
  const shown = new Set(dev.map(({ id }) => id));
  const heldOut = Array.from({ length: 40 }, (_, index) => `T-${index}`).filter((id) => !shown.has(id));
  expect(heldOut).toHaveLength(20);
  for (const item of heldOut) {
    const refused = { ok: false, error: { code: 'held_out_refused' } };
    expect(await app.ask('items.read_item', { set, item })).toMatchObject(refused);
    const search = `Ticket ${item.slice(2)}:`;
    expect((await app.get('items.list_items', { set, search, page: firstPage })).total).toBe(0);
  }
  const texts: string[] = [];
  const jsonl = join(folder, 'desk.jsonl');
  expect(await app.get('items.export_set', { set, format: 'jsonl', path: jsonl })).toEqual({
    path: jsonl,
    items: 20,
    cardPaths: [`${jsonl}.card.md`, `${jsonl}.card.json`],
  });
  texts.push(readFileSync(jsonl, 'utf8'));
  // What is there stays: the next one gets a number, and says so.
  writeFileSync(jsonl, 'mine');
  expect(await app.get('items.export_set', { set, format: 'jsonl', path: jsonl })).toEqual({
    path: join(folder, 'desk-2.jsonl'),
    items: 20,
    cardPaths: [join(folder, 'desk-2.jsonl.card.md'), join(folder, 'desk-2.jsonl.card.json')],
  });
  expect(readFileSync(jsonl, 'utf8')).toBe('mine');
  expect(readFileSync(join(folder, 'desk-2.jsonl'), 'utf8')).toBe(texts[0]);
  const parquet = join(folder, 'desk.parquet');
  await app.get('items.export_set', { set, format: 'parquet', path: parquet });
  const bytes = readFileSync(parquet);
  const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
  expect(rows).toHaveLength(20);
  texts.push(JSON.stringify(rows));
  const card = readFileSync(`${jsonl}.card.md`, 'utf8');
  const { canary, hash } = await app.get('items.read_set', set);
  for (const said of [hash, canary, 'Not searched for.', '| numeric | 40 |', '20 held out'])
    expect(card).toContain(said);
  for (const id of heldOut) expect(card).not.toContain(id);
  expect(texts[0]?.split(canary)).toHaveLength(21);
  for (const text of texts) {
    for (const id of shown) expect(text).toContain(`"${id}"`);
    for (const id of heldOut) expect(text).not.toContain(`"${id}"`);
  }
  expect((await app.get('items.read_set', set)).heldOutReadings).toBe(0);
});

test('dev items are found by stratum and by words, and read one by one', async () => {
  await freeze(tickets(), 'desk', { heldOut: 0 });
  const set = { name: 'desk', version: 1 };
  const billing = await app.get('items.list_items', {
    set,
    stratum: 'billing',
    page: { offset: 18, limit: 5 },
  });
  expect(billing).toMatchObject({ total: 20, offset: 18, rows: [{ id: 'T-36' }, { id: 'T-38' }] });
  const found = await app.get('items.list_items', { set, search: 'WHAT IS 31', page: firstPage });
  expect(found.rows).toMatchObject([{ id: 'T-31', preview: 'Ticket 31: what is 31 and 1?' }]);
  expect(await app.get('items.read_item', { set, item: 'T-31' })).toMatchObject({
    stratum: 'delivery',
    split: 'dev',
    source: 'tickets',
    check: { kind: 'numeric', answer: 32 },
  });
  expect(
    await app.ask('items.list_items', { set: { name: 'desk', version: 9 }, page: firstPage }),
  ).toMatchObject({ ok: false, error: { code: 'item_set_unknown' } });
});

test('an export that cannot be written says so and leaves nothing', async () => {
  await freeze(tickets(), 'desk');
  const path = join(write('a-file', ''), 'desk.jsonl');
  expect(
    await app.ask('items.export_set', { set: { name: 'desk', version: 1 }, format: 'jsonl', path }),
  ).toMatchObject({ ok: false, error: { code: 'file_unwritable' } });
});

test('the dev items of a version are looked for in texts, held-out ones are not, and the card says what was found', async () => {
  await freeze(tickets(), 'desk');
  const set = { name: 'desk', version: 1 };
  const { rows } = await app.get('items.list_items', { set, page: firstPage });
  const all = Array.from({ length: 40 }, (_, index) => `Ticket ${index}: what is ${index} and 1?`);
  const corpus = write('corpus.txt', ['Nothing here.', ...all].join('\n'));
  const detail = await app.get('items.read_set', set);
  const leaked = write('leaked.jsonl', `{"a":1}\n${JSON.stringify({ text: detail.canary })}\n`);
  const search = { set, paths: [corpus, leaked], runWords: 5, threshold: 0.5 };
  const started = await app.get('items.start_contamination', search);
  const found = await until(
    () => app.get('items.read_contamination', { search: started.search }),
    ({ state }) => state !== 'running',
  );
  expect(found).toMatchObject({
    state: 'finished',
    files: { done: 2, total: 2 },
    checked: rows.length,
    contaminated: rows.length,
    share: 1,
    heldOut: 40 - rows.length,
    canaries: [{ file: leaked, line: 2 }],
    unread: [],
    problem: null,
  });
  const page = await app.get('items.list_overlaps', {
    search: started.search,
    page: { offset: 1, limit: 3 },
  });
  expect(page.total).toBe(rows.length);
  const [first] = page.rows;
  const number = Number(first?.item.slice(2));
  expect(first?.passages[0]).toMatchObject({
    file: corpus,
    line: number + 2,
    inText: { passage: `Ticket ${number}: what is ${number} and 1` },
  });
  const shown = new Set(rows.map(({ id }) => id));
  for (const { item } of page.rows) expect(shown).toContain(item);
  expect((await app.get('items.read_set', set)).heldOutReadings).toBe(0);

  const out = join(folder, 'searched.jsonl');
  const { cardPaths } = await app.get('items.export_set', { set, format: 'jsonl', path: out });
  expect(readFileSync(cardPaths[0] ?? '', 'utf8')).toContain(
    `${rows.length} of ${rows.length} dev items that could be looked for have more than 50.0 % of their words in runs of 5 words`,
  );
  expect(
    await app.ask('items.start_contamination', { ...search, set: { name: 'desk', version: 2 } }),
  ).toMatchObject({ error: { code: 'item_set_unknown' } });
  const lost = await app.get('items.start_contamination', { ...search, paths: [`${corpus}.not`] });
  const failed = await until(
    () => app.get('items.read_contamination', { search: lost.search }),
    ({ state }) => state !== 'running',
  );
  expect(failed).toMatchObject({ state: 'failed', problem: { code: 'file_not_found' } });
});
