import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from '../../../../src-main/items/import/lines.ts';
import { chunksOf } from './from-memory.ts';

async function linesOf(text: string, pieces: number, maximumLineBytes = 1000, lineEnd: 'lf' | 'cr' = 'lf') {
  const found: [number, string][] = [];
  const blocks = splitLines(chunksOf(text, pieces), { file: 'f', maximumLineBytes, lineEnd });
  for await (const block of blocks) {
    if (!block.ok) found.push([block.error.where?.line ?? -1, block.error.code]);
    else block.data.lines.forEach((line, index) => found.push([block.data.first + index, line]));
  }
  return found;
}

describe('lines', () => {
  it('end at LF and CR LF, and at nothing else', async () => {
    expect(await linesOf('a\r\nb\u2028c\u2029d\ne\rf', 3)).toEqual([
      [1, 'a'],
      [2, 'b\u2028c\u2029d'],
      [3, 'e\rf'],
    ]);
  });

  it('end at a lone CR where the file has no LF', async () => {
    expect(await linesOf('a\rb\rc', 2, 1000, 'cr')).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
  });

  it('that are too long are named and passed over, wherever the pieces fall', async () => {
    const text = `short\n${'x'.repeat(50)}\nshort again\n${'y'.repeat(21)}\nlast`;
    for (const pieces of [1, 3, 7, 20, 1000]) {
      expect(await linesOf(text, pieces, 20)).toEqual([
        [1, 'short'],
        [2, 'line_too_long'],
        [3, 'short again'],
        [4, 'line_too_long'],
        [5, 'last'],
      ]);
    }
  });

  it('do not depend on how the bytes are cut', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\n', '\r\n', '\u2028') });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (content, pieces) => {
        const expected = content.split(/\r?\n/).map((line, index) => [index + 1, line]);
        if (expected.at(-1)?.[1] === '') expected.pop();
        expect(await linesOf(content, pieces)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });
});
