import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonArrayRecords } from '../../../../src-main/items/import/json-array.ts';
import { chunksOf, outline } from './from-memory.ts';

const read = (text: string, pieces = 5, maximumElementBytes = 1000) =>
  outline(jsonArrayRecords(chunksOf(text, pieces), { file: 'f', maximumElementBytes }));

describe('a JSON list', () => {
  it('comes element by element', async () => {
    expect(await read(' [ {"a":"],[\\"}"} ,\n{"a":[{"b":[]}]}\n] \n')).toEqual([
      { a: '],["}' },
      { a: [{ b: [] }] },
    ]);
    expect(await read('[]')).toEqual([]);
  });

  it('names the broken elements by their number and reads the others', async () => {
    expect(await read('[{"a":1},{a:2},3,{"a":4},]')).toEqual([
      { a: 1 },
      'item_broken at 2',
      'item_broken at 3',
      { a: 4 },
      'item_broken at 5',
    ]);
  });

  it('passes over an element that is too long', async () => {
    expect(await read(`[{"a":"${'x'.repeat(90)}"},{"a":2}]`, 8, 40)).toEqual([
      'line_too_long at 1',
      { a: 2 },
    ]);
  });

  it('that is cut off, not a list or followed by more is a broken file', async () => {
    expect(await read('[{"a":1},{"a"')).toEqual([{ a: 1 }, 'file_broken at 2']);
    expect(await read('[{"a":1}] {"a":2}')).toEqual([{ a: 1 }, 'file_broken at 2']);
    expect(await read('{"a":1}')).toEqual(['file_broken at 1']);
    expect(await read('')).toEqual(['file_broken at 1']);
  });

  it('says what JSON.parse says, for any value and any cut', async () => {
    const records = fc.array(
      fc.dictionary(
        fc.string().filter((key) => key !== '__proto__'),
        fc.jsonValue(),
      ),
    );
    await fc.assert(
      fc.asyncProperty(records, fc.integer({ min: 1, max: 50 }), async (list, pieces) => {
        const text = JSON.stringify(list, null, 1);
        expect(await read(text, pieces, 1_000_000)).toEqual(JSON.parse(text));
      }),
      { numRuns: 100 },
    );
  });
});
