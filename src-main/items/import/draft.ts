/** An item on its way in: what a shape makes of a record, before it is checked and numbered. */
import type { Check, Message, Split } from '../../contract/item.ts';
import type { FinishReason } from '../../contract/output.ts';
import { failure, type Result } from '../../contract/result.ts';
import { describePlace } from './json-text.ts';
import type { SourceRecord } from './source-record.ts';

/** An item record as docs/file-formats.md has it; without an id it gets one from the file's name and the row. */
export interface ItemDraft {
  readonly id?: string;
  readonly input?: string;
  readonly messages?: readonly Message[];
  readonly system?: string;
  readonly stratum?: string;
  readonly band?: string;
  readonly split?: Split;
  readonly source?: string;
  readonly cluster?: string;
  readonly check: Check;
}

/** An answer that another tool stored beside the item. */
export interface LoggedOutput {
  /** 0-based. */
  readonly sample: number;
  readonly text: string;
  readonly finish: FinishReason;
  readonly model?: string;
  /** What went wrong, in the other tool's words, where no answer came. */
  readonly error?: string;
  /** The other tool's own marks, by its metric or scorer; not finite or not a number: left out. */
  readonly scores: Readonly<Record<string, number>>;
}

export interface Draft {
  readonly item: ItemDraft;
  /** The right answer in the source's words: a worked solution, the logged reply. */
  readonly reference?: string;
  /** When the source says that this happened, ISO 8601 in UTC. */
  readonly time?: string;
  readonly outputs?: readonly LoggedOutput[];
  /** The item stands in several records (one for each filter or epoch): the later ones add only outputs. */
  readonly repeats?: boolean;
  /** The source gives one id to several conversations; later ones get the row added to theirs. */
  readonly idsRecur?: boolean;
}

/** A record that has no right answer: the hidden labels of a test split, an empty cell. Never counted as wrong. */
export function unanswered(record: SourceRecord, what: string): Result<never> {
  return failure('item_unanswered', `${describePlace(record.where)}: ${what}.`, {
    next: 'Use a split whose answers are public, or map the column that holds them.',
    where: record.where,
  });
}

/** A record that this program cannot ask or mark. */
export function unsupported(record: SourceRecord, what: string): Result<never> {
  return failure('item_unsupported', `${describePlace(record.where)}: ${what}.`, {
    next: 'Leave such records out, or map their fields by hand.',
    where: record.where,
  });
}

/** A record that is not what its shape promises. */
export function misshapen(record: SourceRecord, what: string): Result<never> {
  return failure('item_broken', `${describePlace(record.where)}: ${what}.`, {
    next: 'Mend the record, or map the fields by hand.',
    where: record.where,
  });
}
