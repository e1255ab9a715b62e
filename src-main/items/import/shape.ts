/** A shape is a known kind of data set: how to tell it, and how to make items of its records. */
import type { Result } from '../../contract/result.ts';
import type { Draft } from './draft.ts';
import type { ClassLabels } from './parquet/layout.ts';
import type { SniffedFile } from './sniff-format.ts';
import type { Fields, SourceRecord } from './source-record.ts';

/** The beginning of a file, as far as it was read to tell its shape. */
export interface FileHead {
  readonly sniffed: SniffedFile;
  /** The first records; those of a CSV file take its first row for the header. */
  readonly records: readonly Fields[];
  /** The first rows of a CSV file as they are, because it may have no header. */
  readonly rows: readonly (readonly string[])[];
  readonly classLabels: ClassLabels;
}

export interface Recognition {
  /** 0 to 1. */
  readonly confidence: number;
  /** What in the file speaks for it, for the person who has to agree. */
  readonly reasons: readonly string[];
}

export interface MapContext {
  /** The file's name without folders and extensions. */
  readonly name: string;
  readonly classLabels: ClassLabels;
  /** Of the order of options, where the source gives the right one first. */
  readonly seed: number;
  /** `text`: the options are shown with letters; `logprob`: only the question is, and the options are weighed. */
  readonly choiceBy: 'text' | 'logprob';
}

export interface Shape {
  readonly name: string;
  readonly title: string;
  /** Names for the columns, for CSV files of this shape that have no header. */
  readonly columns?: readonly string[];
  /** Null where nothing speaks for this shape. */
  recognise(head: FileHead): Recognition | null;
  map(record: SourceRecord, context: MapContext): Result<readonly Draft[]>;
}

/**
 * A recognition by the share of the first records that look right.
 * @param certainty confidence when all of them do; a shape with telling field names is surer than one without
 */
export function byRecords(
  head: FileHead,
  certainty: number,
  reason: string,
  looksRight: (fields: Fields) => boolean,
): Recognition | null {
  if (head.records.length === 0) return null;
  const right = head.records.filter(looksRight).length;
  if (right === 0) return null;
  const share = right / head.records.length;
  const of = right === head.records.length ? 'every record' : `${right} of ${head.records.length} records`;
  return { confidence: certainty * share, reasons: [`${of} read: ${reason}`] };
}
