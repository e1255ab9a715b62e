/** Dev and held-out: stratified, seeded, and never through a cluster, because half of a document tells of the other half. */
import type { Item, Split } from '../../contract/item.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { createStream, generatorName } from '../../statistics/generator.ts';
import { shuffled } from './shuffle.ts';

export interface SplitRecord {
  readonly seed: number;
  readonly generator: string;
  /** Share of each stratum that is meant to be held out. */
  readonly heldOutShare: number;
  readonly strata: readonly { readonly stratum: string; readonly dev: number; readonly heldOut: number }[];
  /** Clusters whose items were given different splits; they are dev as a whole. */
  readonly conflicts: readonly string[];
}

/** What a split goes by. */
export type SplitItem = Pick<Item, 'id' | 'stratum' | 'split' | 'cluster'>;

/** Items that go together: a cluster, or one item without one. */
interface Unit {
  readonly name: string;
  readonly ids: readonly string[];
  readonly byStratum: ReadonlyMap<string, number>;
  /** Splits that its items were given; empty where the split is to be found. */
  readonly given: ReadonlySet<Split>;
}

/**
 * Splits items, apart from those that `isGiven` says have their split from the person; a cluster goes with its given
 * items. The largest clusters are placed first, each where it brings its strata
 * closer to the wanted share; among units of one size the order is drawn. The result does not depend on the order
 * of the items.
 */
export function splitItems<T extends SplitItem>(
  items: readonly T[],
  heldOutShare: number,
  seed: number,
  isGiven: (item: T) => boolean = () => false,
): Result<{ readonly items: readonly T[]; readonly record: SplitRecord }> {
  if (!(heldOutShare >= 0 && heldOutShare <= 1)) {
    return failure('usage', 'The held-out share lies between 0 and 1.', {
      next: 'Give a share such as 0.8.',
    });
  }
  const totals = new Map<string, number>();
  for (const { stratum } of items) totals.set(stratum, (totals.get(stratum) ?? 0) + 1);
  const placed = new Map<string, number>();
  const splitOf = new Map<string, Split>();
  const units = unitsOf(items, seed, isGiven);
  for (const unit of units) {
    const heldOut =
      unit.given.size > 0 ? !unit.given.has('dev') : gain(unit, totals, placed, heldOutShare) > 0;
    for (const id of unit.ids) splitOf.set(id, heldOut ? 'held_out' : 'dev');
    if (!heldOut) continue;
    for (const [stratum, count] of unit.byStratum) placed.set(stratum, (placed.get(stratum) ?? 0) + count);
  }
  const split = items.map((item) => ({ ...item, split: splitOf.get(item.id) ?? item.split }));
  const strata = [...totals].map(([stratum, total]) => {
    const heldOut = placed.get(stratum) ?? 0;
    return { stratum, dev: total - heldOut, heldOut };
  });
  const conflicts = units
    .filter(({ given }) => given.size > 1)
    .map(({ name }) => name.replace('cluster/', ''));
  return success({
    items: split,
    record: { seed, generator: generatorName, heldOutShare, strata, conflicts },
  });
}

function unitsOf<T extends SplitItem>(
  items: readonly T[],
  seed: number,
  isGiven: (item: T) => boolean,
): Unit[] {
  const groups = Map.groupBy(items, ({ id, cluster }) =>
    cluster === undefined ? `item/${id}` : `cluster/${cluster}`,
  );
  const units = [...groups].map(([name, members]): Unit => {
    const byStratum = new Map<string, number>();
    for (const { stratum } of members) byStratum.set(stratum, (byStratum.get(stratum) ?? 0) + 1);
    const given = new Set(members.filter(isGiven).map(({ split }) => split));
    return { name, ids: members.map(({ id }) => id), byStratum, given };
  });
  const ordered = units.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  // Given units come first: the others make up for them. Stable sorts keep the drawn order among equals.
  return shuffled(ordered, createStream(seed, 'split'))
    .toSorted((one, other) => other.ids.length - one.ids.length)
    .toSorted((one, other) => Math.sign(other.given.size) - Math.sign(one.given.size));
}

/** By how much the squared distance to the wanted counts shrinks when the unit is held out; positive is closer. */
function gain(
  unit: Unit,
  totals: ReadonlyMap<string, number>,
  placed: ReadonlyMap<string, number>,
  share: number,
): number {
  let sum = 0;
  for (const [stratum, count] of unit.byStratum) {
    const missing = (totals.get(stratum) ?? 0) * share - (placed.get(stratum) ?? 0);
    // Each stratum weighs by its size, so that a small one is not drowned by a large one.
    sum += (missing ** 2 - (missing - count) ** 2) / (totals.get(stratum) ?? 1);
  }
  return sum;
}
