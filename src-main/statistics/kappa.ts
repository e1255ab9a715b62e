/**
 * Cohen's kappa of two raters: nominal (Cohen, "A coefficient of agreement for nominal scales", 1960), and weighted
 * by the squared distance of ordered categories (Cohen, "Weighted kappa", 1968).
 */
import type { Agreement, Disagreement, Resampling } from './agreement.ts';
import { agreementOf } from './agreement.ts';

/** `quadratic`: the categories are in order, and a disagreement weighs the square of their distance. */
export type KappaWeights = 'nominal' | 'quadratic';

/**
 * @param first the first rater's categories, one an item, numbered from 0 to categories - 1
 * @param second the second rater's, of the same items
 * @param categories how many there are, 2 or more
 */
export function cohenKappa(
  first: readonly number[],
  second: readonly number[],
  categories: number,
  weights: KappaWeights,
  resampling: Resampling,
): Agreement {
  if (first.length !== second.length) throw new RangeError('the raters did not rate the same items');
  const items = first.map((category, item) => [{ first: category, second: second[item] as number }]);
  return cohenKappaOfItems(items, categories, weights, resampling);
}

/** One thing that both raters rated. */
export interface RatedTwice {
  readonly first: number;
  readonly second: number;
}

/**
 * The same where an item holds several things that were rated, such as two answers to one question: the resamples are
 * of whole items.
 */
export function cohenKappaOfItems(
  items: readonly (readonly RatedTwice[])[],
  categories: number,
  weights: KappaWeights,
  resampling: Resampling,
): Agreement {
  const valid = (category: number): boolean =>
    Number.isInteger(category) && category >= 0 && category < categories;
  if (!(categories >= 2 && items.flat().every(({ first, second }) => valid(first) && valid(second)))) {
    throw new RangeError('a rating is not one of the categories');
  }
  // Sorted: the interval then does not depend on the order of the items either.
  const cells = items
    .filter((item) => item.length > 0)
    .map((item) => Int32Array.from(item, ({ first, second }) => first * categories + second).sort())
    .sort(compareCells);
  const counts = new Float64Array(categories * categories);
  return agreementOf(
    cells.length,
    (indices) => {
      counts.fill(0);
      for (const index of indices)
        for (const cell of cells[index] as Int32Array) counts[cell] = (counts[cell] as number) + 1;
      return tableDisagreement(counts, categories, weights);
    },
    resampling,
  );
}

function compareCells(one: Int32Array, other: Int32Array): number {
  for (const [place, cell] of one.entries()) {
    const against = other[place];
    if (against === undefined) return 1;
    if (cell !== against) return cell - against;
  }
  return one.length - other.length;
}

/** Kappa of a table of counts, rows the first rater; null where chance alone would agree always. */
export function kappaOfTable(table: readonly (readonly number[])[], weights: KappaWeights): number | null {
  const { observed, expected } = tableDisagreement(Float64Array.from(table.flat()), table.length, weights);
  return expected === 0 ? null : 1 - observed / expected;
}

function tableDisagreement(counts: Float64Array, categories: number, weights: KappaWeights): Disagreement {
  const rows = new Float64Array(categories);
  const columns = new Float64Array(categories);
  let n = 0;
  for (let row = 0; row < categories; row += 1) {
    for (let column = 0; column < categories; column += 1) {
      const count = counts[row * categories + column] as number;
      rows[row] = (rows[row] as number) + count;
      columns[column] = (columns[column] as number) + count;
      n += count;
    }
  }
  let observed = 0;
  let expected = 0;
  for (let row = 0; row < categories; row += 1) {
    for (let column = 0; column < categories; column += 1) {
      if (row === column) continue;
      const weight = weights === 'nominal' ? 1 : ((row - column) / (categories - 1)) ** 2;
      observed += weight * (counts[row * categories + column] as number);
      expected += (weight * (rows[row] as number) * (columns[column] as number)) / n;
    }
  }
  return { observed: observed / n, expected: expected / n, largest: 1 };
}
