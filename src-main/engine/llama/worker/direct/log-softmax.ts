/** From logits to log-probabilities, in 64 bits over the whole vocabulary. */

/**
 * The natural logarithm of the sum of exp(logit) over a row: a logit less this is its log-probability. The largest is
 * taken out first, so that nothing overflows and what underflows is less than can be told apart.
 *
 * @returns NaN where one of the logits is not a number
 */
export function logSumExp(row: Float32Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const logit of row) {
    // A comparison would pass over it.
    if (Number.isNaN(logit)) return Number.NaN;
    if (logit > most) most = logit;
  }
  let sum = 0;
  for (const logit of row) sum += Math.exp(logit - most);
  return most + Math.log(sum);
}
