/**
 * A mark around a text that the text cannot contain: it is worked out from the text itself, so that whoever wrote the
 * text would have had to know it before writing.
 */
import { createStream } from '../../statistics/generator.ts';

const words = 4;

/**
 * @param texts what will stand between the marks, and beside them
 * @returns 32 hexadecimal digits that occur in none of them; the same for the same texts
 */
export function fenceOf(texts: readonly string[]): string {
  const name = texts.map((text) => `${text.length}:${text}`).join('');
  for (let turn = 0; ; turn += 1) {
    const stream = createStream(turn, name);
    const fence = Array.from({ length: words }, () =>
      (stream.next() >>> 0).toString(16).padStart(8, '0'),
    ).join('');
    if (!texts.some((text) => text.toLowerCase().includes(fence))) return fence;
  }
}
