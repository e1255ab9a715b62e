import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../src-main/contract/item.ts';
import { makeCanary } from '../../../src-main/store/canary.ts';
import { findContamination } from '../../../src-main/items/contamination/find-contamination.ts';
import { parquetBytes } from './parquet-bytes.ts';
import { temporaryFiles } from './temporary-files.ts';

const files = temporaryFiles();

const passage = (name: string): string =>
  Array.from({ length: 16 }, (_, index) => `${name}${index}`).join(' ');
const item = (id: string): Item => ({
  id,
  messages: [{ role: 'user', content: passage(id) }],
  stratum: 'all',
  split: 'dev',
  check: { kind: 'exact', answer: 'x' },
});

describe('contamination', () => {
  it('is found in folders of text, JSONL, CSV and Parquet, gzipped and across the seams of long files', async () => {
    const canary = makeCanary('own', 'ab'.repeat(32));
    const folder = dirname(await files.write('jsonl.jsonl', `{"a":{"b":["${passage('jsonl')}"]}}\n{"a":\n`));
    await mkdir(join(folder, 'deep'));
    await files.write(
      'deep/long.txt',
      `${'filler words\n'.repeat(90_000)}${passage('text')}\n${'more\n'.repeat(90_000)}`,
    );
    await files.write('packed.txt.gz', gzipSync(`x ${passage('gzip')} ${canary}`));
    await files.write('table.csv', `n,text\n1,"${passage('csv')}"\n`);
    await files.write('table.parquet', parquetBytes([{ name: 'text', data: [passage('parquet')] }]));
    await files.write('weights.gguf', passage('none'));
    await symlink(join(folder, 'nowhere'), join(folder, 'link.txt'));
    const names = ['jsonl', 'text', 'gzip', 'csv', 'parquet', 'none'];
    const told: number[] = [];
    const found = await findContamination(names.map(item), [folder], {
      canary,
      progress: ({ done }) => told.push(done),
    });
    if (!found.ok) throw new Error(found.error.message);
    const sources = Object.fromEntries(
      found.data.overlaps.map(({ itemId, passages }) => [
        itemId,
        [passages[0]?.file.slice(folder.length + 1), passages[0]?.line ?? passages[0]?.row],
      ]),
    );
    expect(sources).toEqual({
      jsonl: ['jsonl.jsonl', 1],
      text: ['deep/long.txt', 90_001],
      gzip: ['packed.txt.gz', 1],
      csv: ['table.csv', 2],
      parquet: ['table.parquet', 1],
    });
    expect(told).toEqual([0, 1, 2, 3, 4, 5]);
    expect(found.data).toMatchObject({ checked: 6, contaminated: 5, files: 5 });
    expect(found.data.canaries).toEqual([{ file: join(folder, 'packed.txt.gz'), line: 1, row: null }]);
    expect(found.data.unread).toMatchObject([{ code: 'item_broken', where: { line: 2 } }]);
  });

  it('cannot be looked for in what is not there', async () => {
    const file = await files.write('a.txt', 'a');
    expect(await findContamination([item('a')], [`${file}.not`])).toMatchObject({
      error: { code: 'file_not_found' },
    });
  });
});
