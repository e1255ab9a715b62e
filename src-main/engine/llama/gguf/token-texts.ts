/** The texts of single tokens, from the vocabulary in the file's header: nothing is loaded. */
import { open } from 'node:fs/promises';
import { Cursor } from './cursor.ts';
import { readHeader } from './header.ts';
import { readSkippedString } from './metadata.ts';
import { GgufRejection } from './rejection.ts';

/**
 * @param file the model's first part
 * @param ids token ids
 * @returns for each id its text as the vocabulary has it (SentencePiece writes a space as ▁); null for an id
 *   outside of it, and for all of them where the file cannot be read any more
 */
export async function tokenTexts(file: string, ids: readonly number[]): Promise<readonly (string | null)[]> {
  const nothing = ids.map(() => null);
  try {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      const { metadata } = await readHeader(handle, file, size);
      if (metadata.tokens === null) return nothing;
      const cursor = new Cursor(handle, file, size);
      const texts: (string | null)[] = [];
      for (const id of ids) texts.push(await readSkippedString(cursor, metadata.tokens, id));
      return texts;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof GgufRejection || (error as NodeJS.ErrnoException).code !== undefined) return nothing;
    throw error;
  }
}
