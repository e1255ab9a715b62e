/** Reports on disk: whole or not at all. */
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

import type { Failure, Result } from '../contract/result.ts';
import { success } from '../contract/result.ts';
import { csvReport } from './csv-report.ts';
import { htmlReport } from './html-report.ts';
import { jsonReport } from './json-report.ts';
import { markdownReport } from './markdown-report.ts';
import type { ReportInput } from './report-input.ts';

export const reportWriters = {
  html: htmlReport,
  md: markdownReport,
  csv: csvReport,
  json: jsonReport,
} as const satisfies Record<string, (input: ReportInput) => string>;
export type WrittenFormat = keyof typeof reportWriters;

/** Absolute paths of the files, by format. */
export type ReportPaths = Readonly<Partial<Record<WrittenFormat, string>>>;

/**
 * Writes `report.html`, `report.md`, `report.csv` and `report.json`, those asked for, into a folder that is made
 * where it is missing. Every file is written beside its place, flushed, and then renamed into it: a reader sees the
 * old one or the new one, and a failure leaves the old ones. Fails with `store_full` or `file_unwritable`.
 */
export async function writeReport(
  folder: string,
  input: ReportInput,
  formats: readonly WrittenFormat[],
): Promise<Result<ReportPaths>> {
  const place = path.resolve(folder);
  const files = [...new Set(formats)].map((format) => ({
    format,
    target: path.join(place, `report.${format}`),
    temporary: path.join(place, `.report.${format}.${process.pid}.partial`),
    text: reportWriters[format](input),
  }));
  let at = place;
  try {
    await mkdir(place, { recursive: true });
    for (const { target, temporary, text } of files) {
      at = target;
      await writeFlushed(temporary, text);
    }
    for (const { target, temporary } of files) {
      at = target;
      await rename(temporary, target);
    }
    await flushFolder(place);
  } catch (error) {
    await Promise.all(files.map(({ temporary }) => rm(temporary, { force: true }).catch(() => undefined)));
    const found = writeFailure(error, at);
    if (found === null) throw error;
    return { ok: false, error: found };
  }
  return success(Object.fromEntries(files.map(({ format, target }) => [format, target])));
}

async function writeFlushed(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(text, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** So that the renames outlive a power loss. Some systems (Windows) cannot open a folder; then the renames alone stand. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  if (handle === null) return;
  try {
    await handle.sync().catch(() => undefined);
  } finally {
    await handle.close();
  }
}

/** What the operating system's error means for a person; null for anything else, which is a bug. */
export function writeFailure(error: unknown, file: string): Failure | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null;
  const detail = error.message;
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    return {
      code: 'store_full',
      message: `There is no room left to write ${file}.`,
      next: 'Free some space, or write the report into another folder.',
      where: { file },
      detail,
    };
  }
  return {
    code: 'file_unwritable',
    message: `${file} cannot be written.`,
    next: 'Choose a folder that you may write to.',
    where: { file },
    detail,
  };
}
