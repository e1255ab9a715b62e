/** Where on the item sets' screen the person is, as the address has it. Pure. */
import type { Query, Route } from '../../app/routes.ts';
import type { SetReference } from '../../stores/item-sets-store.ts';

export type ItemSetsView =
  | { readonly view: 'list' }
  | { readonly view: 'import' }
  | { readonly view: 'set'; readonly set: SetReference }
  | { readonly view: 'items'; readonly set: SetReference };

/** What the address says; the list where it names no version that there could be. */
export function itemSetsView(query: Query): ItemSetsView {
  if (query.view === 'import') return { view: 'import' };
  const name = query.set ?? '';
  const version = Number(query.version);
  if (name === '' || !Number.isInteger(version) || version < 1) return { view: 'list' };
  return { view: query.view === 'items' ? 'items' : 'set', set: { name, version } };
}

export const setsRoute: Route = { place: 'item-sets', query: {} };
export const importRoute: Route = { place: 'item-sets', query: { view: 'import' } };

export function setRoute({ name, version }: SetReference): Route {
  return { place: 'item-sets', query: { set: name, version: String(version) } };
}

export function itemsRoute({ name, version }: SetReference): Route {
  return { place: 'item-sets', query: { set: name, version: String(version), view: 'items' } };
}
