/** Items that a person sorts into strata one by one, wherever they are: counted, and shown as they would be. */
import type { SortedItem, Sorting } from '../../contract/calls/strata.ts';
import type { Message } from '../../contract/item.ts';
import type { PageRequest } from '../../contract/calls/shapes.ts';
import { success, type Result } from '../../contract/result.ts';

/** What a person gave an item; null: nothing. */
export interface Given {
  readonly stratum: string | null;
  readonly band: string | null;
}

/** An item as it is without what was given by hand. */
export interface UnsortedItem {
  /** Names it where it is kept. */
  readonly item: string;
  readonly id: string;
  readonly messages: readonly Message[];
  readonly check: string;
  readonly stratum: string | null;
  readonly band: string | null;
}

/** Items, and what was given to them. */
interface SortedItems {
  readonly title: string;
  readonly items: readonly UnsortedItem[];
  /** By the name of the item. */
  readonly given: ReadonlyMap<string, Given>;
  readonly heldOut: number;
}

/** A place whose items can be sorted. */
export interface SortingPlace {
  sorting(): Promise<Result<Sorting>>;
  items(page: PageRequest): Promise<Result<SortedPage>>;
  give(item: string, given: Given): Result<void>;
}

export interface SortedPage {
  readonly rows: readonly SortedItem[];
  readonly total: number;
  readonly offset: number;
}

const nothingGiven: Given = { stratum: null, band: null };

/** A place whose items are in memory anyway. */
export function placeOver(sorted: SortedItems, give: SortingPlace['give']): SortingPlace {
  return {
    sorting: () => Promise.resolve(success(sortingOf(sorted))),
    items: ({ offset, limit }) => {
      const rows = sorted.items.slice(offset, offset + limit).map((one) => sortedItem(one, sorted.given));
      return Promise.resolve(success({ rows, total: sorted.items.length, offset }));
    },
    give,
  };
}

export function sortedItem(one: UnsortedItem, given: ReadonlyMap<string, Given>): SortedItem {
  const own = given.get(one.item) ?? nothingGiven;
  return {
    ...one,
    stratum: own.stratum ?? one.stratum,
    band: own.band ?? one.band,
    given: { stratum: own.stratum, band: own.band },
  };
}

export function sortingOf({ title, items, given, heldOut }: SortedItems): Sorting {
  const strata = new Map<string, number>();
  const bands = new Map<string, number>();
  let [strataGiven, bandsGiven] = [0, 0];
  for (const one of items) {
    const { stratum, band, given: own } = sortedItem(one, given);
    if (stratum !== null) strata.set(stratum, (strata.get(stratum) ?? 0) + 1);
    if (band !== null) bands.set(band, (bands.get(band) ?? 0) + 1);
    if (own.stratum !== null) strataGiven += 1;
    if (own.band !== null) bandsGiven += 1;
  }
  return {
    title,
    items: items.length,
    strataGiven,
    bandsGiven,
    heldOut,
    strata: [...strata].map(([stratum, count]) => ({ stratum, items: count })),
    bands: [...bands].map(([band, count]) => ({ band, items: count })),
  };
}
