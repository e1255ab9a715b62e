/** The rows of a score file before they are understood: fields by name, and the line that each begins in. */
import { CsvError, parse } from 'csv-parse/sync';
import { failure, success, type Result } from '../../contract/result.ts';

export interface RawRow {
  /** From 1. */
  readonly line: number;
  readonly fields: ReadonlyMap<string, unknown>;
}

/** One result a row. A file that cannot be taken apart at all is a failure as a whole. */
type RawRows = Result<readonly Result<RawRow>[]>;

/** @param text without a byte order mark, lines ending in LF */
export function jsonlRows(text: string, fileName: string): RawRows {
  if (text.trimStart().startsWith('[')) {
    return failure('scores_broken', `${fileName} is one JSON array, not JSONL.`, {
      next: 'Write one object a line.',
      where: { file: fileName, line: 1 },
    });
  }
  const rows: Result<RawRow>[] = [];
  let hasScores = false;
  for (const [index, source] of text.split('\n').entries()) {
    if (source.trim() === '') continue;
    const line = index + 1;
    const fields = objectOf(source);
    if (fields === null) {
      rows.push(failure('scores_broken', 'this is not a JSON object.', { where: { line } }));
      continue;
    }
    hasScores ||= fields.has('score');
    rows.push(success({ line, fields }));
  }
  if (!hasScores && rows.every(({ ok }) => ok)) return noScoreField(fileName, 'No row has the field score.');
  return success(rows);
}

/** The header's names are read without regard to case. Separators are commas, semicolons or tabs. */
export function csvRows(text: string, fileName: string): RawRows {
  let parsed: readonly { readonly record: readonly string[]; readonly info: { readonly lines: number } }[];
  try {
    parsed = parse(text, {
      info: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      delimiter: separatorOf(text),
    }) as unknown as typeof parsed;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error['lines']);
    return failure('scores_broken', `${fileName}, line ${line}: ${quoteProblem(error.code)}`, {
      next: 'Put quotes around the whole field, and double those within it.',
      where: { file: fileName, line },
      detail: error.message,
    });
  }
  const [header, ...records] = parsed;
  const names = header?.record.map((name) => name.toLowerCase()) ?? [];
  const lacking = ['id', 'score'].filter((name) => !names.includes(name));
  if (lacking.length > 0) {
    return noScoreField(fileName, `The header has no ${lacking.join(' and no ')}.`);
  }
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) < index);
  if (twice !== undefined) {
    return failure('scores_broken', `${fileName}, line 1: the header names ${twice} twice.`, {
      where: { file: fileName, line: 1 },
    });
  }
  return success(
    records.map(({ record, info }): Result<RawRow> => {
      // The parser counts to the record's last line; quoted fields may hold line ends of their own.
      const line = info.lines - record.join('').split('\n').length + 1;
      if (record.length !== names.length) {
        return failure(
          'scores_broken',
          `there are ${record.length} fields, and the header names ${names.length}.`,
          { where: { line } },
        );
      }
      return success({ line, fields: new Map(names.map((name, index) => [name, record[index]])) });
    }),
  );
}

function objectOf(source: string): Map<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(source);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? new Map(Object.entries(value))
      : null;
  } catch {
    return null;
  }
}

/** A comma wherever the header has one. */
function separatorOf(text: string): string {
  const [header = ''] = text.trimStart().split('\n', 1);
  return [',', ';', '\t'].find((separator) => header.includes(separator)) ?? ',';
}

function quoteProblem(code: string): string {
  return code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'a quoted field is not closed before the file ends.'
    : 'a quote stands within a field that does not begin with one.';
}

function noScoreField(fileName: string, message: string): RawRows {
  return failure('scores_broken', `${fileName}: ${message}`, {
    next: 'Each row needs an id and a score.',
    where: { file: fileName, line: 1 },
  });
}
