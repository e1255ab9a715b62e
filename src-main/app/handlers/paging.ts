/** Cuts a list that is in memory anyway into the page that was asked for. */
import type { PageRequest } from '../../contract/calls/shapes.ts';

export function pageOfList<Row>(
  rows: readonly Row[],
  page: PageRequest,
): { readonly rows: readonly Row[]; readonly total: number; readonly offset: number } {
  return {
    rows: rows.slice(page.offset, page.offset + page.limit),
    total: rows.length,
    offset: page.offset,
  };
}
