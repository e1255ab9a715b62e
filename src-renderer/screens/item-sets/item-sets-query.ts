/** Where on the item sets' screen the person is, as the address has it. Pure. */
import type { Sortable } from '../../../src-main/contract/calls/strata.ts';
import type { Query, Route } from '../../app/routes.ts';
import type { SetReference } from '../../stores/item-sets-store.ts';

/** What is sorted on a screen of its own; an import is sorted where it is prepared. */
export type RoutedSortable = Exclude<Sortable, { readonly of: 'import' }>;

export type ItemSetsView =
  | { readonly view: 'list' }
  | { readonly view: 'import' }
  | { readonly view: 'slice'; readonly slice: string; readonly freezing: boolean }
  | { readonly view: 'sort'; readonly what: RoutedSortable }
  | { readonly view: 'set'; readonly set: SetReference }
  | { readonly view: 'contamination'; readonly set: SetReference }
  | { readonly view: 'trend'; readonly set: SetReference }
  | { readonly view: 'items'; readonly set: SetReference };

/** What the address says; the list where it names no version that there could be. */
export function itemSetsView(query: Query): ItemSetsView {
  if (query.view === 'import') return { view: 'import' };
  const { slice = '' } = query;
  if (query.view === 'slice' && slice !== '')
    return { view: 'slice', slice, freezing: query.step === 'freeze' };
  if (query.view === 'sort' && slice !== '') return { view: 'sort', what: { of: 'slice', slice } };
  const name = query.set ?? '';
  const version = Number(query.version);
  if (name === '' || !Number.isInteger(version) || version < 1) return { view: 'list' };
  const set = { name, version };
  if (query.view === 'sort') return { view: 'sort', what: { of: 'version', set } };
  if (query.view === 'contamination') return { view: 'contamination', set };
  if (query.view === 'trend') return { view: 'trend', set };
  return { view: query.view === 'items' ? 'items' : 'set', set };
}

export const setsRoute: Route = { place: 'item-sets', query: {} };
export const importRoute: Route = { place: 'item-sets', query: { view: 'import' } };

export function setRoute({ name, version }: SetReference): Route {
  return { place: 'item-sets', query: { set: name, version: String(version) } };
}

export function itemsRoute({ name, version }: SetReference): Route {
  return { place: 'item-sets', query: { set: name, version: String(version), view: 'items' } };
}

export function sliceRoute(slice: string): Route {
  return { place: 'item-sets', query: { view: 'slice', slice } };
}

export function freezeSliceRoute(slice: string): Route {
  return { place: 'item-sets', query: { view: 'slice', slice, step: 'freeze' } };
}

/** Where items are sorted into strata by hand. */
export function sortRoute(what: RoutedSortable): Route {
  switch (what.of) {
    case 'slice':
      return { place: 'item-sets', query: { view: 'sort', slice: what.slice } };
    case 'version': {
      const { name, version } = what.set;
      return { place: 'item-sets', query: { view: 'sort', set: name, version: String(version) } };
    }
  }
}

export function contaminationRoute({ name, version }: SetReference): Route {
  return { place: 'item-sets', query: { set: name, version: String(version), view: 'contamination' } };
}

/** What models scored on the set over time; `version` is the way back. */
export function trendRoute({ name, version }: SetReference): Route {
  return { place: 'item-sets', query: { set: name, version: String(version), view: 'trend' } };
}
