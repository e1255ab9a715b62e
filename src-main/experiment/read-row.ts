/** Rows of logits as a tracer leaves them in a file. */
import type { FileHandle } from 'node:fs/promises';

/**
 * @param row filled with the numbers from byte `at` on
 * @throws where the file is shorter: a tracer that succeeded has written every row
 */
export async function readRow(file: FileHandle, row: Float32Array, at: number): Promise<void> {
  const bytes = new Uint8Array(row.buffer);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
  if (bytesRead < bytes.length) throw new Error(`a row of logits at ${at} is not there`);
}
