import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { csvReport } from '../../../src-main/report/csv-report.ts';
import { htmlReport } from '../../../src-main/report/html-report.ts';
import { reportInTheWay } from '../../../src-main/report/report-in-the-way.ts';
import { writeFailure, writeReport } from '../../../src-main/report/write-report.ts';
import { reportInput } from '../../fixtures/report-input.ts';

const input = reportInput();
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noisefloor-report-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('writing a report', () => {
  it('writes the formats asked for into a folder that it makes, and nothing else', async () => {
    const place = path.join(folder, 'new', 'reports');
    const written = await writeReport(place, input, ['html', 'csv', 'html']);
    expect(written).toEqual({
      ok: true,
      data: { html: path.join(place, 'report.html'), csv: path.join(place, 'report.csv') },
    });
    expect((await readdir(place)).toSorted()).toEqual(['report.csv', 'report.html']);
    expect(await readFile(path.join(place, 'report.html'), 'utf8')).toBe(htmlReport(input));
    expect(await readFile(path.join(place, 'report.csv'), 'utf8')).toBe(csvReport(input));
  });

  it('finds what is no report of the plan, in every format', async () => {
    const formats = ['html', 'md', 'csv', 'json'] as const;
    expect(await reportInTheWay(path.join(folder, 'none'), input.plan.hash, formats)).toBeNull();
    await writeReport(folder, input, formats);
    expect(await reportInTheWay(folder, input.plan.hash, formats)).toBeNull();
    for (const format of formats)
      expect(await reportInTheWay(folder, 'c0de'.repeat(16), [format])).toMatchObject({
        code: 'file_exists',
        where: { file: path.join(folder, `report.${format}`) },
      });
  });

  it('takes the place of an earlier report', async () => {
    await writeFile(path.join(folder, 'report.md'), 'old');
    expect((await writeReport(folder, input, ['md', 'json'])).ok).toBe(true);
    expect(await readFile(path.join(folder, 'report.md'), 'utf8')).toMatch(/^# Ship/);
  });

  it('names the folder that cannot be made', async () => {
    const file = path.join(folder, 'a-file');
    await writeFile(file, 'kept');
    const written = await writeReport(path.join(file, 'below'), input, ['html']);
    expect(written).toMatchObject({ ok: false, error: { code: 'file_unwritable' } });
    if (written.ok) return;
    expect(written.error.message).toContain(path.join(file, 'below'));
    expect(written.error.next).toBeDefined();
    expect(await readFile(file, 'utf8')).toBe('kept');
  });

  it('leaves the old files and no remains where one cannot be put in its place', async () => {
    await writeReport(folder, input, ['html']);
    const before = await readFile(path.join(folder, 'report.html'), 'utf8');
    await rm(path.join(folder, 'report.csv'), { force: true });
    const blocked = path.join(folder, 'report.csv', 'in the way');
    const { mkdir } = await import('node:fs/promises');
    await mkdir(blocked, { recursive: true });
    const written = await writeReport(folder, reportInput({ peeks: 1 }), ['csv', 'html']);
    expect(written).toMatchObject({
      ok: false,
      error: { code: 'file_unwritable', where: { file: path.join(folder, 'report.csv') } },
    });
    expect(await readFile(path.join(folder, 'report.html'), 'utf8')).toBe(before);
    expect((await readdir(folder)).toSorted()).toEqual(['report.csv', 'report.html']);
  });
});

describe('what an error of the system means', () => {
  const failing = (code: string): Error =>
    Object.assign(new Error(`${code}: write`), { code, syscall: 'write' });

  it.each([
    ['ENOSPC', 'store_full'],
    ['EDQUOT', 'store_full'],
    ['EACCES', 'file_unwritable'],
    ['EROFS', 'file_unwritable'],
  ])('%s is %s', (code, expected) => {
    expect(writeFailure(failing(code), '/a/report.html')).toMatchObject({
      code: expected,
      where: { file: '/a/report.html' },
      detail: `${code}: write`,
    });
  });

  it('leaves bugs alone', () => {
    expect(writeFailure(new TypeError('x is not a function'), '/a')).toBeNull();
    expect(writeFailure('text', '/a')).toBeNull();
  });
});
