import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLabelFile } from '../../../src-main/items/label-file.ts';
import { temporaryFolder } from '../../fixtures/small-plan.ts';

const folder = temporaryFolder();

function read(text: string) {
  const file = join(folder, 'labels.jsonl');
  writeFileSync(file, text);
  return readLabelFile(file);
}

test('a label names its item, its candidate and its grade; the rest has a usual value', async () => {
  expect(
    await read(
      '{"id": "a", "candidate": "q4", "grade": 4}\n{"id": "a", "candidate": "bf16", "grade": "good", "rater": " Ada ", "replicate": 2, "sample": 1, "note": "x"}\n',
    ),
  ).toEqual({
    ok: true,
    data: [
      { itemId: 'a', candidate: 'q4', grade: '4', rater: 'file', replicate: 1, sample: 0, line: 1 },
      { itemId: 'a', candidate: 'bf16', grade: 'good', rater: 'Ada', replicate: 2, sample: 1, line: 2 },
    ],
  });
});

test.each([
  ['{"id": "a", "candidate": "q4"}', 'grade', 1],
  ['{"id": "a", "candidate": "q4", "grade": 1}\n{"id": "a", "grade": 1}', 'candidate', 2],
  ['{"id": "a", "candidate": "q4", "grade": 1, "sample": -1}', 'sample', 1],
  ['not JSON', '', 1],
])('%j is refused with its line', async (text, field, line) => {
  const labels = await read(text);
  expect(labels).toMatchObject({ ok: false, error: { code: 'outputs_broken', where: { line } } });
  if (!labels.ok) expect(labels.error.message).toContain(field);
});

test('a file without a label is refused', async () => {
  expect(await read('\n')).toMatchObject({ ok: false });
});
