/** The markers of a vocabulary: tokens that a prompt's text turns into whenever it spells them. */
import { open } from 'node:fs/promises';
import { Cursor } from './cursor.ts';
import { readHeader } from './header.ts';
import { readSkippedString } from './metadata.ts';
import { GgufRejection } from './rejection.ts';

/** As llama.cpp names them (enum llama_token_type). */
const unknownKind = 2;
const controlKind = 3;

/** More than any vocabulary has: a file that calls all of its tokens markers is not believed. */
const mostMarkers = 20_000;

/**
 * @param file the model's first part
 * @returns the texts of its control tokens; none where the file does not say or cannot be read any more
 */
export async function markerTexts(file: string): Promise<readonly string[]> {
  try {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      const { metadata } = await readHeader(handle, file, size);
      const { tokens, tokenKinds } = metadata;
      if (tokens === null || tokenKinds === null) return [];
      const cursor = new Cursor(handle, file, size);
      cursor.moveTo(tokenKinds.offset);
      const ids: number[] = [];
      for (let id = 0; id < tokenKinds.length && ids.length < mostMarkers; id += 1) {
        const kind = await cursor.unsigned32('token kinds');
        if (kind === unknownKind || kind === controlKind) ids.push(id);
      }
      const texts: string[] = [];
      for (const id of ids) {
        const text = await readSkippedString(cursor, tokens, id);
        if (text !== null && text.trim() !== '') texts.push(text);
      }
      return texts;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof GgufRejection || (error as NodeJS.ErrnoException).code !== undefined) return [];
    throw error;
  }
}
