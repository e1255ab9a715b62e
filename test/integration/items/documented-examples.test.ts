import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkSchema, itemSchema } from '../../../src-main/contract/item.ts';
import { readItemFile } from '../../../src-main/items/item-file.ts';
import { readOutputFile } from '../../../src-main/items/output-file.ts';
import { temporaryFile } from './files.ts';

const text = readFileSync(new URL('../../../docs/file-formats.md', import.meta.url), 'utf8');

function examples(language: string): string[] {
  return [...text.matchAll(/^```(.*)\n([^]*?)^```$/gm)]
    .filter(([, info]) => info === language)
    .map(([, , content]) => content ?? '');
}

test('the example items and outputs in the documentation are read', async () => {
  const items = examples('jsonl items');
  expect(items.length).toBeGreaterThan(0);
  for (const example of items) expect(await readItemFile(temporaryFile(example))).toMatchObject({ ok: true });
  const outputs = examples('jsonl outputs');
  expect(outputs.length).toBeGreaterThan(0);
  for (const example of outputs)
    expect(await readOutputFile(temporaryFile(example))).toMatchObject({ ok: true });
});

test('every field of an item and every kind of check with its fields is in the documentation', () => {
  for (const field of Object.keys(itemSchema.shape))
    expect(text).toMatch(new RegExp(`^\\| \`${field}\` `, 'm'));
  for (const option of checkSchema.options) {
    const { kind, ...fields } = option.shape;
    const row = new RegExp(`^\\| \`${kind.value}\` .*$`, 'm').exec(text)?.[0] ?? '';
    expect(row, `no row for ${kind.value}`).not.toBe('');
    for (const field of Object.keys(fields)) expect(row).toContain(`\`${field}\``);
  }
});
