/** What one version of an item set has that another has not. */
import { canonicalJson } from '../../contract/canonical-json.ts';
import type { Item } from '../../contract/item.ts';

export interface ChangedItem {
  readonly id: string;
  /** Top-level fields that differ, in alphabetical order. */
  readonly fields: readonly string[];
  readonly before: Item;
  readonly after: Item;
}

export interface VersionDifference {
  readonly added: readonly Item[];
  readonly removed: readonly Item[];
  readonly changed: readonly ChangedItem[];
  readonly unchanged: number;
}

/** Items are told by their ids; an item whose canonical JSON is the same is unchanged, wherever it stands. */
export function diffVersions(before: readonly Item[], after: readonly Item[]): VersionDifference {
  const earlier = new Map(before.map((item) => [item.id, item]));
  const later = new Set(after.map(({ id }) => id));
  const changed: ChangedItem[] = [];
  const added: Item[] = [];
  for (const item of after) {
    const old = earlier.get(item.id);
    if (old === undefined) {
      added.push(item);
      continue;
    }
    const fields = differingFields(old, item);
    if (fields.length > 0) changed.push({ id: item.id, fields, before: old, after: item });
  }
  return {
    added,
    removed: before.filter(({ id }) => !later.has(id)),
    changed,
    unchanged: after.length - added.length - changed.length,
  };
}

function differingFields(before: Item, after: Item): string[] {
  const one = new Map<string, unknown>(Object.entries(before));
  const other = new Map<string, unknown>(Object.entries(after));
  const names = [...new Set([...one.keys(), ...other.keys()])].toSorted();
  return names.filter((name) => textOf(one.get(name)) !== textOf(other.get(name)));
}

function textOf(value: unknown): string {
  return value === undefined ? '' : canonicalJson(value);
}
