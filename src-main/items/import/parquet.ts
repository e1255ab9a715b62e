/** Parquet files, row group by row group. A row group is the smallest part that can be decoded by itself. */
import { parquetReadObjects, parquetSchema } from 'hyparquet';
import { getTreePath } from 'hyparquet/src/schema.js';
import { success, type Place, type Result } from '../../contract/result.ts';
import {
  brokenParquet,
  maximumGroupBytes,
  openParquet,
  type ClassLabels,
  type ParquetLayout,
} from './parquet/layout.ts';
import { compressors, pageFault } from './parquet/page-check.ts';
import { parquetJson } from './parquet/values.ts';
import { withinDepth } from './json-text.ts';
import { isFields, type SourceRecord } from './source-record.ts';

const deepest = 200;

/** The names behind ClassLabel columns, as the file's own footer gives them. */
export async function parquetClassLabels(file: string): Promise<Result<ClassLabels>> {
  const opened = await openParquet(file);
  if (!opened.ok) return opened;
  await opened.data.handle.close();
  return success(opened.data.layout.classLabels);
}

/** Records in the file's order. A file that lies about a size ends in `file_broken`, before it is decoded. */
export async function* parquetRecords(file: string): AsyncGenerator<readonly Result<SourceRecord>[]> {
  const opened = await openParquet(file);
  if (!opened.ok) {
    yield [opened];
    return;
  }
  const { layout, handle } = opened.data;
  try {
    let row = 0;
    for (const [index, group] of layout.metadata.row_groups.entries()) {
      const rows = Number(group.num_rows);
      const batch = await groupRecords(layout, index, row, rows, file);
      yield batch;
      if (batch.some((record) => !record.ok)) return;
      row += rows;
    }
  } finally {
    await handle.close();
  }
}

async function groupRecords(
  layout: ParquetLayout,
  index: number,
  rowStart: number,
  rows: number,
  file: string,
): Promise<Result<SourceRecord>[]> {
  const name = `row group ${index + 1}`;
  try {
    const fault = await groupFault(layout, index);
    if (fault !== null) return [brokenParquet(file, `${name}: ${fault}`)];
    const { metadata, buffer } = layout;
    const read = await parquetReadObjects({
      file: buffer,
      metadata,
      compressors,
      rowStart,
      rowEnd: rowStart + rows,
    });
    if (read.length !== rows)
      return [brokenParquet(file, `${name} holds ${read.length} rows where it claims ${rows}`)];
    return read.map((value, offset) => toRecord(value, { file, row: rowStart + offset + 1 }));
  } catch (error) {
    return [brokenParquet(file, `${name} cannot be decoded`, error)];
  }
}

function toRecord(value: unknown, where: Place): Result<SourceRecord> {
  const file = where.file ?? '';
  if (!withinDepth(value, deepest)) return brokenParquet(file, `row ${where.row ?? 0} is nested too deep`);
  const fields = parquetJson(value);
  return isFields(fields)
    ? success({ fields, where })
    : brokenParquet(file, `row ${where.row ?? 0} is no record`);
}

async function groupFault(layout: ParquetLayout, index: number): Promise<string | null> {
  const schema = parquetSchema(layout.metadata);
  for (const { meta_data: column } of layout.metadata.row_groups[index]?.columns ?? []) {
    if (column === undefined) return 'a column is missing';
    const start = Number(column.dictionary_page_offset ?? column.data_page_offset);
    const chunk = await layout.buffer.slice(start, start + Number(column.total_compressed_size));
    const fault = pageFault(chunk, column, getTreePath(schema, column.path_in_schema), maximumGroupBytes);
    if (fault !== null) return `column ${column.path_in_schema.join('.')}: ${fault}`;
  }
  return null;
}
