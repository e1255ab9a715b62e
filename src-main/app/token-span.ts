/** Where a token stands in the text that it became part of. */
import type { Span } from '../contract/output.ts';

/**
 * @param texts of the answer's tokens up to the one that is looked for, as the vocabulary has them; null where one
 *   cannot be read
 * @returns UTF-16 offsets of the last of them, widened to whole characters; null where the tokens do not make up the
 *   beginning of the text
 */
export function tokenSpan(text: string, texts: readonly (string | null)[]): Span | null {
  const bytes = Buffer.from(text);
  for (const decode of [sentencePieceBytes, byteLevelBytes]) {
    const parts = texts.map((token) => (token === null ? null : decode(token)));
    const whole = parts.flatMap((part) => (part === null ? [] : [part]));
    if (whole.length < texts.length) continue;
    const joined = Buffer.concat(whole);
    // The first token's space is left out where the text begins with a word.
    const dropped = joined[0] === space && bytes[0] !== space ? 1 : 0;
    const to = joined.length - dropped;
    if (to > bytes.length || !bytes.subarray(0, to).equals(joined.subarray(dropped))) continue;
    const from = Math.max(0, to - (whole.at(-1)?.length ?? 0));
    return { start: characters(bytes, from, -1), end: characters(bytes, to, 1) };
  }
  return null;
}

const space = 0x20;

/** UTF-16 units before a byte; one inside of a character is moved to its beginning (-1) or end (1). */
function characters(bytes: Buffer, at: number, direction: 1 | -1): number {
  let edge = at;
  while (edge > 0 && edge < bytes.length && ((bytes[edge] ?? 0) & 0xc0) === 0x80) edge += direction;
  return bytes.toString('utf8', 0, edge).length;
}

/** SentencePiece: ▁ is a space, `<0x0A>` a byte. */
function sentencePieceBytes(token: string): Buffer {
  const byte = /^<0x([0-9A-Fa-f]{2})>$/.exec(token)?.[1];
  return byte === undefined ? Buffer.from(token.replaceAll('▁', ' ')) : Buffer.from([parseInt(byte, 16)]);
}

/** Byte-level pairs, as of GPT-2: printable Latin-1 stands for its own bytes, what follows U+0100 for the others in order. */
function byteLevelBytes(token: string): Buffer | null {
  const bytes: number[] = [];
  for (const character of token) {
    const code = character.codePointAt(0) ?? 0;
    const byte = code < 256 ? (isOwn(code) ? code : undefined) : otherBytes[code - 256];
    if (byte === undefined) return null;
    bytes.push(byte);
  }
  return Buffer.from(bytes);
}

function isOwn(code: number): boolean {
  return (code >= 33 && code <= 126) || (code >= 161 && code <= 172) || (code >= 174 && code <= 255);
}

const otherBytes = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => !isOwn(byte));
