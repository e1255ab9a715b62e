/** A Parquet file's footer, with every size in it held against the file's own size. */
import { open, type FileHandle } from 'node:fs/promises';
import { parquetMetadata, parquetSchema, type AsyncBuffer, type FileMetaData } from 'hyparquet';
import { failure, success, type Result } from '../../../contract/result.ts';
import { fileFailure } from '../chunks.ts';
import { isFields } from '../source-record.ts';
import { thriftEnd } from './thrift-walk.ts';

const magicBytes = 4;
const tailBytes = 8;
const maximumFooterBytes = 16 * 1024 * 1024;
const maximumSchemaElements = 10_000;

/** A row group is decoded whole, so it must fit in memory. */
export const maximumGroupBytes = 1024 * 1024 * 1024;
const maximumGroupValues = 64 * 1024 * 1024;

export interface ParquetLayout {
  readonly metadata: FileMetaData;
  readonly buffer: AsyncBuffer;
  /** Names behind the numbers of ClassLabel columns, by the column's dotted path. */
  readonly classLabels: ClassLabels;
}
export type ClassLabels = Readonly<Record<string, readonly string[]>>;

/** Opens the file and reads its footer. The caller closes the handle. */
export async function openParquet(
  file: string,
): Promise<Result<{ readonly layout: ParquetLayout; readonly handle: FileHandle }>> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, 'r');
    const layout = await readLayout(handle, file);
    if (layout.ok) return success({ layout: layout.data, handle });
    await handle.close();
    return layout;
  } catch (error) {
    await handle?.close();
    return { ok: false, error: fileFailure(error, file) };
  }
}

/** A failure of a file whose bytes are not what Parquet says they should be. */
export function brokenParquet(file: string, what: string, detail?: unknown): Result<never> {
  const reason = detail instanceof Error ? detail.message : undefined;
  return failure('file_broken', `${file}: ${what}.`, {
    next: 'Download or write the Parquet file again.',
    where: { file },
    ...(reason === undefined ? {} : { detail: reason }),
  });
}

async function readLayout(handle: FileHandle, file: string): Promise<Result<ParquetLayout>> {
  const { size } = await handle.stat();
  if (size < magicBytes + tailBytes) return brokenParquet(file, 'the file is too short to be Parquet');
  const buffer = fileBuffer(handle, size);
  const tail = Buffer.from(await buffer.slice(size - tailBytes, size));
  if (tail.toString('latin1', 4) !== 'PAR1')
    return brokenParquet(file, 'the file does not end as Parquet does (cut off?)');
  const length = tail.readUInt32LE(0);
  if (length > size - magicBytes - tailBytes)
    return brokenParquet(file, 'the footer claims to be larger than the file');
  if (length > maximumFooterBytes)
    return brokenParquet(file, `the footer is larger than ${maximumFooterBytes} bytes`);
  const footer = new Uint8Array(await buffer.slice(size - tailBytes - length, size));
  const end = thriftEnd(footer.subarray(0, length), 0);
  if (end === null) return brokenParquet(file, 'the footer is damaged');
  let metadata: FileMetaData;
  try {
    metadata = parquetMetadata(footer, { geoparquet: false });
    if (metadata.schema.length > maximumSchemaElements) return brokenParquet(file, 'the schema is too large');
    parquetSchema(metadata);
  } catch (error) {
    return brokenParquet(file, 'the footer is damaged', error);
  }
  const fault = layoutFault(metadata, size);
  if (fault !== null) return brokenParquet(file, fault);
  return success({ metadata, buffer, classLabels: classLabels(metadata) });
}

/** Slices of an open file; one outside of it is refused before a byte is set aside for it. */
function fileBuffer(handle: FileHandle, size: number): AsyncBuffer {
  return {
    byteLength: size,
    async slice(start: number, end = size): Promise<ArrayBuffer> {
      if (!(start >= 0 && end >= start && end <= size))
        throw new RangeError(`bytes ${start} to ${end} of ${size}`);
      const bytes = new Uint8Array(end - start);
      let filled = 0;
      while (filled < bytes.byteLength) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.byteLength - filled, start + filled);
        if (bytesRead === 0) throw new RangeError('the file became shorter while it was read');
        filled += bytesRead;
      }
      return bytes.buffer;
    },
  };
}

function layoutFault(metadata: FileMetaData, size: number): string | null {
  for (const [index, group] of metadata.row_groups.entries()) {
    const name = `row group ${index + 1}`;
    let values = 0;
    let unpacked = 0;
    for (const chunk of group.columns) {
      const column = chunk.meta_data;
      if (column === undefined) return `${name} has a column that is encrypted or lies in another file`;
      const start = Number(column.dictionary_page_offset ?? column.data_page_offset);
      const length = Number(column.total_compressed_size);
      if (!(start >= magicBytes && length >= 0 && start + length <= size))
        return `${name} lies outside of the file`;
      values += Number(column.num_values);
      unpacked += Number(column.total_uncompressed_size);
      if (column.num_values < 0n || column.total_uncompressed_size < 0n) return `${name} has a negative size`;
      if (chunk.file_path) return `${name} lies in another file`;
    }
    if (!(Number(group.num_rows) >= 0 && Number(group.num_rows) <= maximumGroupValues))
      return `${name} claims too many rows`;
    if (values > maximumGroupValues || unpacked > maximumGroupBytes) {
      return `${name} is too large to hold in memory (write the file with smaller row groups)`;
    }
  }
  return null;
}

/** What the `datasets` library left in the footer about columns of class labels. */
function classLabels(metadata: FileMetaData): ClassLabels {
  const text = metadata.key_value_metadata?.find((entry) => entry.key === 'huggingface')?.value;
  const labels: Record<string, readonly string[]> = {};
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    const info = isFields(parsed) && isFields(parsed['info']) ? parsed['info'] : {};
    const features = isFields(info['features']) ? info['features'] : {};
    for (const [column, feature] of Object.entries(features)) {
      if (!isFields(feature) || feature['_type'] !== 'ClassLabel' || !Array.isArray(feature['names']))
        continue;
      labels[column] = feature['names'].filter((name) => typeof name === 'string');
    }
  } catch {
    // A damaged note of another tool costs the names, not the file.
  }
  return labels;
}
