/** An old run out of another tool's log: its outputs and its marks, in the forms that scoring and comparing read. */
import type { ImportedItem } from './import-file.ts';

/** A row of an output file (docs/file-formats.md). */
export interface OutputRow {
  readonly id: string;
  readonly sample: number;
  readonly output: string | null;
  readonly finish: string;
  readonly error?: string;
}

/** A row of a score file; null where the other tool gave no mark. */
export interface ScoreRow {
  readonly id: string;
  readonly sample: number;
  readonly stratum: string;
  readonly cluster?: string;
  readonly score: number | null;
}

export interface LoggedRun {
  readonly outputs: readonly OutputRow[];
  /** Names of the marks that the log holds: `exact_match,strict-match`, `match`. */
  readonly metrics: readonly string[];
  scores(metric: string): readonly ScoreRow[];
}

/**
 * @param records items and their later records, in the file's order
 *
 * A log that marks one output several times (a line for each filter) has that output once here, with all its marks.
 */
export function loggedRun(records: readonly ImportedItem[]): LoggedRun {
  const entries = new Map<
    string,
    { readonly record: ImportedItem; readonly row: OutputRow; readonly marks: Map<string, number> }
  >();
  for (const record of records) {
    for (const { sample, text, finish, error, scores } of record.outputs) {
      const key = `${sample}/${record.item.id}`;
      const failed = finish === 'error';
      const entry = entries.get(key) ?? {
        record,
        row: {
          id: record.item.id,
          sample,
          output: failed ? null : text,
          finish,
          ...(error === undefined ? {} : { error }),
        },
        marks: new Map<string, number>(),
      };
      for (const [metric, value] of Object.entries(scores)) entry.marks.set(metric, value);
      entries.set(key, entry);
    }
  }
  const all = [...entries.values()];
  return {
    outputs: all.map(({ row }) => row),
    metrics: [...new Set(all.flatMap(({ marks }) => [...marks.keys()]))],
    scores: (metric) =>
      all.map(({ record, row, marks }) => {
        const { stratum, cluster } = record.item;
        const score = marks.get(metric) ?? null;
        return {
          id: row.id,
          sample: row.sample,
          stratum,
          ...(cluster === undefined ? {} : { cluster }),
          score,
        };
      }),
  };
}
