/** What tells prompts apart, the same in every engine: a comparison of engines is a comparison of these. */
import { hash } from 'node:crypto';
import type { Message } from '../contract/item.ts';

/** sha256 over the text's UTF-8, hexadecimal. */
export function promptHash(text: string): string {
  return hash('sha256', text);
}

/** sha256 over the ids as little-endian 32-bit integers, whatever the machine's own order is; hexadecimal. */
export function tokenHash(tokens: readonly number[]): string {
  const bytes = new DataView(new ArrayBuffer(tokens.length * 4));
  for (const [index, token] of tokens.entries()) bytes.setInt32(index * 4, token, true);
  return hash('sha256', bytes);
}

/** The messages with the candidate's system message in front, where they have none of their own. */
export function withSystem(messages: readonly Message[], system: string | undefined): readonly Message[] {
  if (system === undefined || messages.some(({ role }) => role === 'system')) return messages;
  return [{ role: 'system', content: system }, ...messages];
}
