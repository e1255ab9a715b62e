/** inspect_ai's `.eval` files: a ZIP with the log's header and one entry a sample. */
import type { Json } from '../../contract/item.ts';
import { failure, type Result } from '../../contract/result.ts';
import { parseJson } from './json-text.ts';
import { isFields, toRecord, type SourceRecord } from './source-record.ts';
import { inspectHeader } from './unwrap-document.ts';
import { openZip, readEntry, type ZipArchive } from './zip-archive.ts';

const maximumSampleBytes = 256 * 1024 * 1024;
/** One sample an entry; logs that split samples into chunk folders keep the sample itself in sample.json. */
const samplePath = /^samples\/.+\.json$/;
const chunkPath = /^samples\/.+_epoch_\d+\/(?!sample\.json$)/;

/** The samples of a log, each with the log's header under `log`. A run that broke off has its samples all the same. */
export async function* evalRecords(file: string): AsyncGenerator<readonly Result<SourceRecord>[]> {
  const opened = await openZip(file);
  if (!opened.ok) {
    yield [opened];
    return;
  }
  const archive = opened.data;
  try {
    const log = await readHeader(archive);
    if (!log.ok) {
      yield [log];
      return;
    }
    const samples = archive.entries.filter(
      (entry) => samplePath.test(entry.name) && !chunkPath.test(entry.name),
    );
    for (const [index, entry] of samples.entries()) {
      const where = { file, row: index + 1 };
      const bytes = await readEntry(archive, entry, maximumSampleBytes);
      const sample = bytes.ok ? parseJson(Buffer.from(bytes.data).toString('utf8'), where) : bytes;
      if (!sample.ok) yield [sample];
      else yield [toRecord(isFields(sample.data) ? { ...sample.data, log: log.data } : sample.data, where)];
    }
  } finally {
    await archive.handle.close();
  }
}

async function readHeader(archive: ZipArchive): Promise<Result<Json>> {
  const { file, entries } = archive;
  const entry =
    entries.find(({ name }) => name === 'header.json') ??
    entries.find(({ name }) => name === '_journal/start.json');
  if (entries.some(({ name }) => name === 'xl/workbook.xml')) {
    return failure('shape_unknown', `${file} is an Excel workbook.`, {
      next: 'Save the sheet as CSV (UTF-8) in Excel and choose that file.',
      where: { file },
    });
  }
  if (entry === undefined) {
    return failure('shape_unknown', `${file} is a ZIP archive, but no log of inspect_ai.`, {
      next: 'Unpack it and choose the file inside.',
      where: { file },
    });
  }
  const bytes = await readEntry(archive, entry, maximumSampleBytes);
  if (!bytes.ok) return bytes;
  const header = parseJson(Buffer.from(bytes.data).toString('utf8'), { file });
  if (!header.ok) return header;
  return { ok: true, data: inspectHeader(isFields(header.data) ? header.data : {}) };
}
