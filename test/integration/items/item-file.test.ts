import fc from 'fast-check';
import { appendFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Failure } from '../../../src-main/contract/result.ts';
import { readItemFile } from '../../../src-main/items/item-file.ts';
import { temporaryFile } from './files.ts';

const demo = fileURLToPath(new URL('../../../resources/demo/items.jsonl', import.meta.url));

function line(id: string, input = 'Capital of France?'): string {
  return JSON.stringify({ id, input, check: { kind: 'exact', answer: 'Paris' } });
}

async function idsOf(content: string | Uint8Array): Promise<string[]> {
  const items = await readItemFile(temporaryFile(content));
  if (!items.ok) throw new Error(`${items.error.code}: ${items.error.message}`);
  return items.data.map((item) => item.id);
}

/** Files that are open in this process, where the system tells. */
function openFiles(): number {
  return process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
}

async function refusal(content: string | Uint8Array): Promise<Failure> {
  const file = temporaryFile(content);
  const openBefore = openFiles();
  const items = await readItemFile(file);
  expect(openFiles()).toBe(openBefore);
  if (items.ok) throw new Error(`accepted: ${JSON.stringify(items.data)}`);
  expect(items.error.message).toContain(file);
  expect(items.error.next).toBeTruthy();
  expect(items.error.where?.file).toBe(file);
  return items.error;
}

test('the demo items are read, in order', async () => {
  const items = await readItemFile(demo);
  if (!items.ok) throw new Error(items.error.message);
  const lines = readFileSync(demo, 'utf8').trimEnd().split('\n');
  expect(items.data.map((item) => item.id)).toEqual(
    lines.map((text) => (JSON.parse(text) as { id: string }).id),
  );
});

test.each([
  ['LF', `${line('a')}\n${line('b')}\n`],
  ['no line end at the end', `${line('a')}\n${line('b')}`],
  ['CR LF', `${line('a')}\r\n${line('b')}\r\n`],
  ['a byte order mark', `\ufeff${line('a')}\n${line('b')}\n`],
  ['blank lines', `\n\n${line('a')}\n   \t\r\n${line('b')}\n\n\n`],
  ['white space around', `  ${line('a')} \n\t${line('b')}`],
])('%s', async (_, content) => {
  expect(await idsOf(content)).toEqual(['a', 'b']);
});

test('U+2028 and U+2029 inside a string end no line', async () => {
  const input = 'one\u2028two\u2029three\u0085four';
  const items = await readItemFile(temporaryFile(`${line('a', input)}\n${line('b')}`));
  expect(items).toMatchObject({ ok: true, data: [{ messages: [{ content: input }] }, { id: 'b' }] });
});

test.each([
  ['UTF-16LE with a mark', Buffer.from(`\ufeff${line('a')}\n`, 'utf16le')],
  ['UTF-16LE without a mark', Buffer.from(`${line('a')}\n`, 'utf16le')],
  ['UTF-16BE with a mark', Buffer.from(`\ufeff${line('a')}\n`, 'utf16le').swap16()],
])('%s is named, with the next step', async (_, content) => {
  const refused = await refusal(content);
  expect(refused).toMatchObject({ code: 'file_encoding', where: { line: 1 } });
  expect(refused.message).toContain('UTF-16');
});

test('bytes that are no UTF-8 are named with their line', async () => {
  const content = Buffer.concat([
    Buffer.from(`${line('a')}\n\n${line('b')}\n`),
    Buffer.from(line('c', 'Schrödinger'), 'latin1'),
    Buffer.from(`\n${line('d')}\n`),
  ]);
  expect(await refusal(content)).toMatchObject({ code: 'file_encoding', where: { line: 4 } });
});

test('a broken line is named with its number and what is wrong', async () => {
  const cut = await refusal(`${line('a')}\r\n\r\n${line('b').slice(0, 30)}\r\n${line('c')}`);
  expect(cut).toMatchObject({ code: 'item_broken', where: { line: 3 } });
  expect(cut.message).toContain('line 3: this is not valid JSON');
  expect(cut.detail).toBeTruthy();

  const field = await refusal(
    `${line('a')}\n{"id":"b","input":"x","check":{"kind":"numeric","answer":"four"}}`,
  );
  expect(field).toMatchObject({ code: 'item_broken', where: { line: 2, item: 'b', field: 'check.answer' } });
  expect(field.message).toContain('line 2: check.answer: expected number, received string');

  expect((await refusal(`${line('a')}\n["b"]`)).message).toContain('line 2');
});

test('several broken lines are counted, the first three told', async () => {
  const bad = '{"id":"x"}';
  const refused = await refusal([line('a'), bad, bad, line('b'), bad, bad, '{', line('c')].join('\n'));
  expect(refused).toMatchObject({ code: 'item_broken', where: { line: 2 } });
  expect(refused.message).toContain('5 records are broken');
  const told = refused.detail?.split('\n') ?? [];
  expect(told).toHaveLength(4);
  for (const [index, number] of [2, 3, 5].entries()) expect(told[index]).toContain(`line ${number}:`);
  expect(told[3]).toBe('and 2 more');
});

test('a doubled id names both lines', async () => {
  const refused = await refusal([line('a'), line('b'), '', line('a', 'Something else?')].join('\n'));
  expect(refused).toMatchObject({ code: 'item_duplicate', where: { line: 4, item: 'a' } });
  expect(refused.message).toContain('line 4');
  expect(refused.message).toContain('line 1');
});

test('a file without items, and one that is another kind of file, are named', async () => {
  expect(await refusal('')).toMatchObject({ code: 'items_none' });
  expect(await refusal('\ufeff\r\n \n\n')).toMatchObject({ code: 'items_none' });
  expect(await refusal(`[${line('a')}, ${line('b')}]`)).toMatchObject({ code: 'file_encoding' });
});

test('a path that is no file is named', async () => {
  const file = temporaryFile('');
  expect(await readItemFile(`${file}.missing`)).toMatchObject({
    ok: false,
    error: { code: 'file_not_found', where: { file: `${file}.missing` } },
  });
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const openBefore = openFiles();
  const refused = await readItemFile(folder);
  expect(openFiles()).toBe(openBefore);
  expect(refused).toMatchObject({ ok: false, error: { code: 'file_unreadable' } });
  if (!refused.ok) expect(refused.error.message).toContain('folder');
});

test('a line of half a gigabyte is named, and never held in memory', async () => {
  const file = temporaryFile(`${line('a')}\n`);
  const length = 2 ** 29;
  // Sparse: NUL bytes without a line end.
  truncateSync(file, length);
  appendFileSync(file, `\n${line('a')}\n`);
  const before = process.memoryUsage().rss;
  const items = await readItemFile(file);
  const grown = process.memoryUsage().rss - before;
  expect(items).toMatchObject({ ok: false, error: { code: 'line_too_long', where: { line: 2 } } });
  expect(grown).toBeLessThan(length / 2);
});

test('nesting that would exhaust the stack is refused', async () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const refused = await refusal(`{"id":"a","input":"x","check":{"kind":"json_equal","answer":${deep}}}`);
  expect(refused).toMatchObject({ code: 'item_broken', where: { line: 1 } });
});

test('random bytes, and real lines with bytes changed, never throw and leave no file open', async () => {
  const file = temporaryFile('');
  const real = Buffer.from([line('a'), line('b', 'é🙂'), line('c')].join('\r\n'));
  const damaged = fc
    .array(fc.tuple(fc.nat(real.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
    .map((changes) => {
      const bytes = Buffer.from(real);
      for (const [at, value] of changes) bytes[at] = value;
      return bytes;
    });
  const cut = fc.nat(real.length).map((length) => real.subarray(0, length));
  const openBefore = openFiles();
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 300 }), damaged, cut), async (bytes) => {
      writeFileSync(file, bytes);
      const items = await readItemFile(file);
      if (items.ok) expect(items.data.length).toBeGreaterThan(0);
      else expect(items.error.message).toContain(file);
    }),
    { numRuns: 500 },
  );
  expect(openFiles()).toBe(openBefore);
});

test('an item without a split is on the side of its cluster', async () => {
  const inCluster = (id: string, more: object) => ({
    ...(JSON.parse(line(id)) as object),
    cluster: 'doc',
    ...more,
  });
  const records = [
    inCluster('a', {}),
    inCluster('b', { split: 'dev' }),
    { ...inCluster('c', {}), cluster: 'other' },
  ];
  const items = await readItemFile(temporaryFile(records.map((record) => JSON.stringify(record)).join('\n')));
  expect(items).toMatchObject({
    ok: true,
    data: [{ split: 'dev' }, { split: 'dev' }, { split: 'held_out' }],
  });
});
