import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScoreFile } from '../../../../src-main/experiment/comparison/score-file.ts';

const read = (text: string, name = 'scores.csv'): unknown => {
  const result = parseScoreFile(text, name);
  return result.ok ? result.data : result.error;
};
const refused = (
  text: string,
  name = 'scores.csv',
): { message: string; line: number | undefined; code: string } => {
  const result = parseScoreFile(text, name);
  if (result.ok) throw new Error('the file was read');
  return { message: result.error.message, line: result.error.where?.line, code: result.error.code };
};
const scored = (id: string, value: number, sample = 0): object => ({ id, sample, value, outcome: 'scored' });

describe('CSV', () => {
  it('is read with a byte order mark, CR LF, quotes, blank lines and columns that mean nothing here', () => {
    expect(
      read(
        '\uFEFFID,"Score",stratum,note\r\n"a,1",1,tool_call,"two\r\nlines"\r\n\r\nb, 0.5 ,facts,\r\nc,,facts,x',
      ),
    ).toEqual([
      { ...scored('a,1', 1), stratum: 'tool_call' },
      { ...scored('b', 0.5), stratum: 'facts' },
      { id: 'c', sample: 0, value: null, outcome: 'failed', stratum: 'facts' },
    ]);
  });

  it('is read with semicolons or tabs', () => {
    expect(read('id;score\na;1')).toEqual([scored('a', 1)]);
    expect(read('id\tscore\na\t1', 'scores.tsv')).toEqual([scored('a', 1)]);
  });

  it('takes several rows of an id for samples of it', () => {
    expect(read('id,score\na,1\nb,0\na,0')).toEqual([scored('a', 1), scored('b', 0), scored('a', 0, 1)]);
    expect(read('id,score,sample\na,1,3\na,0,1')).toEqual([scored('a', 1, 3), scored('a', 0, 1)]);
  });

  it('takes outcomes; a score of 0 beside one that has none is what many tools write', () => {
    expect(read('id,score,outcome\na,,truncated\nb,0,failed\nc,1,scored\nd,null,\ne,0,')).toEqual([
      { id: 'a', sample: 0, value: null, outcome: 'truncated' },
      { id: 'b', sample: 0, value: null, outcome: 'failed' },
      scored('c', 1),
      { id: 'd', sample: 0, value: null, outcome: 'failed' },
      scored('e', 0),
    ]);
  });

  it.each([
    ['id,score\na,1\nb,NaN', 3, 'scores.csv, line 3: the score of item b is NaN, not a number from 0 to 1.'],
    ['id,score\na,1.01', 2, 'scores.csv, line 2: the score of item a is 1.01, not a number from 0 to 1.'],
    ['id,score\na,-0.1', 2, 'scores.csv, line 2: the score of item a is -0.1, not a number from 0 to 1.'],
    [
      'id,score\na,Infinity',
      2,
      'scores.csv, line 2: the score of item a is Infinity, not a number from 0 to 1.',
    ],
    ['id,score\na,0x1', 2, 'scores.csv, line 2: the score of item a is 0x1, not a number from 0 to 1.'],
    ['id,score\n"a\nb",1\n,1', 4, 'scores.csv, line 4: the id is missing, or is not a string.'],
    ['id,score\n\n"a\nb",2', 3, 'scores.csv, line 3: the score of item a\nb is 2, not a number from 0 to 1.'],
    ['id,score\na,1,1', 2, 'scores.csv, line 2: there are 3 fields, and the header names 2.'],
    ['id,value\na,1', 1, 'scores.csv: The header has no score.'],
    ['name\na', 1, 'scores.csv: The header has no id and no score.'],
    ['id,score,score\na,1,1', 1, 'scores.csv, line 1: the header names score twice.'],
    ['id,score\na,"1', 2, 'scores.csv, line 2: a quoted field is not closed before the file ends.'],
    ['id,score\na,1"0', 2, 'scores.csv, line 2: a quote stands within a field that does not begin with one.'],
    ['id,score,outcome\na,,ok', 2, 'scores.csv, line 2: the outcome of item a is ok.'],
    ['id,score,outcome\na,,scored', 2, 'scores.csv, line 2: item a is scored and has no score.'],
    [
      'id,score,outcome\na,0.5,truncated',
      2,
      'scores.csv, line 2: item a is truncated and has the score 0.5.',
    ],
    ['id,score,sample\na,1,-1', 2, 'scores.csv, line 2: the sample of item a is not a number from 0 up.'],
    [
      'id,score,sample\na,1,0\na,1,0',
      3,
      'scores.csv, line 3: sample 0 of item a is there already, in line 2.',
    ],
    [
      'id,score,stratum\na,1,x\na,1,y',
      3,
      'scores.csv, line 3: item a is in stratum y here and in stratum x in line 2.',
    ],
  ])('%j is refused with its line', (text, line, message) => {
    expect(refused(text)).toEqual({ code: 'scores_broken', line, message });
  });

  it('counts all that is broken', () => {
    expect(refused('id,score\na,2\nb,3\nc,1').message).toContain('2 records are broken in all.');
  });

  it('is refused when it is empty, or holds no score', () => {
    expect(refused('\uFEFF \n')).toMatchObject({ code: 'file_empty', message: 'scores.csv is empty.' });
    expect(refused('id,score\n')).toMatchObject({
      code: 'scores_broken',
      message: 'scores.csv has no scores.',
    });
  });
});

describe('JSONL', () => {
  it('is read with a byte order mark, CR LF and blank lines', () => {
    expect(
      read(
        '\uFEFF{"id":"a","score":1,"cluster":"doc"}\r\n\r\n{"id":7,"score":true}\r\n{"id":"b","score":null}\r\n',
        'x.jsonl',
      ),
    ).toEqual([
      { ...scored('a', 1), cluster: 'doc' },
      scored('7', 1),
      { id: 'b', sample: 0, value: null, outcome: 'failed' },
    ]);
  });

  it('is what the score command prints', () => {
    expect(
      read('{"id":"a","sample":1,"outcome":"unparsed","score":null,"reason":"no number"}', 'scores'),
    ).toEqual([{ id: 'a', sample: 1, value: null, outcome: 'unparsed' }]);
  });

  it.each([
    ['{"id":"a","score":1}\n{"id":"b"', 2, 'x.jsonl, line 2: this is not a JSON object.'],
    ['{"id":"a","score":1}\n\n[1]', 3, 'x.jsonl, line 3: this is not a JSON object.'],
    [
      '{"id":"a","score":"high"}',
      1,
      'x.jsonl, line 1: the score of item a is high, not a number from 0 to 1.',
    ],
    ['{"id":"a","score":[1]}', 1, 'x.jsonl, line 1: the score of item a is [1], not a number from 0 to 1.'],
    ['{"id":{},"score":1}', 1, 'x.jsonl, line 1: the id is missing, or is not a string.'],
    ['{"id":"a","score":1,"stratum":1.5}', 1, 'x.jsonl, line 1: the stratum of item a is not a string.'],
    ['{"id":"a","Score":1}', 1, 'x.jsonl: No row has the field score.'],
    ['[{"id":"a","score":1}]', 1, 'x.jsonl is one JSON array, not JSONL.'],
  ])('%j is refused with its line', (text, line, message) => {
    expect(refused(text, 'x.jsonl')).toEqual({ code: 'scores_broken', line, message });
  });
});

describe('any text', () => {
  it('is read or refused, never a crash, and whatever is read lies within its range', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((rest) => `id,score\n${rest}`),
      fc
        .array(fc.record({ id: fc.anything(), score: fc.anything(), outcome: fc.anything() }))
        .map((rows) => rows.map((one) => JSON.stringify(one)).join('\n')),
    );
    fc.assert(
      fc.property(text, fc.constantFrom('a.csv', 'a.jsonl', 'a'), (source, name) => {
        const result = parseScoreFile(source, name);
        if (!result.ok) {
          expect(result.error.message).toContain(name);
          return;
        }
        for (const { id, value, sample } of result.data) {
          expect(id).not.toBe('');
          expect(sample).toBeGreaterThanOrEqual(0);
          if (value !== null) expect(value >= 0 && value <= 1).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('in both forms says the same', () => {
    const rows = fc.array(
      fc.record({
        id: fc.stringMatching(/^[a-z]{1,3}$/),
        score: fc.option(fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)),
      }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(rows, (records) => {
        const csv = ['id,score', ...records.map(({ id, score }) => `${id},${score ?? ''}`)].join('\n');
        const jsonl = records.map((record) => JSON.stringify(record)).join('\n');
        expect(read(csv)).toEqual(read(jsonl, 'x.jsonl'));
      }),
    );
  });
});
