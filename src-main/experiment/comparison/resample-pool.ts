/** Columns of numbers over items that are resampled together: what belongs to the same items shares one stream. */
import { resampleMeans, type ResampledGroup } from '../../statistics/bootstrap.ts';
import { createStream } from '../../statistics/generator.ts';
import { unitSums, type Layout } from './layout.ts';

interface Pass {
  readonly layout: Layout;
  readonly columns: Float64Array[];
  means: readonly Float64Array[] | null;
}

/**
 * Every pass begins at the start of the same named stream, so that it makes no difference to the numbers which
 * columns happen to share one. Sharing only saves the time of drawing again.
 */
export class ResamplePool {
  readonly #passes: Pass[] = [];
  readonly #seed: number;
  readonly #name: string;
  readonly #resamples: number;

  /** @param name of the stream: what is compared, such as `stratum/tool_call` */
  constructor(seed: number, name: string, resamples: number) {
    this.#seed = seed;
    this.#name = name;
    this.#resamples = resamples;
  }

  /** Whether fewer than ten resampled means lie beyond each end of an interval of this level: its ends are then luck. */
  isTooSmallFor(level: number): boolean {
    return (this.#resamples * (1 - level)) / 2 < 10;
  }

  /**
   * Puts down a column, one value an item of the layout, and gives what reads its resampled means. Put all down
   * before the first is read: a pass is drawn once.
   */
  add(layout: Layout, values: Float64Array): () => Float64Array {
    let pass = this.#passes.find((one) => one.means === null && sameItems(one.layout, layout));
    if (!pass) {
      pass = { layout, columns: [], means: null };
      this.#passes.push(pass);
    }
    const { columns } = pass;
    const known = columns.findIndex((column) => sameNumbers(column, values));
    const place = known < 0 ? columns.push(values) - 1 : known;
    const found = pass;
    return () => {
      found.means ??= resampleMeans(
        groupsOf(found.layout, found.columns),
        this.#resamples,
        createStream(this.#seed, this.#name),
      );
      return found.means[place] as Float64Array;
    };
  }
}

function groupsOf(layout: Layout, columns: readonly Float64Array[]): ResampledGroup[] {
  return layout.groups.map((group) => ({
    weight: group.weight,
    units: group.units,
    sizes: group.sizes,
    columns: columns.map((column) => unitSums(group, column)),
  }));
}

function sameItems(one: Layout, other: Layout): boolean {
  return one === other || (one.weighted === other.weighted && sameNumbers(one.items, other.items));
}

function sameNumbers(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}
