/** Strata and bands given by hand, item by item. */
import type { Handlers } from '../../contract/calls/calls.ts';
import type { Sortable } from '../../contract/calls/strata.ts';
import { success, type Result } from '../../contract/result.ts';
import type { AppContext } from '../context.ts';
import { sortedItem, sortingOf, type SortingPlace } from '../strata-by-hand/sort-items.ts';
import { slicePlace, VersionPlaces } from '../strata-by-hand/sorting-places.ts';
import { pageOfList } from './paging.ts';

type StrataHandlers = Pick<
  Handlers,
  'strata.read_sorting' | 'strata.list_items' | 'strata.give' | 'strata.freeze_next'
>;

export function strataHandlers(context: AppContext): StrataHandlers {
  const versions = new VersionPlaces(context);

  function placeOf(what: Sortable): Result<SortingPlace> {
    switch (what.of) {
      case 'slice':
        return slicePlace(context, what.slice);
      case 'version':
        return versions.open(what.set);
    }
  }

  return {
    'strata.read_sorting': ({ what }) => {
      const place = placeOf(what);
      return Promise.resolve(place.ok ? success(sortingOf(place.data)) : place);
    },
    'strata.list_items': ({ what, page }) => {
      const place = placeOf(what);
      if (!place.ok) return Promise.resolve(place);
      const { items, given } = place.data;
      const { rows, total, offset } = pageOfList(items, page);
      return Promise.resolve(success({ rows: rows.map((one) => sortedItem(one, given)), total, offset }));
    },
    'strata.give': ({ what, item, stratum, band }) => {
      const place = placeOf(what);
      if (!place.ok) return Promise.resolve(place);
      const written = place.data.give(item, { stratum, band });
      if (!written.ok) return Promise.resolve(written);
      if (what.of === 'slice') context.hub.publish({ kind: 'store_changed', change: { of: 'slices' } });
      const after = placeOf(what);
      return Promise.resolve(after.ok ? success(sortingOf(after.data)) : after);
    },
    'strata.freeze_next': ({ set }) => {
      const frozen = versions.freezeNext(set);
      if (!frozen.ok) return Promise.resolve(frozen);
      context.hub.publish({ kind: 'store_changed', change: { of: 'items' } });
      const { name, version, hash, counts } = frozen.data;
      return Promise.resolve(success({ name, version, hash, items: counts.items }));
    },
  };
}
