import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createGzip, gzipSync } from 'node:zlib';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src-main/contract/result.ts';
import { importItems, planImport, type ImportOptions } from '../../../src-main/items/import/import-file.ts';
import { codecs, arcParquet, mmluParquet, parquetBytes } from './parquet-bytes.ts';
import { temporaryFiles } from './temporary-files.ts';
import { zipBytes } from './zip-bytes.ts';

const files = temporaryFiles();
const fixture = (name: string): Buffer =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/items/${name}`, import.meta.url)));

/** Everything that goes wrong with a file; throws where the program would. */
async function failuresOf(file: string, options: ImportOptions = {}): Promise<Failure[]> {
  const plan = await planImport(file, options);
  if (!plan.ok) return [plan.error];
  const failures: Failure[] = [];
  for await (const batch of importItems(plan.data)) {
    for (const item of batch) if (!item.ok) failures.push(item.error);
  }
  return failures;
}

const seeds: Readonly<Record<string, Uint8Array>> = {
  'gsm8k.jsonl': fixture('gsm8k.jsonl'),
  'high_school_gardening_test.csv': fixture('high_school_gardening_test.csv'),
  'TruthfulQA.csv': fixture('TruthfulQA.csv'),
  'mc_task.json': fixture('mc_task.json'),
  'openai-chat.jsonl': fixture('openai-chat.jsonl'),
  'sharegpt.json': fixture('sharegpt.json'),
  'samples_desk_sums.jsonl': fixture('samples_desk_sums_2026-01-05T10-00-00.123456.jsonl'),
  'inspect-log.json': fixture('inspect-log.json'),
  'suite.yaml': fixture('suite.yaml'),
  'ifeval.jsonl.gz': gzipSync(fixture('ifeval.jsonl')),
  'utf16.csv': Buffer.from(`\uFEFF${fixture('tickets.csv').toString('utf8')}`, 'utf16le'),
  'log.eval': zipBytes(
    {
      'header.json': { version: 2, status: 'success', eval: {} },
      'samples/1_epoch_1.json': { id: 1, epoch: 1, input: 'a', target: 'b' },
    },
    'zstd',
  ),
  ...Object.fromEntries(codecs.map((codec) => [`${codec}.parquet`, mmluParquet(codec, 40)])),
  'arc.parquet': arcParquet(),
  'delta.parquet': parquetBytes([
    {
      name: 'question',
      data: Array.from({ length: 200 }, (_, n) => `text ${n % 7} ${n}`),
      type: 'STRING',
      encoding: 'DELTA_BYTE_ARRAY',
    },
    {
      name: 'answer',
      data: Array.from({ length: 200 }, (_, n) => n * n),
      type: 'INT32',
      encoding: 'DELTA_BINARY_PACKED',
      nullable: false,
    },
  ]),
};

/** One change to bytes, at a place given as a share of their length. */
type Change = {
  readonly at: number;
  readonly kind: 'set' | 'cut' | 'drop' | 'double' | 'insert';
  readonly value: number;
};

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  kind: fc.constantFrom('set', 'set', 'set', 'cut', 'drop', 'double', 'insert'),
  value: fc.oneof(
    fc.integer({ min: 0, max: 255 }),
    fc.constantFrom(0, 1, 2, 0x7f, 0x80, 0xfe, 0xff, 0x22, 0x0a),
  ),
});

function changed(bytes: Uint8Array, changes: readonly Change[]): Buffer {
  let result = Buffer.from(bytes);
  for (const { at, kind, value } of changes) {
    const place = Math.floor(at * result.length);
    if (kind === 'set') result[place] = value;
    else if (kind === 'cut') result = result.subarray(0, place);
    else if (kind === 'drop')
      result = Buffer.concat([result.subarray(0, place), result.subarray(place + 1 + (value % 16))]);
    else if (kind === 'double')
      result = Buffer.concat([result.subarray(0, place), result.subarray(Math.max(0, place - value))]);
    else
      result = Buffer.concat([
        result.subarray(0, place),
        Buffer.from([value, value]),
        result.subarray(place),
      ]);
  }
  return result;
}

const runs = Number(process.env['NOISEFLOOR_FUZZ_RUNS'] ?? 60);
const mapping = { input: 'question', answer: 'answer' } as const;

describe('whatever a file holds, an import ends in items or in typed failures with the file', () => {
  const expectTyped = (failures: readonly Failure[], file: string): void => {
    for (const failure of failures) {
      expect(failure.code).toMatch(/^(file|line|item|items|shape|usage)/);
      if (failure.code !== 'usage') expect(failure.where).toMatchObject({ file });
      expect(failure.message).toContain(file);
      if (failure.code.startsWith('item_'))
        expect(failure.where?.line ?? failure.where?.row).toBeGreaterThan(0);
    }
  };

  it.each(Object.keys(seeds))('%s, changed at random places', async (name) => {
    const seed = seeds[name] ?? Buffer.alloc(0);
    const file = await files.write(name, seed);
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        async (changes, mapped) => {
          writeFileSync(file, changed(seed, changes));
          expectTyped(await failuresOf(file, mapped ? { mapping } : {}), file);
        },
      ),
      { numRuns: runs },
    );
  });

  it.each([
    'bytes.jsonl',
    'bytes.json',
    'bytes.csv',
    'bytes.yaml',
    'bytes.parquet',
    'bytes.eval',
    'bytes.gz',
    'bytes',
  ])('random bytes in %s', async (name) => {
    const file = await files.write(name, '');
    const start = fc.constantFrom(
      '',
      'PAR1',
      'PK\u0003\u0004',
      '\u001f\u008b\u0008',
      '[',
      '{',
      '- ',
      'a,b\n',
      '{"id":',
    );
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 300 }).map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(start, bytes, async (head, rest) => {
        const tail =
          head === 'PAR1' ? Buffer.from('\u0008\u0000\u0000\u0000PAR1', 'latin1') : Buffer.alloc(0);
        writeFileSync(file, Buffer.concat([Buffer.from(head, 'latin1'), rest, tail]));
        expectTyped(await failuresOf(file), file);
      }),
      { numRuns: runs },
    );
  });

  it('a missing file and a folder are failures too', async () => {
    const file = await files.write('there.jsonl', '{}');
    expect(await failuresOf(`${file}.not`)).toMatchObject([{ code: 'file_not_found' }]);
    expect(await failuresOf(file.slice(0, file.lastIndexOf('/')))).toMatchObject([
      { code: 'file_unreadable' },
    ]);
  });
});

describe('a line of 600 megabytes, longer than any string can be', () => {
  it('is named by its number and never held in memory, gzipped or not', async () => {
    const file = await files.write('long.jsonl.gz', '');
    const gzip = createGzip({ level: 1 });
    const written = once(gzip.pipe(createWriteStream(file)), 'finish');
    const item = (id: string): string =>
      `{"id":"${id}","input":"Say yes.","check":{"kind":"exact","answer":"yes"}}\n`;
    gzip.write(`${item('a')}{"id":"`);
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    for (let count = 0; count < 600; count += 1) {
      if (!gzip.write(megabyte)) await once(gzip, 'drain');
    }
    gzip.end(`"}\n${item('b')}`);
    await written;
    const before = process.resourceUsage().maxRSS;
    const failures = await failuresOf(file);
    expect(failures).toMatchObject([{ code: 'line_too_long', where: { file, line: 2 } }]);
    // Kilobytes. The limit on a line is 32 MiB; 600 would show.
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(400 * 1024);
  });
});
