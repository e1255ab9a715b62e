/** All items that any run has, in one order that depends on nothing but their ids. */
import type { SampleScore } from './sample-scores.ts';

export interface TableItem {
  readonly id: string;
  readonly stratum: string | null;
  readonly cluster: string | null;
}

export interface ItemTable {
  /** By id, in the order of UTF-16 units. */
  readonly items: readonly TableItem[];
  /** By name. */
  readonly strata: readonly string[];
  /** A sentence for the first item that has two strata or two clusters; null where none has. */
  readonly conflict: string | null;
}

type Label = 'stratum' | 'cluster';

/** A label that one run lacks is taken from the others; where two differ, the earlier run's stands. */
export function itemTable(runs: readonly (readonly SampleScore[])[]): ItemTable {
  const labels: Readonly<Record<Label, Map<string, string>>> = { stratum: new Map(), cluster: new Map() };
  const ids = new Set<string>();
  const conflicts: { readonly id: string; readonly words: string }[] = [];
  for (const row of runs.flat()) {
    ids.add(row.id);
    for (const label of ['stratum', 'cluster'] as const) {
      const value = row[label];
      if (value === undefined) continue;
      const known = labels[label].get(row.id);
      if (known === undefined) labels[label].set(row.id, value);
      else if (known !== value) {
        conflicts.push({
          id: row.id,
          words: `item ${row.id} is in ${label} ${known} and in ${label} ${value}`,
        });
      }
    }
  }
  const items = [...ids].sort().map((id) => ({
    id,
    stratum: labels.stratum.get(id) ?? null,
    cluster: labels.cluster.get(id) ?? null,
  }));
  const [conflict] = conflicts.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  return {
    items,
    strata: [...new Set(labels.stratum.values())].sort(),
    conflict: conflict?.words ?? null,
  };
}
