import { describe, expect, it } from 'vitest';
import { collectImport } from '../../../src-main/items/import/import-report.ts';
import { planImport } from '../../../src-main/items/import/import-file.ts';
import { parquetClassLabels, parquetRecords } from '../../../src-main/items/import/parquet.ts';
import { arcParquet, codecs, mmluParquet, parquetBytes } from './parquet-bytes.ts';
import { temporaryFiles } from './temporary-files.ts';

const files = temporaryFiles();

async function read(file: string) {
  const outline: unknown[] = [];
  for await (const batch of parquetRecords(file)) {
    for (const record of batch) outline.push(record.ok ? record.data.fields : record.error.message);
  }
  return outline;
}

describe('a Parquet file', () => {
  it.each(codecs)(
    'is read in the codec %s, with dictionaries, lists and several row groups',
    async (codec) => {
      const file = await files.write(`test-00000-of-00001-${codec}.parquet`, mmluParquet(codec, 250));
      const plan = await planImport(file);
      if (!plan.ok) throw new Error(plan.error.message);
      expect(plan.data.recognised).toMatchObject({ format: 'parquet', shape: 'mmlu' });
      const collected = await collectImport(plan.data);
      if (!collected.ok) throw new Error(collected.error.message);
      const { items, report } = collected.data;
      expect(report).toMatchObject({ read: 250, kept: 250 });
      expect(items[249]?.item).toMatchObject({
        stratum: 'odd_numbers',
        check: { kind: 'choice', options: ['249', '250', '251', 'None'], answer: 'A' },
      });
      expect(items[249]?.where.row).toBe(250);
      expect(await parquetClassLabels(file)).toEqual({ ok: true, data: { answer: ['A', 'B', 'C', 'D'] } });
    },
  );

  it('has structs of lists where a data set has lists of structs', async () => {
    const plan = await planImport(await files.write('arc.parquet', arcParquet()));
    if (!plan.ok) throw new Error(plan.error.message);
    const collected = await collectImport(plan.data);
    expect(collected.ok && collected.data.items.map(({ item }) => item.check)).toEqual([
      { kind: 'choice', options: ['heat', 'cold', 'shade'], answer: 'A' },
      { kind: 'choice', options: ['a cork', 'a magnet', 'a leaf', 'a cup'], answer: 'B' },
    ]);
  });

  it('has values that JSON does not: they become text, dates, lists and null', async () => {
    const bytes = parquetBytes([
      { name: 'big', data: [9007199254740993n, 5n], type: 'INT64' },
      { name: 'time', data: [new Date('2026-01-05T10:00:00Z'), null], type: 'TIMESTAMP' },
      { name: 'bytes', data: [Uint8Array.of(0x61), Uint8Array.of(0xff)], type: 'BYTE_ARRAY' },
      { name: 'share', data: [0.5, Number.NaN], type: 'DOUBLE' },
      { name: 'empty', data: [[], null] },
    ]);
    expect(await read(await files.write('kinds.parquet', bytes))).toEqual([
      { big: '9007199254740993', time: '2026-01-05T10:00:00.000Z', bytes: 'a', share: 0.5, empty: [] },
      { big: 5, time: null, bytes: expect.any(String) as unknown, share: null, empty: null },
    ]);
  });

  it.each(['DELTA_BINARY_PACKED', 'BYTE_STREAM_SPLIT'] as const)(
    'is read in the encoding %s',
    async (encoding) => {
      const numbers = Array.from({ length: 500 }, (_, index) => index * 7 - 300);
      const bytes = parquetBytes([{ name: 'n', data: numbers, type: 'INT32', encoding, nullable: false }]);
      expect(await read(await files.write(`${encoding}.parquet`, bytes))).toEqual(
        numbers.map((n) => ({ n })),
      );
    },
  );

  it.each(['DELTA_LENGTH_BYTE_ARRAY', 'DELTA_BYTE_ARRAY'] as const)(
    'is read in the encoding %s',
    async (encoding) => {
      const texts = Array.from({ length: 300 }, (_, index) => `text ${'x'.repeat(index % 9)} ${index}`);
      const bytes = parquetBytes([{ name: 't', data: texts, type: 'STRING', encoding }]);
      expect(await read(await files.write(`${encoding}.parquet`, bytes))).toEqual(texts.map((t) => ({ t })));
    },
  );
});

describe('a Parquet file that lies', () => {
  /** The footer's own length, the last 8 bytes but 4. */
  const withFooterLength = (length: number): Uint8Array => {
    const bytes = Buffer.from(mmluParquet('SNAPPY'));
    bytes.writeUInt32LE(length, bytes.length - 8);
    return bytes;
  };

  it.each([
    ['is cut off', mmluParquet('SNAPPY').subarray(0, 700)],
    ['has lost its beginning', mmluParquet('SNAPPY').subarray(300)],
    ['is hardly there', Buffer.from('PAR1PAR1')],
    ['claims a footer larger than itself', withFooterLength(0x7fffffff)],
    ['claims a footer of no bytes', withFooterLength(0)],
    ['claims a footer that begins elsewhere', withFooterLength(40)],
  ])('and %s is a broken file', async (name, bytes) => {
    const outline = await read(await files.write(`${name.replaceAll(' ', '-')}.parquet`, bytes));
    expect(outline).toHaveLength(1);
    expect(outline[0]).toMatch(/\.parquet: /);
  });

  it('about the values of a run is refused before they are written down', async () => {
    // One column of 8 nulls: the definition levels are one run, whose length is a varint.
    const bytes = Buffer.from(
      parquetBytes([{ name: 'n', data: Array<null>(8).fill(null), type: 'INT32' }], {
        codec: 'UNCOMPRESSED',
      }),
    );
    const run = bytes.indexOf(Buffer.from([0x10, 0x00]), 4);
    expect(run).toBeGreaterThan(0);
    expect(await read(await files.write('honest-run.parquet', bytes))).toEqual(Array(8).fill({ n: null }));
    bytes[run] = 0x7e;
    expect(await read(await files.write('lying-run.parquet', bytes))).toEqual([
      expect.stringContaining('a page is damaged'),
    ]);
  });
});
