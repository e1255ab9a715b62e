/** Strata and bands given by hand, item by item. */
import type { Handlers } from '../../contract/calls/calls.ts';
import type { Sortable } from '../../contract/calls/strata.ts';
import { success, type Result } from '../../contract/result.ts';
import type { AppContext } from '../context.ts';
import { importsOf } from '../imports.ts';
import type { SortingPlace } from '../strata-by-hand/sort-items.ts';
import { importPlace, slicePlace, VersionPlaces } from '../strata-by-hand/sorting-places.ts';

type StrataHandlers = Pick<
  Handlers,
  | 'strata.read_sorting'
  | 'strata.list_items'
  | 'strata.give_stratum'
  | 'strata.take_step'
  | 'strata.freeze_next'
>;

export function strataHandlers(context: AppContext): StrataHandlers {
  const versions = new VersionPlaces(context);

  function placeOf(what: Sortable): Result<SortingPlace> {
    switch (what.of) {
      case 'import':
        return importPlace(context, what.importing);
      case 'slice':
        return slicePlace(context, what.slice);
      case 'version':
        return versions.open(what.set);
    }
  }

  return {
    'strata.read_sorting': async ({ what }) => {
      const place = placeOf(what);
      return place.ok ? place.data.sorting() : place;
    },
    'strata.list_items': async ({ what, page }) => {
      const place = placeOf(what);
      return place.ok ? place.data.items(page) : place;
    },
    'strata.give_stratum': async ({ what, item, stratum, band }) => {
      const place = placeOf(what);
      if (!place.ok) return place;
      const written = place.data.give(item, { stratum, band });
      if (!written.ok) return written;
      if (what.of === 'slice') context.hub.publish({ kind: 'store_changed', change: { of: 'slices' } });
      // Read anew: a slice has another revision by now.
      const after = placeOf(what);
      return after.ok ? after.data.sorting() : after;
    },
    'strata.take_step': async ({ importing }, { signal }) => {
      const preparation = importsOf(context).preparation(importing);
      if (!preparation.ok) return preparation;
      const taken = await preparation.data.takeGiven(signal);
      return taken.ok ? success({}) : taken;
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
