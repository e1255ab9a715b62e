import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LogTail } from '../../../../src-main/engine/llama/log-tail.ts';

describe('LogTail', () => {
  test('keeps the last lines of a text, however it was cut into pieces', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 30 }),
        fc.array(fc.nat(5), { minLength: 1 }),
        fc.integer({ min: 1, max: 9 }),
        (lines, cuts, limit) => {
          const tail = new LogTail(limit);
          let rest = lines.join('\n');
          for (let turn = 0; rest !== ''; turn += 1) {
            const size = 1 + (cuts[turn % cuts.length] ?? 0);
            tail.addText(rest.slice(0, size));
            rest = rest.slice(size);
          }
          // An unfinished line counts once it has a letter.
          const expected = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
          expect(tail.lines()).toEqual(expected.slice(-limit));
        },
      ),
    );
  });

  test('takes whole lines beside a stream', () => {
    const tail = new LogTail(3);
    tail.addLines(['one', 'two']);
    tail.addText('three\r\nfo');
    expect(tail.lines()).toEqual(['two', 'three', 'fo']);
  });

  test('a line without an end is kept to a bound', () => {
    const tail = new LogTail(2);
    for (let turn = 0; turn < 100; turn += 1) tail.addText('x'.repeat(1000));
    expect(tail.lines()[0]?.length).toBe(4096);
  });
});
