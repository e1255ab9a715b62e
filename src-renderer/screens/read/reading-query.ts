/** What the Read screen shows at first, and how it is narrowed, as it stands in the address. Pure. */
import type { ComparisonHead } from '../../../src-main/contract/calls/comparisons.ts';
import { partingKinds, type PartingKind } from '../../../src-main/contract/divergence.ts';
import type { ReadingFilter, ReadingRequest } from '../../../src-main/contract/calls/reading.ts';
import type { Query } from '../../app/routes.ts';
import { filterWords } from '../../stores/reading-store.ts';

export interface ReadingQuery {
  /** Null: not known yet. */
  readonly candidate: string | null;
  readonly kinds: readonly ReadingFilter[];
  /** Null: whether or not answers part. */
  readonly parting: PartingKind | null;
  readonly stratum: string | null;
  readonly text: string;
}

/** What an address without `show` means: the flips where there are some, else everything. */
export interface ReadingStart {
  readonly candidate: string | null;
  readonly kinds: readonly ReadingFilter[];
}

const flips: readonly ReadingFilter[] = ['lost', 'gained'];
const everything = 'all';

/** Before the end nothing has flipped yet, and a list of flips would be empty. */
export function readingStart(head: Pick<ComparisonHead, 'candidates' | 'firstFlipped'>): ReadingStart {
  const { candidates, firstFlipped } = head;
  return { candidate: firstFlipped ?? candidates[0] ?? null, kinds: firstFlipped === null ? [] : flips };
}

/** @param start null: not known yet */
export function readingQuery(query: Query, start: ReadingStart | null): ReadingQuery {
  const { candidate, show, parting, stratum, find } = query;
  const named = show?.split(',') ?? start?.kinds ?? flips;
  return {
    candidate: candidate ?? start?.candidate ?? null,
    kinds: filterWords.map(({ kind }) => kind).filter((kind) => named.includes(kind)),
    parting: partingKinds.find((kind) => kind === parting) ?? null,
    stratum: stratum ?? null,
    text: find ?? '',
  };
}

/** Whatever was chosen stands in the address, so that it means the same when the run has ended. */
export function queryOf({ candidate, kinds, parting, stratum, text }: ReadingQuery): Query {
  return {
    ...(candidate === null ? {} : { candidate }),
    show: kinds.length === 0 ? everything : kinds.join(','),
    ...(parting === null ? {} : { parting }),
    ...(stratum === null ? {} : { stratum }),
    ...(text === '' ? {} : { find: text }),
  };
}

export function requestOf({ kinds, parting, stratum, text }: ReadingQuery): ReadingRequest {
  return {
    kinds: [...kinds],
    ...(parting === null ? {} : { parting }),
    ...(stratum === null ? {} : { stratum }),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
  };
}
