/** The records of a JSONL file about answers: outputs, and people's grades of them. */
import type { BrokenRecords } from './broken-records.ts';
import type { SourceRecord } from './import/source-record.ts';
import { jsonlFile } from './jsonl-file.ts';

/** Those that can be read, in the file's order; the others are told to `broken` as they come, as `outputs_broken`. */
export async function* answerRecords(file: string, broken: BrokenRecords): AsyncGenerator<SourceRecord> {
  for await (const record of jsonlFile(file)) {
    if (record.ok) yield record.data;
    else
      broken.add(
        record.error.code === 'item_broken' ? { ...record.error, code: 'outputs_broken' } : record.error,
      );
  }
}
