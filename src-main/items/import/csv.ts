/**
 * Comma-, semicolon- and tab-separated values. Cells stay text: "None", "007" and "1e5" are answers, not values to
 * guess a type for. A ragged row is a failure in its place; a broken quote ends the reading, because nobody can say
 * where the next row begins.
 */
import { parse } from 'csv-parse';
import { failure, success, type Result } from '../../contract/result.ts';
import type { Chunks } from './chunks.ts';
import type { SourceRecord } from './source-record.ts';

export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

export interface CsvOptions {
  readonly file: string;
  readonly delimiter: Delimiter;
  readonly maximumRecordBytes: number;
  /** Names of the columns of a file without a header; absent: the first row names them. */
  readonly columns?: readonly string[];
  /** Excel's first line `sep=;` is there and is no row. */
  readonly separatorLine?: boolean;
}

/** A row as cells, and the line that it begins on. */
interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

/** Records of a UTF-8 stream, with the header's names as fields. */
export async function* csvRecords(
  chunks: Chunks,
  options: CsvOptions,
): AsyncGenerator<readonly Result<SourceRecord>[]> {
  let columns = options.columns;
  for await (const rows of csvRows(chunks, options)) {
    const batch: Result<SourceRecord>[] = [];
    for (const row of rows) {
      if (!row.ok) batch.push(row);
      else if (columns === undefined) columns = columnNames(row.data.cells);
      else batch.push(toFields(row.data, columns, options.file));
    }
    if (batch.length > 0) yield batch;
  }
}

/** Rows of cells in batches, blank lines passed over, the header (if any) as the first of them. */
export async function* csvRows(chunks: Chunks, options: CsvOptions): AsyncGenerator<readonly Result<Row>[]> {
  const { file } = options;
  let batch: Result<Row>[] = [];
  const state = { line: options.separatorLine === true ? 2 : 1, broken: false };
  const stop = (code: string, detail?: string): void => {
    if (!state.broken) batch.push(brokenRow(file, state.line, code, detail));
    state.broken = true;
  };
  const parser = parse({
    delimiter: options.delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Tab-separated files of the field quote nothing, so a quote there is a character like any other.
    relax_quotes: options.delimiter === '\t',
    skip_empty_lines: true,
    from_line: state.line,
    max_record_size: options.maximumRecordBytes,
    skip_records_with_error: true,
    on_record: (record: string[], context) => {
      if (!state.broken) batch.push(success({ cells: record, line: state.line }));
      state.line = context.lines + 1;
      return null;
    },
    on_skip: (error) => {
      stop(error?.code ?? '', error?.message);
      return undefined;
    },
  });
  try {
    for await (const chunk of chunks) {
      if (!chunk.ok) {
        yield [chunk];
        return;
      }
      const error = await write(parser, chunk.data);
      if (error !== null) stop('', error.message);
      yield batch;
      if (state.broken) return;
      batch = [];
    }
    const error = await finish(parser);
    if (error !== null) stop('', error.message);
    yield batch;
  } finally {
    parser.destroy();
  }
}

function write(parser: ReturnType<typeof parse>, bytes: Uint8Array): Promise<Error | null> {
  return new Promise((resolve) => {
    parser.write(bytes, (error) => {
      resolve(error ?? null);
    });
  });
}

function finish(parser: ReturnType<typeof parse>): Promise<Error | null> {
  return new Promise((resolve) => {
    parser.once('error', resolve);
    parser.once('end', () => {
      resolve(null);
    });
    parser.resume();
    parser.end();
  });
}

function brokenRow(file: string, line: number, code: string, detail = ''): Result<never> {
  const where = { file, line };
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return failure('file_broken', `${file}, line ${line}: the row that begins here does not end.`, {
      next: 'Look for a quote that is never closed.',
      where,
      detail,
    });
  }
  return failure(
    'file_broken',
    `${file}, line ${line}: the quotes of the row that begins here do not match.`,
    {
      next: 'Double each quote inside a quoted cell, and close the cell with one.',
      where,
      detail,
    },
  );
}

/** Header cells as field names: trimmed, never empty, never twice the same. */
function columnNames(cells: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return cells.map((cell, index) => {
    const name = cell.trim() === '' ? `column_${index + 1}` : cell.trim();
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name}_${times}`;
  });
}

function toFields(row: Row, columns: readonly string[], file: string): Result<SourceRecord> {
  const where = { file, line: row.line };
  if (row.cells.length !== columns.length) {
    return failure(
      'item_broken',
      `${file}, line ${row.line}: the row has ${row.cells.length} cells where ${columns.length} are expected.`,
      { next: 'Quote cells that hold the delimiter or a line end.', where },
    );
  }
  return success({
    fields: Object.fromEntries(columns.map((column, index) => [column, row.cells[index] ?? ''])),
    where,
  });
}

/**
 * The delimiter that the first lines of a file speak for: the one that splits them into the same number of cells,
 * at least two, or the one that Excel's `sep=` line names. Null when no delimiter does.
 */
export function detectDelimiter(head: string): { delimiter: Delimiter; separatorLine: boolean } | null {
  const declared = /^sep=([,;\t|])\r?\n/i.exec(head)?.[1];
  const named = delimiters.find((delimiter) => delimiter === declared);
  if (named !== undefined) return { delimiter: named, separatorLine: true };
  const rows = unquotedLines(head).slice(0, 20);
  if (rows.length === 0) return null;
  let best: { delimiter: Delimiter; score: number } | null = null;
  for (const delimiter of delimiters) {
    const counts = rows.map((row) => row.split(delimiter).length);
    const expected = counts[0] ?? 1;
    if (expected < 2) continue;
    const agreeing = counts.filter((found) => found === expected).length / counts.length;
    const score = agreeing + Math.min(expected, 50) / 1000;
    if (best === null || score > best.score) best = { delimiter, score };
  }
  return best === null ? null : { delimiter: best.delimiter, separatorLine: false };
}

/** Lines with their quoted cells emptied, so that what is inside the quotes does not count. The last may be cut. */
function unquotedLines(head: string): string[] {
  const bare = head.replace(/"(?:[^"]|"")*("|$)/g, '""');
  const lines = bare.split(/\r\n|\n|\r/);
  if (lines.length > 1) lines.pop();
  return lines.filter((line) => line.trim() !== '');
}
