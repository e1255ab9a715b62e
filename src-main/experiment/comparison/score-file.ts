/**
 * Score files, made anywhere: JSONL, or CSV with a header. `id` and `score` (empty or null: missing), and, where
 * they are there, `sample`, `outcome`, `stratum` and `cluster`; other fields are passed over. Several rows of one
 * id are samples of it. This takes the text apart; who reads the file is somewhere else.
 */
import { outcomes, type Outcome } from '../../contract/output.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import { BrokenRecords } from '../../items/broken-records.ts';
import type { SampleScore } from './sample-scores.ts';
import { csvRows, jsonlRows, type RawRow } from './score-rows.ts';

interface ReadScore {
  readonly score: SampleScore;
  readonly line: number;
}

/** What is wrong with a row, and what to do about it. */
interface Problem {
  readonly message: string;
  readonly next?: string;
}

/**
 * The rows of a score file, in its order. CSV is what is called `.csv` or `.tsv`, or, under another name than
 * `.jsonl`, `.ndjson` and `.json`, what does not begin with a brace. A byte order mark and CR LF are read.
 *
 * Fails with `file_empty`, or with `scores_broken`: the first broken line named, all counted.
 */
export function parseScoreFile(text: string, fileName: string): Result<SampleScore[]> {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (plain.trim() === '') {
    return failure('file_empty', `${fileName} is empty.`, {
      next: 'Name a file with one score a line.',
      where: { file: fileName },
    });
  }
  const rows = isCsv(plain, fileName) ? csvRows(plain, fileName) : jsonlRows(plain, fileName);
  if (!rows.ok) return rows;
  const broken = new BrokenRecords();
  const scores: SampleScore[] = [];
  const items = new Map<string, ReadScore[]>();
  for (const row of rows.data) {
    const score = row.ok ? readRow(row.data, items) : row;
    if (!score.ok) {
      broken.addAt(
        { file: fileName, line: row.ok ? row.data.line : (row.error.where?.line ?? 0) },
        score.error,
      );
      continue;
    }
    const { id } = score.data.score;
    scores.push(score.data.score);
    items.set(id, [...(items.get(id) ?? []), score.data]);
  }
  const summary = broken.summary('scores_broken');
  if (summary) return { ok: false, error: summary };
  if (scores.length === 0) {
    return failure('scores_broken', `${fileName} has no scores.`, { where: { file: fileName } });
  }
  return success(scores);
}

function isCsv(text: string, fileName: string): boolean {
  if (/\.(csv|tsv)$/i.test(fileName)) return true;
  if (/\.(jsonl|ndjson|json)$/i.test(fileName)) return false;
  return !/^\s*[{[]/.test(text);
}

/** @param items the rows before, by id */
function readRow(
  { line, fields }: RawRow,
  items: ReadonlyMap<string, readonly ReadScore[]>,
): Result<ReadScore> {
  const id = readId(fields.get('id'));
  if (id === null) return broken({ message: 'the id is missing, or is not a string.' });
  const known = items.get(id) ?? [];
  const sample = readSample(fields.get('sample'), known.length);
  if (sample === null) return broken({ message: `the sample of item ${id} is not a number from 0 up.` });
  const twin = known.find(({ score }) => score.sample === sample);
  if (twin) {
    return broken({ message: `sample ${sample} of item ${id} is there already, in line ${twin.line}.` });
  }
  const scored = readScore(id, fields.get('score'), fields.get('outcome'));
  if (!scored.ok) return scored;
  const labels: { stratum?: string; cluster?: string } = {};
  for (const label of ['stratum', 'cluster'] as const) {
    const value = readId(fields.get(label));
    if (value === null) {
      if (isThere(fields.get(label)))
        return broken({ message: `the ${label} of item ${id} is not a string.` });
      continue;
    }
    const other = known.find(({ score }) => score[label] !== undefined && score[label] !== value);
    if (other) {
      return broken({
        message: `item ${id} is in ${label} ${value} here and in ${label} ${other.score[label] ?? ''} in line ${other.line}.`,
        next: `Give every row of an item the same ${label}.`,
      });
    }
    labels[label] = value;
  }
  return success({ score: { id, sample, ...scored.data, ...labels }, line });
}

/** Null: there is none. Whole numbers are ids too: a CSV file cannot tell them from strings. */
function readId(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  return Number.isSafeInteger(value) ? String(value) : null;
}

function readSample(value: unknown, usual: number): number | null {
  if (!isThere(value)) return usual;
  const sample = readNumber(value);
  return sample !== null && Number.isSafeInteger(sample) && sample >= 0 ? sample : null;
}

function readScore(
  id: string,
  value: unknown,
  outcomeField: unknown,
): Result<Pick<SampleScore, 'value' | 'outcome'>> {
  const outcome = isThere(outcomeField) ? outcomes.find((one) => one === outcomeField) : null;
  if (outcome === undefined) {
    return broken({
      message: `the outcome of item ${id} is ${shown(outcomeField)}.`,
      next: `An outcome is one of ${outcomes.join(', ')}.`,
    });
  }
  if (!isThere(value)) {
    if (outcome === 'scored') return broken({ message: `item ${id} is scored and has no score.` });
    return success({ value: null, outcome: outcome ?? 'failed' });
  }
  const number = typeof value === 'boolean' ? Number(value) : readNumber(value);
  if (number === null || !(number >= 0 && number <= 1)) {
    return broken({
      message: `the score of item ${id} is ${shown(value)}, not a number from 0 to 1.`,
      next: 'Bring scores to the range from 0 to 1, and leave them empty where no answer came.',
    });
  }
  if (outcome === null || outcome === 'scored') return success({ value: number, outcome: 'scored' });
  return unscored(id, number, outcome);
}

/** Some tools write 0 for whatever was not scored. The outcome says what it was; another score contradicts it. */
function unscored(
  id: string,
  score: number,
  outcome: Outcome,
): Result<Pick<SampleScore, 'value' | 'outcome'>> {
  return score === 0
    ? success({ value: null, outcome })
    : broken({ message: `item ${id} is ${outcome} and has the score ${score}.` });
}

/** Null: not a finite number in plain notation. */
function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value.trim()) ? Number(value) : null;
}

function isThere(value: unknown): boolean {
  return (
    value !== undefined && value !== null && !(typeof value === 'string' && /^(null)?$/i.test(value.trim()))
  );
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function broken({ message, next }: Problem): { readonly ok: false; readonly error: Failure } {
  return failure('scores_broken', message, next === undefined ? {} : { next });
}
