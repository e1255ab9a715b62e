import { describe, expect, it } from 'vitest';
import { csvRecords, detectDelimiter, type CsvOptions } from '../../../../src-main/items/import/csv.ts';
import { chunksOf, all, outline } from './from-memory.ts';

const read = (text: string, more: Partial<CsvOptions> = {}, pieces = 6) =>
  outline(
    csvRecords(chunksOf(text, pieces), { file: 'f', delimiter: ',', maximumRecordBytes: 1000, ...more }),
  );

describe('CSV', () => {
  it('has quotes, line ends inside quotes, CR LF and blank lines', async () => {
    expect(await read('a,b\r\n1,"x, ""y""\r\nz"\r\n\r\n,\n')).toEqual([
      { a: '1', b: 'x, "y"\r\nz' },
      { a: '', b: '' },
    ]);
  });

  it('keeps cells as text', async () => {
    expect(await read('a,b,c,d\nNone,007,1e5,TRUE\n')).toEqual([
      { a: 'None', b: '007', c: '1e5', d: 'TRUE' },
    ]);
  });

  it('names ragged rows by the line that they begin on, and reads the others', async () => {
    expect(await read('a,b\n1,2\n"x\ny",2,3\n4\n5,6\n')).toEqual([
      { a: '1', b: '2' },
      'item_broken at 3',
      'item_broken at 5',
      { a: '5', b: '6' },
    ]);
  });

  it('stops at a broken quote, with the line and all rows before it', async () => {
    expect(await read('a,b\n1,2\n3,"4" 5\n6,7\n')).toEqual([{ a: '1', b: '2' }, 'file_broken at 3']);
    expect(await read('a,b\n1,2\n3,"4\n6,7\n')).toEqual([{ a: '1', b: '2' }, 'file_broken at 3']);
    expect(await read(`a,b\n1,2\n3,"${'4\n'.repeat(2000)}`)).toEqual([
      { a: '1', b: '2' },
      'file_broken at 3',
    ]);
  });

  it('takes quotes in tab-separated cells as they are', async () => {
    expect(await read('q\ta\nA 5" pipe?\t5"\n', { delimiter: '\t' })).toEqual([{ q: 'A 5" pipe?', a: '5"' }]);
  });

  it('names unnamed and doubled columns apart', async () => {
    expect(await read(',a,a,\n0,1,2,3\n')).toEqual([{ column_1: '0', a: '1', a_2: '2', column_4: '3' }]);
  });

  it('reads files without a header, and passes over the line of Excel', async () => {
    expect(await read('1,2\n', { columns: ['x', 'y'] })).toEqual([{ x: '1', y: '2' }]);
    const records = await all(
      csvRecords(chunksOf('sep=;\na;b\n1;2\n'), {
        file: 'f',
        delimiter: ';',
        separatorLine: true,
        maximumRecordBytes: 100,
      }),
    );
    expect(records).toMatchObject([{ data: { fields: { a: '1', b: '2' }, where: { line: 3 } } }]);
  });
});

describe('the delimiter', () => {
  it('is the one that splits the lines alike', () => {
    expect(detectDelimiter('a,b;c\n1,2;3\n')).toMatchObject({ delimiter: ',' });
    expect(detectDelimiter('frage;antwort\n"1,5; 2,5";0,5\n"a";0,7\n')).toMatchObject({ delimiter: ';' });
    expect(detectDelimiter('a\tb\n1, 2\t3\n')).toMatchObject({ delimiter: '\t' });
    expect(detectDelimiter('sep=|\na|b\n')).toEqual({ delimiter: '|', separatorLine: true });
  });

  it('is nothing where no line is split', () => {
    expect(detectDelimiter('just text\nand more\n')).toBeNull();
    expect(detectDelimiter('')).toBeNull();
  });
});
