import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../../src-main/items/import/json-text.ts';
import { jsonlRecords } from '../../../../src-main/items/import/jsonl.ts';
import { chunksOf, outline } from './from-memory.ts';

const read = (text: string) =>
  outline(jsonlRecords(chunksOf(text, 7), { file: 'f', maximumLineBytes: 1000 }));

describe('JSONL', () => {
  it('is one object a line, with blank lines, CR LF and separators inside strings', async () => {
    expect(await read('{"a":1}\r\n\n  \n{"a":"x\u2028y"}\n{"a":3}')).toEqual([
      { a: 1 },
      { a: 'x\u2028y' },
      { a: 3 },
    ]);
  });

  it('names the broken lines and reads the others', async () => {
    expect(await read('{"a":1}\n{"a":\n[1]\n"text"\nnull\n{"a":2}\n')).toEqual([
      { a: 1 },
      'item_broken at 2',
      'item_broken at 3',
      'item_broken at 4',
      'item_broken at 5',
      { a: 2 },
    ]);
  });
});

describe('JSON text', () => {
  it('reads the bare NaN and Infinity of Python as null, and leaves them alone in strings', () => {
    expect(parseJson('{"a":NaN,"b":[-Infinity,Infinity],"c":"NaN \\" Infinity"}', {})).toEqual({
      ok: true,
      data: { a: null, b: [null, null], c: 'NaN " Infinity' },
    });
    expect(parseJson('{"a":NaNa}', { file: 'f', line: 3 })).toMatchObject({
      error: { code: 'item_broken', where: { file: 'f', line: 3 } },
    });
  });

  it('refuses what is nested too deep for the stack', () => {
    const deep = '['.repeat(5000) + ']'.repeat(5000);
    expect(parseJson(deep, { line: 1 })).toMatchObject({ error: { code: 'item_broken' } });
  });
});
