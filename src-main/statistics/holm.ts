/** p values adjusted for being several (Holm, "A simple sequentially rejective multiple test procedure", 1979). */

/**
 * In the order given. The i-th smallest of m (from 1) becomes the largest of (m - j + 1) p_j over j up to i, at
 * most 1.
 */
export function holmAdjusted(values: readonly number[]): number[] {
  const adjusted = new Array<number>(values.length).fill(1);
  let largest = 0;
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  for (const [rank, { value, index }] of order.entries()) {
    largest = Math.max(largest, (values.length - rank) * value);
    adjusted[index] = Math.min(1, largest);
  }
  return adjusted;
}
