/** Gzip, as one member or several one after the other (`cat a.gz b.gz`, bgzip). */
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import type { Chunks } from './chunks.ts';

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** The unpacked bytes. A file that is cut off, damaged or followed by other bytes ends in `file_broken`. */
export async function* gunzipChunks(chunks: Chunks, file: string): AsyncGenerator<Result<Uint8Array>> {
  let upstream: Failure | undefined;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      if (!chunk.ok) {
        upstream = chunk.error;
        return;
      }
      yield chunk.data;
    }
  }
  const gunzip = createGunzip();
  // The iteration below reports what goes wrong; pipeline is here to take both ends down together.
  pipeline(Readable.from(bytes(), { objectMode: false }), gunzip, () => undefined);
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) yield success(piece);
  } catch (error) {
    if (upstream === undefined) {
      const detail = error instanceof Error ? error.message : String(error);
      const cutOff = detail.includes('unexpected end');
      yield failure('file_broken', `${file}: the gzip data is ${cutOff ? 'cut off' : 'damaged'}.`, {
        next: cutOff ? 'Copy or download the file again.' : 'Pack the file again.',
        where: { file },
        detail,
      });
      return;
    }
  }
  if (upstream !== undefined) yield { ok: false, error: upstream };
}
