/** The places whose items can be sorted by hand. */
import { success, failure, type Result } from '../../contract/result.ts';
import type { Item, ItemSetVersion } from '../../contract/item.ts';
import type { RecordOf } from '../../contract/preparation.ts';
import type { AppContext } from '../context.ts';
import { importsOf } from '../imports.ts';
import { findSlice } from '../slices/find-slice.ts';
import { nextRecord } from '../slices/next-record.ts';
import { toJson, withItem } from '../slices/slice-content.ts';
import type { ItemSetReference } from '../../store/store.ts';
import { placeOver, type Given, type SortingPlace } from './sort-items.ts';

const whole = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** A slice: what is given is written into its items at once. */
export function slicePlace(context: AppContext, slice: string): Result<SortingPlace> {
  const { store } = context;
  const found = findSlice(store, slice);
  if (!found.ok) return found;
  const { content } = found.data;
  const items = content.items.map(({ key, item }) => ({
    item: String(key),
    id: item.id,
    messages: [...item.messages],
    check: item.check.kind,
    stratum: null,
    band: null,
  }));
  const given = new Map<string, Given>(
    content.items.map(({ key, item }) => [
      String(key),
      { stratum: whole(item.stratum), band: whole(item.band) },
    ]),
  );
  const place = placeOver({ title: content.name, items, given, heldOut: 0 }, (name, { stratum, band }) => {
    const one = content.items.find(({ key }) => String(key) === name);
    if (one === undefined) return noSuchItem(name);
    const item = { ...one.item, stratum: stratum ?? '', band: band ?? '' };
    const changed = withItem(content, { key: one.key, item });
    if (!changed.ok) return changed;
    const { id, revision } = found.data;
    return store.changeSlice(id, revision, toJson(changed.data.content), context.now());
  });
  return success(place);
}

/** An import that is being prepared: what is given waits until it is taken as a step. */
export function importPlace(context: AppContext, importing: string): Result<SortingPlace> {
  const found = importsOf(context).preparation(importing);
  if (!found.ok) return found;
  const preparation = found.data;
  const { given } = preparation;
  return success({
    sorting: () => preparation.ask<'sorting'>({ ask: 'sorting', given }),
    items: (page) => preparation.ask<'sorted_items'>({ ask: 'sorted_items', given, page }),
    give: (item, own) => {
      if (own.stratum === null && own.band === null) given.delete(item);
      else given.set(item, own);
      return success(undefined);
    },
  });
}

/** The dev items of a version, kept from call to call: a version never changes. */
export class VersionPlaces {
  readonly #context: AppContext;
  #last: { readonly version: ItemSetVersion; readonly items: readonly Item[] } | null = null;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** Fails with `item_set_unknown`. */
  open(set: ItemSetReference): Result<SortingPlace> {
    const { store, now } = this.#context;
    const found = this.devItems(set);
    if (!found.ok) return found;
    const { version, items } = found.data;
    const sorted = {
      title: `${version.name}@${version.version}`,
      items: items.map(({ id, messages, check, stratum, band }) => ({
        item: id,
        id,
        messages,
        check: check.kind,
        stratum,
        band: band ?? null,
      })),
      given: store.handStrata(version),
      heldOut: version.counts.heldOut,
    };
    return success(placeOver(sorted, (item, given) => store.setHandStratum(version, item, given, now())));
  }

  devItems({ name, version: number }: ItemSetReference): Result<{
    readonly version: ItemSetVersion;
    readonly items: readonly Item[];
  }> {
    const { store } = this.#context;
    const version = store.itemSetVersion(name, number);
    if (version === null)
      return failure('item_set_unknown', `There is no item set ${name}@${number} here.`, {
        next: 'Choose one from the list.',
      });
    if (this.#last?.version.hash !== version.hash || this.#last.version.name !== version.name)
      this.#last = { version, items: store.readDevItems(version) };
    return success(this.#last);
  }

  /** The next version, with what was given to the dev items of this one. */
  freezeNext(set: ItemSetReference): Result<ItemSetVersion> {
    const { store, now } = this.#context;
    const found = this.devItems(set);
    if (!found.ok) return found;
    const { version, items } = found.data;
    const given = store.handStrata(version);
    const replaced = items.flatMap((item) => {
      const own = given.get(item.id);
      if (own === undefined) return [];
      const { stratum, band } = own;
      return [{ ...item, ...(stratum === null ? {} : { stratum }), ...(band === null ? {} : { band }) }];
    });
    if (replaced.length === 0)
      return failure(
        'items_none',
        `No item of ${version.name}@${version.version} was given a stratum or a band.`,
        {
          next: 'Give some first.',
        },
      );
    const total = version.counts.items;
    const step: RecordOf<'strata_by_hand'> = {
      step: 'strata_by_hand',
      before: total,
      after: total,
      strata: [...given.values()].filter(({ stratum }) => stratum !== null).length,
      bands: [...given.values()].filter(({ band }) => band !== null).length,
    };
    const record = nextRecord(store, version, { steps: [step] });
    const frozen = store.freezeNextVersion(version, { replaced, added: [] }, now(), record);
    if (!frozen.ok) return frozen;
    const dropped = store.dropHandStrata(version);
    return dropped.ok ? frozen : dropped;
  }
}

function noSuchItem(item: string): Result<never> {
  return failure('slice_unknown', `The slice has no item ${item} any more.`, {
    next: 'Go back to the slice: the item may have been deleted in another window.',
  });
}
