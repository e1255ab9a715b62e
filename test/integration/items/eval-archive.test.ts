import { describe, expect, it } from 'vitest';
import { collectImport } from '../../../src-main/items/import/import-report.ts';
import { planImport } from '../../../src-main/items/import/import-file.ts';
import { temporaryFiles } from './temporary-files.ts';
import { zipBytes, type ZipMethod } from './zip-bytes.ts';

const files = temporaryFiles();

const sample = (id: string, epoch: number) => ({
  id,
  epoch,
  input: `What is ${id}?`,
  target: id,
  output: {
    model: 'own/small',
    choices: [{ message: { role: 'assistant', content: id }, stop_reason: 'stop' }],
  },
  scores: { match: { value: 'C' } },
});
const start = {
  version: 2,
  status: 'started',
  eval: { task: 'desk', model: 'own/small', created: '2026-01-05T10:00:00Z' },
};
const log = {
  'samples/a/b_epoch_1.json': sample('a/b', 1),
  'samples/c_epoch_1.json': sample('c', 1),
  'samples/c_epoch_2/sample.json': sample('c', 2),
  'samples/c_epoch_2/events/0.json': { events: [] },
  'summaries.json': [],
};

async function collect(bytes: Uint8Array) {
  const plan = await planImport(await files.write('log.eval', bytes));
  return plan.ok ? collectImport(plan.data) : plan;
}

describe('an .eval log', () => {
  it.each(['stored', 'deflate', 'zstd', 'zstd frames'] satisfies ZipMethod[])(
    'is read when its entries are %s',
    async (method) => {
      const collected = await collect(
        zipBytes({ ...log, 'header.json': { ...start, status: 'success' } }, method),
      );
      if (!collected.ok) throw new Error(collected.error.message);
      const { items, repeats, report } = collected.data;
      expect(items.map(({ item, time }) => [item.id, item.stratum, time])).toEqual([
        ['a/b', 'desk', '2026-01-05T10:00:00.000Z'],
        ['c', 'desk', '2026-01-05T10:00:00.000Z'],
      ]);
      expect(repeats.map(({ item, outputs }) => [item.id, outputs[0]?.sample])).toEqual([['c', 1]]);
      expect(report).toMatchObject({ kept: 2, repeated: 1, outputs: 3 });
    },
  );

  it('of a run that broke off has its samples all the same', async () => {
    const collected = await collect(zipBytes({ ...log, '_journal/start.json': start }, 'deflate'));
    expect(collected.ok && collected.data.report.kept).toBe(2);
  });

  it('that is cut off, damaged or another kind of archive says so', async () => {
    const whole = zipBytes({ ...log, 'header.json': start }, 'deflate');
    expect(await collect(whole.subarray(0, whole.length - 30))).toMatchObject({
      error: { code: 'file_broken' },
    });
    const damaged = Buffer.from(whole);
    damaged[60] = (damaged[60] ?? 0) ^ 0xff;
    expect(await collect(damaged)).toMatchObject({ error: { code: 'file_broken' } });
    expect(await collect(zipBytes({ 'hello.json': 1 }, 'stored'))).toMatchObject({
      error: { code: 'shape_unknown' },
    });
  });

  it('that lies about a size is refused before it is unpacked', async () => {
    const bytes = zipBytes({ 'header.json': start }, 'deflate');
    const entry = bytes.indexOf('PK\u0001\u0002', 0, 'latin1');
    bytes.writeUInt32LE(0x7fffffff, entry + 24);
    expect(await collect(bytes)).toMatchObject({ error: { code: 'file_too_large' } });
  });
});
