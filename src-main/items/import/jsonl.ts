/** JSON Lines: one object a line, blank lines passed over. */
import type { Result } from '../../contract/result.ts';
import type { Chunks } from './chunks.ts';
import { parseJson } from './json-text.ts';
import { splitLines, type LineOptions } from './lines.ts';
import { toRecord, type SourceRecord } from './source-record.ts';

/** Records of a UTF-8 stream. A broken line is a failure in its place; the lines after it are read. */
export async function* jsonlRecords(
  chunks: Chunks,
  options: LineOptions,
): AsyncGenerator<readonly Result<SourceRecord>[]> {
  const { file } = options;
  for await (const block of splitLines(chunks, options)) {
    if (!block.ok) {
      yield [block];
      continue;
    }
    const { first, lines } = block.data;
    const batch: Result<SourceRecord>[] = [];
    for (const [index, text] of lines.entries()) {
      if (text === '' || text.trim() === '') continue;
      const where = { file, line: first + index };
      const value = parseJson(text, where);
      batch.push(value.ok ? toRecord(value.data, where) : value);
    }
    if (batch.length > 0) yield batch;
  }
}
