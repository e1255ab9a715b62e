/**
 * In which order, and on which sides, a rater sees the items of a pair. It follows from the plan's seed, the rater's
 * name and the item, so that a rating that was stopped goes on where it was, in whatever window. Some items are at the
 * same place for every rater: of two who stop early, both have seen them, and their agreement can be told.
 */
import { createStream, drawIndices } from '../../statistics/generator.ts';

/** Two candidates of a plan, in its order. */
export interface ReviewedPair {
  readonly one: string;
  readonly other: string;
}

/** One time that a rater is shown an item. */
export interface Showing {
  readonly item: string;
  /** 0: the first time. */
  readonly turn: number;
  /** The other's answer stands first. */
  readonly swapped: boolean;
}

/** After so many new items one comes again. */
export const againAfter = 8;
/** So many new items at the beginning are the same for every rater, */
const commonAtFirst = 20;
/** and after them every so-many-th. */
const commonAfter = 5;
/** Of the new items before it, the last so many are too fresh in mind to come again. */
const tooFresh = 3;

/**
 * Every item once, shuffled, some of them for all raters alike, its sides drawn for itself and the rater; and after
 * every eighth one of the eight again, in turn with its sides changed over and as they were.
 *
 * @param items ids, in any order
 */
export function showings(
  items: readonly string[],
  { one, other }: ReviewedPair,
  rater: string,
  seed: number,
): readonly Showing[] {
  const name = JSON.stringify([rater, one, other]);
  const order = ordered(items.toSorted(byUnits), seed, { shared: JSON.stringify([one, other]), own: name });
  const drawn = createStream(seed, `review again ${name}`);
  const place = new Int32Array(1);
  const all: Showing[] = [];
  const fresh: Showing[] = [];
  let repeats = 0;
  for (const item of order) {
    const showing = { item, turn: 0, swapped: createStream(seed, `review sides ${name} ${item}`).next() < 0 };
    all.push(showing);
    fresh.push(showing);
    if (fresh.length < againAfter) continue;
    drawIndices(drawn, againAfter - tooFresh, place);
    const again = fresh[place[0] as number] as Showing;
    all.push({ item: again.item, turn: 1, swapped: repeats % 2 === 0 ? !again.swapped : again.swapped });
    repeats += 1;
    fresh.length = 0;
  }
  return all;
}

/** The items of everybody at their places, and the others between them. */
function ordered(
  items: readonly string[],
  seed: number,
  names: { readonly shared: string; readonly own: string },
): readonly string[] {
  const places = items.map((_, index) => isCommon(index));
  const count = places.filter((common) => common).length;
  const mixed = shuffled(items, seed, `review common ${names.shared}`);
  const common = mixed.slice(0, count).values();
  const own = shuffled(mixed.slice(count).toSorted(byUnits), seed, `review order ${names.own}`).values();
  return places.flatMap((isShared) => (isShared ? common : own).next().value ?? []);
}

function isCommon(place: number): boolean {
  return place < commonAtFirst || (place - commonAtFirst) % commonAfter === commonAfter - 1;
}

function byUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Fisher and Yates' shuffle. */
export function shuffled(items: readonly string[], seed: number, name: string): readonly string[] {
  const stream = createStream(seed, name);
  const drawn = new Int32Array(1);
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    drawIndices(stream, last + 1, drawn);
    const at = drawn[0] as number;
    [order[last], order[at]] = [order[at] as string, order[last] as string];
  }
  return order;
}
