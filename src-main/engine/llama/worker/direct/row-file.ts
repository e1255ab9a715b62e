/** Where rows of logits are written, whole. The disk can be full: that is no bug of ours and no crash of the library. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { failure, type Result } from '../../../../contract/result.ts';

export class RowFile {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  /** @param place of the row, counted in rows of this length */
  write(row: Float32Array, place: number): void {
    const bytes = new Uint8Array(row.buffer, row.byteOffset, row.byteLength);
    let written = 0;
    while (written < bytes.length)
      written += writeSync(
        this.#file,
        bytes,
        written,
        bytes.length - written,
        place * bytes.length + written,
      );
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Runs what writes rows, and closes the file; an error of the file system becomes `file_unwritable`. */
  static async use<T>(path: string, work: (file: RowFile) => Promise<Result<T>>): Promise<Result<T>> {
    let file: RowFile | undefined;
    try {
      file = new RowFile(path);
      return await work(file);
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      return unwritable(path, error);
    } finally {
      file?.close();
    }
  }
}

function unwritable(path: string, error: Error) {
  return failure('file_unwritable', `The logits could not be written to ${path}: ${error.message}`, {
    next: 'Make room in the folder for temporary files, or name another one with TMPDIR.',
    where: { file: path },
  });
}
