/** Locality-sensitive hashing by bands (Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", chapter 3.4). */

export interface Bands {
  readonly bands: number;
  readonly rows: number;
}

/**
 * The most rows a band, out of `signatureLength` in all, for which a pair exactly at the threshold shares a band with
 * at least this probability: 1 - (1 - t^rows)^bands.
 */
export function bandsFor(threshold: number, signatureLength: number, recall = 0.95): Bands {
  let best: Bands = { bands: signatureLength, rows: 1 };
  for (let rows = 1; rows <= signatureLength; rows += 1) {
    const bands = Math.floor(signatureLength / rows);
    if (1 - (1 - threshold ** rows) ** bands >= recall) best = { bands, rows };
  }
  return best;
}
