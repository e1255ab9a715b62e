/** The chance that at least one of k samples is right, from n samples of which c were. */

/**
 * The unbiased estimator of pass@k (Chen et al., "Evaluating Large Language Models Trained on Code", 2021,
 * equation 1): 1 - C(n - c, k) / C(n, k), the share of all choices of k samples that hold a right one. As in the
 * paper it is worked out as a product, so that no binomial coefficient overflows.
 *
 * @param samples n, at least 1
 * @param right c, 0 to n
 * @param k 1 to n
 */
export function passAtK(samples: number, right: number, k: number): number {
  if (!(right >= 0 && right <= samples && k >= 1 && k <= samples))
    throw new RangeError(`pass@${k} of ${right} right ones among ${samples}`);
  if (samples - right < k) return 1;
  let allWrong = 1;
  for (let place = samples - right + 1; place <= samples; place += 1) allWrong *= 1 - k / place;
  return 1 - allWrong;
}
