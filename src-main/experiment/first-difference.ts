/** Place of the first token that differs; an answer that ends earlier differs there. Null: they are the same. */
export function firstDifference(one: readonly number[], two: readonly number[]): number | null {
  const length = Math.max(one.length, two.length);
  for (let place = 0; place < length; place += 1) if (one[place] !== two[place]) return place;
  return null;
}
