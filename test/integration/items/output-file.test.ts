import fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readOutputFile, type FileOutput } from '../../../src-main/items/output-file.ts';
import { temporaryFile } from './files.ts';

async function outputsOf(...records: unknown[]): Promise<FileOutput[]> {
  const text = records.map((record) => JSON.stringify(record)).join('\n');
  const outputs = await readOutputFile(temporaryFile(text, 'outputs.jsonl'));
  if (!outputs.ok) throw new Error(`${outputs.error.code}: ${outputs.error.message}`);
  return outputs.data;
}

test('one output a line, several in a line, and several lines of one id are samples in order', async () => {
  expect(
    await outputsOf(
      { id: 'a', output: 'one' },
      { id: 'b', outputs: ['two', 'three'], finish: 'length', model: 'another field' },
      { id: 'a', output: '', finish: 'end' },
    ),
  ).toEqual([
    { itemId: 'a', sample: 0, text: 'one', finish: 'stop', line: 1 },
    { itemId: 'b', sample: 0, text: 'two', finish: 'length', line: 2 },
    { itemId: 'b', sample: 1, text: 'three', finish: 'length', line: 2 },
    { itemId: 'a', sample: 1, text: '', finish: 'end', line: 3 },
  ]);
});

test('no answer is missing, not an empty answer', async () => {
  const outputs = await outputsOf(
    { id: 'a', output: null },
    { id: 'b', error: 'timed out' },
    { id: 'c', output: 'half of an', error: { message: 'connection lost', status: 500 } },
    { id: 'd', outputs: ['there', null] },
    { id: 'e', output: null, finish: 'overlong' },
    { id: 'f', output: '', finish: 'error' },
  );
  expect(outputs.map(({ itemId, finish }) => `${itemId} ${finish}`)).toEqual([
    'a error',
    'b error',
    'c error',
    'd stop',
    'd error',
    'e overlong',
    'f error',
  ]);
  expect(outputs[1]?.error).toMatchObject({ code: 'engine_failed', message: 'timed out' });
  expect(outputs[2]).toMatchObject({ text: 'half of an', error: { message: 'connection lost' } });
});

test.each([
  ['neither output nor error', { id: 'a' }, 'one of output, outputs and error'],
  ['both forms', { id: 'a', output: 'x', outputs: ['y'] }, 'not both'],
  ['no id', { output: 'x' }, 'id: expected string'],
  ['an output that is no text', { id: 'a', output: 4 }, 'output: expected string'],
  ['an unknown reason', { id: 'a', output: 'x', finish: 'tired' }, '"tired" is not a known reason'],
  ['the name of a built-in', { id: 'a', output: 'x', finish: 'constructor' }, 'not a known reason'],
  ['half a surrogate pair', { id: 'a', output: 'x\ud83d' }, 'output: half of a surrogate'],
])('%s is refused with its line', async (_, record, message) => {
  const file = temporaryFile(`{"id":"z","output":"fine"}\n${JSON.stringify(record)}`, 'outputs.jsonl');
  const outputs = await readOutputFile(file);
  expect(outputs).toMatchObject({ ok: false, error: { code: 'outputs_broken', where: { file, line: 2 } } });
  if (!outputs.ok) expect(outputs.error.message).toContain(`${file}, line 2: `);
  if (!outputs.ok) expect(outputs.error.message).toContain(message);
});

test('broken JSON and an empty file are failures of the outputs', async () => {
  const broken = await readOutputFile(temporaryFile('{"id":"a","output":"x"}\n{"id"'));
  expect(broken).toMatchObject({ ok: false, error: { code: 'outputs_broken', where: { line: 2 } } });
  expect(await readOutputFile(temporaryFile('\n'))).toMatchObject({
    ok: false,
    error: { code: 'outputs_broken' },
  });
  expect(await readOutputFile('/nowhere/outputs.jsonl')).toMatchObject({
    ok: false,
    error: { code: 'file_not_found' },
  });
});

test('random bytes never throw', async () => {
  const file = temporaryFile('', 'outputs.jsonl');
  const near = fc
    .record(
      { id: fc.jsonValue(), output: fc.jsonValue(), finish: fc.jsonValue(), error: fc.jsonValue() },
      { requiredKeys: [] },
    )
    .map((record) => Buffer.from(JSON.stringify(record)));
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 200 }), near), async (bytes) => {
      writeFileSync(file, bytes);
      const outputs = await readOutputFile(file);
      if (!outputs.ok) expect(outputs.error.message).toContain(file);
    }),
    { numRuns: 300 },
  );
});
