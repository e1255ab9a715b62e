import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Preparation } from '../../../src-main/app/preparing/preparation.ts';
import { temporaryFolder } from '../../fixtures/small-plan.ts';

const folder = temporaryFolder();
const mapping = { input: 'text', answer: 'reply' };

function rows(name: string, count: number): string {
  const path = join(folder, name);
  const lines = Array.from(
    { length: count },
    (_, index) => `What is ${index} and 1? ${'x'.repeat(200)},${index}`,
  );
  writeFileSync(path, ['text,reply', ...lines, ''].join('\n'));
  return path;
}

test('a file that needs more memory than the thread has is too large, each time anew', async () => {
  const request = { path: rows('large.csv', 60_000), options: { mapping }, skipProblems: false };
  const preparation = new Preparation(request, { maxOldGenerationSizeMb: 14 });
  for (let time = 0; time < 2; time += 1)
    expect(await preparation.ask<'overview'>({ ask: 'overview' })).toMatchObject({
      ok: false,
      error: { code: 'file_too_large', where: { file: 'large.csv' }, next: expect.any(String) as unknown },
    });
  await preparation.close();
});

test('a thread that could not be started is started anew, and closing does not fail with it', async () => {
  // No thread is started with a function in its request.
  const options = { mapping, hindrance: (): undefined => undefined } as { mapping: typeof mapping };
  const preparation = new Preparation({ path: rows('few.csv', 3), options, skipProblems: false });
  await expect(preparation.ask<'overview'>({ ask: 'overview' })).rejects.toThrow('could not be cloned');
  Reflect.deleteProperty(options, 'hindrance');
  expect(await preparation.ask<'overview'>({ ask: 'overview' })).toMatchObject({
    ok: true,
    data: { items: 3 },
  });
  await preparation.close();
  const other = { ...options, hindrance: (): undefined => undefined };
  const closed = new Preparation({ path: rows('few.csv', 3), options: other, skipProblems: false });
  const asked = closed.ask<'overview'>({ ask: 'overview' });
  await Promise.all([expect(asked).rejects.toThrow('could not be cloned'), closed.close()]);
});
