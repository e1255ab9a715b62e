/** Searches for the dev items of a version in texts that a person names. */
import type { Handlers } from '../../contract/calls/calls.ts';
import { success } from '../../contract/result.ts';
import { ContaminationSearches } from '../contamination-searches.ts';
import type { AppContext } from '../context.ts';
import { pageOfList } from './paging.ts';

export function contaminationHandlers(
  context: AppContext,
): Pick<
  Handlers,
  | 'items.start_contamination'
  | 'items.read_contamination'
  | 'items.list_overlaps'
  | 'items.stop_contamination'
> {
  const searches = new ContaminationSearches(context);
  return {
    'items.start_contamination': (input) => Promise.resolve(searches.start(input)),
    'items.read_contamination': ({ search }) => Promise.resolve(searches.read(search)),
    'items.list_overlaps': ({ search, page }) => {
      const overlaps = searches.overlaps(search);
      return Promise.resolve(overlaps.ok ? success(pageOfList(overlaps.data, page)) : overlaps);
    },
    'items.stop_contamination': ({ search }) => {
      searches.stop(search);
      return Promise.resolve(success({}));
    },
  };
}
