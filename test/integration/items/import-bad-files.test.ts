import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { importItemFiles, type ImportRequest } from '../../../src-main/app/import-items.ts';
import { listItemSets } from '../../../src-main/app/item-sets.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { importItems, planImport } from '../../../src-main/items/import/import-file.ts';
import { collectImport, type BrokenPolicy } from '../../../src-main/items/import/import-report.ts';
import { parquetBytes } from './parquet-bytes.ts';
import { temporaryFiles } from './temporary-files.ts';
import { zipBytes } from './zip-bytes.ts';

const files = temporaryFiles();

interface Task {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
}
const columns = ['id', 'question', 'answer'] as const;
const mapping = { id: 'id', input: 'question', answer: 'answer' } as const;

function tasks(ids: readonly string[]): Task[] {
  return ids.map((id) => ({ id, question: `What is the name of ${id}?`, answer: `name ${id}` }));
}

const cells = (task: Task): string[] => columns.map((column) => task[column]);
const fields = (task: Task) => Object.fromEntries(columns.map((column) => [column, task[column]]));
const jsonl = (all: readonly Task[]): Buffer =>
  Buffer.from(all.map((task) => `${JSON.stringify(fields(task))}\n`).join(''));
const table = (all: readonly Task[], delimiter: string): Buffer =>
  Buffer.from([columns, ...all.map(cells)].map((row) => `${row.join(delimiter)}\r\n`).join(''));

/** The same items in every format that is read. */
const formats: Readonly<Record<string, (all: readonly Task[]) => Uint8Array>> = {
  'tasks.jsonl': jsonl,
  'tasks.jsonl.gz': (all) => gzipSync(jsonl(all)),
  'utf16.jsonl': (all) => Buffer.from(`\uFEFF${jsonl(all).toString()}`, 'utf16le'),
  'list.json': (all) => Buffer.from(JSON.stringify(all.map(fields))),
  'document.json': (all) => Buffer.from(JSON.stringify({ items: all.map(fields) })),
  'tasks.csv': (all) => table(all, ','),
  'tasks.tsv': (all) => table(all, '\t'),
  'tasks.yaml': (all) =>
    Buffer.from(
      all
        .map(({ id, question, answer }) => `- id: ${id}\n  question: ${question}\n  answer: ${answer}\n`)
        .join(''),
    ),
  'tasks.parquet': (all) =>
    parquetBytes(
      columns.map((name) => ({ name, data: all.map((task) => task[name]), type: 'STRING' as const })),
    ),
  'log.eval': (all) =>
    zipBytes(
      {
        'header.json': { version: 2, status: 'success', eval: {} },
        ...Object.fromEntries(
          all.map((task, index) => [`samples/${index}_epoch_1.json`, fields(task)] as const),
        ),
      },
      'deflate',
    ),
};
const names = Object.keys(formats);

function bytesOf(name: string, ids: readonly string[]): Buffer {
  return Buffer.from(formats[name]?.(tasks(ids)) ?? []);
}

/** The ids that an import keeps, or why it is refused. */
async function outcome(file: string, policy: BrokenPolicy = 'refuse'): Promise<string[] | Failure> {
  const plan = await planImport(file, { mapping });
  if (!plan.ok) return plan.error;
  const collected = await collectImport(plan.data, policy);
  return collected.ok ? collected.data.items.map(({ item }) => item.id) : collected.error;
}

function refusal(result: string[] | Failure): Failure {
  if (Array.isArray(result)) throw new Error(`imported: ${result.join(' ')}`);
  expect(result.next).toBeTruthy();
  return result;
}

const five = ['a', 'b', 'c', 'd', 'e'];

describe.each(names)('%s', (name) => {
  it('is read whole', async () => {
    expect(await outcome(await files.write(name, bytesOf(name, five)))).toEqual(five);
  });

  it('with an id that is there twice is refused with the place of the second', async () => {
    const file = await files.write(`twice-${name}`, bytesOf(name, ['a', 'b', 'c', 'b']));
    const failure = refusal(await outcome(file));
    expect(failure).toMatchObject({ code: 'item_duplicate', where: { file, item: 'b' } });
    const { line, row } = failure.where ?? {};
    // The header is a line; in YAML and the others, records are counted.
    const place = /csv|tsv/.test(name) ? 5 : 4;
    expect(line ?? row).toBe(place);
    expect(failure.message).toContain(file);
    expect(await outcome(file, 'skip')).toEqual(['a', 'b', 'c']);
  });

  it('that is cut off anywhere never gives more than its records, and none of half a file where that shows', async () => {
    const whole = bytesOf(name, five);
    const file = join(dirname(await files.write('cut', '')), `cut-${name}`);
    // Formats with an end of their own: a cut always shows. In the others a cut between two records cannot.
    const closed = /gz|\.json$|parquet|eval/.test(name);
    for (let at = 0; at < whole.byteLength; at += 11) {
      await files.write(`cut-${name}`, whole.subarray(0, at));
      for (const policy of ['refuse', 'skip'] as const) {
        const result = await outcome(file, policy);
        if (!Array.isArray(result)) {
          expect(result.message).toContain(file);
          expect(result.next).toBeTruthy();
        } else {
          expect(closed ? `${name} at ${at}: ${result.join(' ')}` : '').toBe('');
          expect(five.slice(0, result.length)).toEqual(result);
        }
      }
    }
  });
});

describe('YAML', () => {
  it.each([
    ['a cycle', '- &a\n  id: x\n  question: [*a]\n  answer: b\n'],
    ['a cycle through a merge', 'items: &a\n  - id: x\n    question: *a\n    answer: b\n'],
    [
      'aliases that unfold without end',
      `${Array.from(
        { length: 12 },
        (_, level) =>
          `a${level}: &a${level} [${Array<string>(9)
            .fill(level === 0 ? 'x' : `*a${level - 1}`)
            .join(', ')}]`,
      ).join('\n')}\n`,
    ],
  ])('with %s is refused with the file', async (_name, text) => {
    const file = await files.write('cyclic.yaml', text);
    const failure = refusal(await outcome(file));
    expect(failure).toMatchObject({ code: 'file_broken', where: { file } });
  });
});

const gigabyte = 1024 ** 3;

/** A file whose middle is a hole: it takes no room on the disk, and reads as a gigabyte of NULs. */
async function sparse(name: string, before: string, after: string): Promise<string> {
  const file = await files.write(name, before);
  const handle = openSync(file, 'r+');
  ftruncateSync(handle, gigabyte);
  writeSync(handle, after, gigabyte);
  closeSync(handle);
  return file;
}

describe('a gigabyte without a line end', () => {
  const many = Array.from({ length: 8000 }, (_, index) => `i${index}`);

  it.each([
    ['list.json', JSON.stringify(tasks(many)).slice(0, -1), ',{"id":"', '"}]', 'line_too_long', 8001],
    ['long.csv', table(tasks(many), ',').toString(), 'x,"', '",b\r\n', 'file_broken', 8002],
  ] as const)('in %s is named and not held in memory', async (name, good, before, after, code, line) => {
    const file = await sparse(name, `${good}${before}`, after);
    const peak = process.resourceUsage().maxRSS;
    const plan = await planImport(file, { mapping });
    const failures: Failure[] = [];
    let items = 0;
    if (plan.ok)
      for await (const batch of importItems(plan.data))
        for (const item of batch) {
          if (item.ok) items += 1;
          else failures.push(item.error);
        }
    expect(items).toBe(8000);
    expect(failures).toMatchObject([{ code, where: { file } }]);
    expect(failures[0]?.where?.line ?? failures[0]?.where?.row).toBe(line);
    expect(process.resourceUsage().maxRSS - peak).toBeLessThan(400 * 1024);
  });

  it.each([
    // Whole files of these formats are refused by their size before anything is parsed.
    ['long.yaml', `- id: x\n  question: ${'y'.repeat(300_000)}`, 'file_too_large'],
    ['long.json', `{"items":[{"id":"x","question":"${'y'.repeat(300_000)}`, 'file_too_large'],
  ])('in %s is refused', async (name, before, code) => {
    const file = await sparse(name, before, '"}]}\n');
    expect(refusal(await outcome(file))).toMatchObject({ code, where: { file } });
  });
});

describe('what is no file of items', () => {
  const request: Omit<ImportRequest, 'files' | 'name'> = {
    map: ['id=id', 'input=question', 'answer=answer'],
    heldOut: 0.5,
    seed: 1,
    skipProblems: true,
  };

  it('is refused with the way out, and leaves no set behind', async () => {
    const good = bytesOf('tasks.jsonl', five);
    const here = dirname(await files.write('good.jsonl', good));
    const pipe = join(here, 'pipe.jsonl');
    const maker = 'mkfifo';
    execFileSync(maker, [pipe]);
    const refusals: readonly (readonly [string, string, string])[] = [
      ['/dev/null', 'file_unreadable', 'is a device'],
      [pipe, 'file_unreadable', 'is a pipe'],
      [here, 'file_unreadable', 'is a folder'],
      [join(here, 'none.jsonl'), 'file_not_found', 'no such file'],
      [await files.write('empty.jsonl', ''), 'file_empty', 'is empty'],
      [
        await files.write('zipped.jsonl', zipBytes({ 'tasks.jsonl': 'x' }, 'deflate')),
        'shape_unknown',
        'is a ZIP archive',
      ],
      [
        await files.write('sheet.xlsx', zipBytes({ 'xl/workbook.xml': 'x' }, 'deflate')),
        'shape_unknown',
        'is an Excel workbook',
      ],
      [
        await files.write('twice.jsonl.gz', gzipSync(gzipSync(good))),
        'shape_unknown',
        'packed with gzip twice',
      ],
      [await files.write('header.csv', 'id,question,answer\r\n'), 'items_none', 'holds no records'],
      [await files.write('cut.jsonl.gz', gzipSync(good).subarray(0, -9)), 'file_broken', 'cut off'],
      [
        await files.write('mixed.jsonl', Buffer.concat([good, Buffer.from('{"id":"\xff"}\n', 'latin1')])),
        'file_encoding',
        'line 6',
      ],
    ];
    const data = join(here, 'data');
    for (const [file, code, words] of refusals) {
      const imported = await importItemFiles(data, { ...request, files: [file], name: 'tasks' });
      const error = imported.ok ? null : imported.error;
      expect(error).toMatchObject({ code, where: { file } });
      expect(error?.message).toContain(words);
      expect(error?.next).toBeTruthy();
    }
    const name = join(here, 'good.jsonl');
    const both = await importItemFiles(data, { ...request, files: [name, pipe], name: 'tasks' });
    expect(both).toMatchObject({ ok: false, error: { code: 'file_unreadable' } });
    expect(listItemSets(data)).toEqual({ ok: true, data: [] });
  });
});
