/** How the Read screen is narrowed, as it stands in the address. Pure. */
import type { ReadingFilter, ReadingRequest } from '../../../src-main/contract/calls/reading.ts';
import type { Query } from '../../app/routes.ts';
import { filterWords } from '../../stores/reading-store.ts';

export interface ReadingQuery {
  /** Null: the first candidate that flipped an item, or the first of all. */
  readonly candidate: string | null;
  readonly kinds: readonly ReadingFilter[];
  readonly stratum: string | null;
  readonly text: string;
}

const usual: readonly ReadingFilter[] = ['lost', 'gained'];
const everything = 'all';

export function readingQuery(query: Query): ReadingQuery {
  const { candidate, show, stratum, find } = query;
  const named = (show ?? usual.join(',')).split(',');
  return {
    candidate: candidate ?? null,
    kinds: filterWords.map(({ kind }) => kind).filter((kind) => named.includes(kind)),
    stratum: stratum ?? null,
    text: find ?? '',
  };
}

/** `show` is left out where it is the usual one, so that a plain address means lost and gained. */
export function queryOf({ candidate, kinds, stratum, text }: ReadingQuery): Query {
  const show = kinds.length === 0 ? everything : kinds.join(',');
  return {
    ...(candidate === null ? {} : { candidate }),
    ...(show === usual.join(',') ? {} : { show }),
    ...(stratum === null ? {} : { stratum }),
    ...(text === '' ? {} : { find: text }),
  };
}

export function requestOf({ kinds, stratum, text }: ReadingQuery): ReadingRequest {
  return {
    kinds: [...kinds],
    ...(stratum === null ? {} : { stratum }),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
  };
}
