import { readFile, readdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../src-main/contract/item.ts';
import { exportVersion } from '../../../src-main/items/export/export-version.ts';
import { cardMarkdown, itemSetCard, type CardInput } from '../../../src-main/items/export/item-set-card.ts';
import { exportFormats, writeItems } from '../../../src-main/items/export/write-items.ts';
import { planImport } from '../../../src-main/items/import/import-file.ts';
import { collectImport } from '../../../src-main/items/import/import-report.ts';
import type { PreparationRecord } from '../../../src-main/items/preparation-record.ts';
import { temporaryFiles } from './temporary-files.ts';

const files = temporaryFiles();

const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((text) => text.isWellFormed());
const check: fc.Arbitrary<Item['check']> = fc.oneof(
  words.map((answer) => ({ kind: 'exact' as const, answer })),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((n) => !Object.is(n, -0))
    .map((answer) => ({ kind: 'numeric' as const, answer })),
  fc
    .record({ a: words, b: fc.array(fc.integer(), { maxLength: 3 }) })
    .map((answer) => ({ kind: 'json_equal' as const, answer })),
);
const optional = fc.option(words, { nil: undefined });
const itemList = fc
  .array(
    fc.record({
      text: words,
      stratum: words,
      band: optional,
      cluster: optional,
      source: words,
      split: fc.constantFrom('dev' as const, 'held_out' as const),
      check,
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((list) =>
    list.map(({ text, band, cluster, ...rest }, index): Item => ({
      id: `i${index}`,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: text },
      ],
      ...rest,
      ...(band === undefined ? {} : { band }),
      ...(cluster === undefined ? {} : { cluster }),
    })),
  );

describe('an exported version', () => {
  it.each(exportFormats)('comes back from %s as it was, canary or not', async (format) => {
    const file = await files.write(`set.${format}`, '');
    await fc.assert(
      fc.asyncProperty(itemList, fc.boolean(), async (items, marked) => {
        const written = await writeItems(items, file, { format, ...(marked ? { canary: 'Canary 1' } : {}) });
        expect(written).toEqual({ ok: true, data: { path: file, items: items.length } });
        const plan = await planImport(file);
        const read = plan.ok ? await collectImport(plan.data) : plan;
        if (!read.ok) throw new Error(read.error.message);
        expect(read.data.items.map(({ item }) => item)).toEqual(items);
      }),
      { numRuns: 40 },
    );
  });

  it('of many items has several row groups in Parquet', async () => {
    const items = Array.from({ length: 25_000 }, (_, index): Item => ({
      id: `i${index}`,
      messages: [{ role: 'user', content: `Say ${index}.` }],
      stratum: 'all',
      split: 'dev',
      source: 'own',
      check: { kind: 'numeric', answer: index },
    }));
    const file = await files.write('many.parquet', '');
    expect(await writeItems(items, file, { format: 'parquet' })).toMatchObject({ ok: true });
    const plan = await planImport(file);
    const read = plan.ok ? await collectImport(plan.data) : plan;
    expect(read.ok && read.data.items[24_999]?.item).toEqual(items[24_999]);
  });

  it('leaves nothing behind where it cannot be written', async () => {
    const file = await files.write('in-the-way', 'a file, not a folder');
    const folder = dirname(file);
    const before = await readdir(folder);
    for (const format of exportFormats) {
      expect(await writeItems([], join(file, 'set'), { format })).toMatchObject({
        error: { code: 'file_unwritable' },
      });
    }
    expect(await readdir(folder)).toEqual(before);
  });

  it.each(exportFormats)('does not lose the %s file that was there when the disk is full', async (format) => {
    const file = await files.write(`old.${format}`, 'old');
    await symlink('/dev/full', `${file}.partial`);
    const items = Array.from({ length: 3000 }, (_, index): Item => ({
      id: `i${index}`,
      messages: [{ role: 'user', content: `Say ${index}, and so on. `.repeat(20) }],
      stratum: 's',
      split: 'dev',
      check: { kind: 'exact', answer: 'x' },
    }));
    expect(await writeItems(items, file, { format })).toMatchObject({
      error: { code: 'file_unwritable', message: expect.stringContaining('ENOSPC') as unknown },
    });
    expect(await readFile(file, 'utf8')).toBe('old');
    expect(await readdir(dirname(file))).not.toContain(`old.${format}.partial`);
  });
});

describe('a card', () => {
  const item = (id: string, more: Partial<Item>): Item => ({
    id,
    messages: [{ role: 'user', content: id }],
    stratum: 'a',
    split: 'dev',
    check: { kind: 'exact', answer: 'x' },
    ...more,
  });
  const items = [
    item('1', { source: 'log | 2025', cluster: 'k' }),
    item('2', { source: 'log | 2025', cluster: 'k', split: 'held_out' }),
    item('3', { stratum: 'b', band: 'hard', check: { kind: 'numeric', answer: 1 } }),
  ];
  const base: CardInput = {
    version: {
      name: 'desk',
      version: 3,
      hash: 'ab'.repeat(32),
      counts: { items: 30, dev: 3, heldOut: 27 },
      frozenAt: '2026-01-05T10:00:00Z',
      canary: 'Canary 1',
    },
    strata: [
      { stratum: 'a', dev: 2, heldOut: 20 },
      { stratum: 'b', dev: 1, heldOut: 7 },
    ],
    checks: [
      { kind: 'exact', items: 22 },
      { kind: 'numeric', items: 8 },
    ],
    items,
    preparation: null,
    contamination: null,
    exportedAt: '2026-01-06T10:00:00Z',
  };

  it('counts the version as a whole, and clusters, bands and sources of the file', () => {
    expect(itemSetCard(base)).toMatchObject({
      name: 'desk',
      counts: { heldOut: 27 },
      strata: base.strata,
      file: {
        items: 3,
        clusters: 2,
        bands: [{ band: 'hard', items: 1 }],
        sources: [{ source: 'log | 2025', items: 2 }],
      },
    });
  });

  it('lies beside the export, as Markdown and as JSON', async () => {
    const path = await files.write('carded.jsonl', '');
    const exported = await exportVersion(base, path, 'jsonl');
    if (!exported.ok) throw new Error(exported.error.message);
    const [markdown = '', json = ''] = exported.data.cardPaths;
    expect([markdown, json].map((file) => file.slice(dirname(path).length + 1))).toEqual([
      'carded.jsonl.card.md',
      'carded.jsonl.card.json',
    ]);
    expect(JSON.parse(await readFile(json, 'utf8'))).toEqual(exported.data.card);
    expect(await readFile(markdown, 'utf8')).toContain('# desk, version 3');
    expect((await readFile(path, 'utf8')).match(/"canary":"Canary 1"/g)).toHaveLength(3);
  });

  it('says what is not known of a version that was frozen as its file was', () => {
    const text = cardMarkdown(itemSetCard(base));
    expect(text).toContain('| a | 2 | 20 |');
    expect(text).toContain('| log \\| 2025 | 2 |');
    expect(text).toContain('27 held out');
    expect(text).toContain('The held-out ones are not in it');
    expect(text).toContain('Not recorded');
    expect(text).toContain('Not searched for.');
    expect(text).toContain('Canary 1');
  });

  it('has what scrubbing, the search for duplicates and the one in texts found', () => {
    const preparation: PreparationRecord = {
      form: 1,
      sources: [{ file: 'tickets.jsonl', read: 40, leftOut: 2 }],
      items: 38,
      steps: [
        { step: 'scrub', before: 38, after: 38, byRule: { 'e-mail': 5, iban: 0 }, names: 0, changed: 4 },
        { step: 'exact_duplicates', before: 38, after: 30, groups: 6, disagreeing: 1 },
      ],
    };
    const contamination = {
      at: '2026-01-06T09:00:00Z',
      files: 12,
      checked: 3,
      contaminated: 1,
      runWords: 13,
      threshold: 0.5,
    };
    const card = itemSetCard({ ...base, preparation, contamination });
    expect(card.preparation).toEqual(preparation);
    const text = cardMarkdown(card);
    expect(text).toContain('| tickets.jsonl | 40 | 2 |');
    expect(text).toContain('1. **Scrubbing.** 5 hits of 2 rules replaced in 4 of 38 items: e-mail 5.');
    expect(text).toContain('| iban | 0 |');
    expect(text).toContain('No rule table is complete');
    expect(text).toContain('2. **Exact duplicates.** 8 items left out');
    expect(text).toContain('Not done: near-duplicates.');
    expect(text).toContain('1 of 3 dev items that could be looked for have more than 50.0 % of their words');
  });
});
