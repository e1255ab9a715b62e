import { describe, expect, it } from 'vitest';
import { sniffHead, type HeadFacts } from '../../../../src-main/items/import/sniff-format.ts';

const sniff = (content: string | Uint8Array, file: string, facts?: HeadFacts) => {
  const sniffed = sniffHead(typeof content === 'string' ? Buffer.from(content) : content, file, facts);
  return sniffed.ok ? sniffed.data : sniffed.error.code;
};

describe('the format of a file', () => {
  it.each([
    ['{"a":1}\n{"a":2}\n', 'x.json', 'jsonl'],
    ['{"a":1}\n', 'x.json', 'json'],
    ['{"a":1}\n', 'x.jsonl', 'jsonl'],
    ['{\n "a": 1\n}\n', 'x', 'json'],
    ['{"a":\n{"a":2}\n', 'x.jsonl', 'jsonl'],
    ['\uFEFF \n[{"a":1}]', 'x.jsonl', 'json'],
    ['a,b\n1,2\n', 'x', 'csv'],
    ['question\nWhat?\n', 'x.csv', 'csv'],
    ['name: x\ntests:\n  - a\n', 'x', 'yaml'],
    ['- a\n- b\n', 'x.txt', 'yaml'],
    ['{a: 1}', 'x.yaml', 'yaml'],
    ['PAR1xxxx', 'x.jsonl', 'parquet'],
    ['PK\u0003\u0004', 'x', 'eval'],
  ])('%j in %s is told by what is in it', (content, file, format) => {
    expect(sniff(content, file)).toMatchObject({ format });
  });

  it('comes with the name, the encoding, the line end and the delimiter', () => {
    expect(
      sniff(Buffer.from('\uFEFFa\tb\r\n1\t2\r\n', 'utf16le'), '/data/My set.tsv.gz', { gzip: true }),
    ).toMatchObject({
      name: 'My set',
      gzip: true,
      format: 'csv',
      encoding: 'utf-16le',
      lineEnd: 'lf',
      delimiter: '\t',
    });
    expect(sniff('a;b\r1;2\r', 'x.csv')).toMatchObject({ lineEnd: 'cr', delimiter: ';' });
  });

  it.each([
    ['', 'x.jsonl', 'file_empty'],
    [' \n ', 'x.jsonl', 'file_empty'],
    ['just some words and more of them', 'x', 'shape_unknown'],
    ['a\u0000b', 'x.csv', 'file_encoding'],
  ])('%j in %s is refused', (content, file, code) => {
    expect(sniff(content, file)).toBe(code);
  });

  it('of zstd data is named with the way out', () => {
    expect(sniff(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0), 'x.jsonl.zst')).toBe('shape_unknown');
  });
});
