import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failureOf } from '../../../src-main/store/failures.ts';

/** What the operating system says where this very file is taken for a folder. */
function refusalBelow(...more: readonly string[]) {
  const folder = join(import.meta.filename, ...more);
  try {
    mkdirSync(folder);
  } catch (error) {
    return failureOf(error, join(folder, 'noisefloor.sqlite'));
  }
  throw new Error('It was made.');
}

test('a data folder that is a file, or lies in one, is wrong usage and named', () => {
  for (const more of [[], ['data']])
    expect(refusalBelow(...more)).toMatchObject({
      code: 'usage',
      message: `${join(import.meta.filename, ...more)} cannot be the data folder: a file is in its place, or on the way to it.`,
      next: 'Choose another data folder.',
    });
});
