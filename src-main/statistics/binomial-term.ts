/**
 * Terms of the binomial distribution without cancellation, by the saddle-point form of Loader ("Fast and accurate
 * computation of binomial probabilities", 2000). The number of successes need not be whole: the incomplete beta
 * function rests on the same term.
 */

/** ln of the term C(n, k) p^k q^(n-k) for 0 < k < n. `q` is 1 - p, given apart so that neither loses digits. */
export function logBinomialTerm(k: number, n: number, p: number, q: number): number {
  const rest = n - k;
  return (
    stirlingError(n) -
    stirlingError(k) -
    stirlingError(rest) -
    deviance(k, n * p) -
    deviance(rest, n * q) +
    0.5 * Math.log(n / (2 * Math.PI * k * rest))
  );
}

/** ln Gamma(x+1) - (x + 1/2) ln x + x - 1/2 ln(2 pi), for x > 0: what Stirling's formula leaves out. */
function stirlingError(x: number): number {
  let shifted = x;
  let below = 0;
  // error(x) = error(x + 1) + (x + 1/2) ln(1 + 1/x) - 1, up to where the series is exact to rounding.
  while (shifted < 16) {
    below += (shifted + 0.5) * Math.log1p(1 / shifted) - 1;
    shifted += 1;
  }
  const inverse = 1 / (shifted * shifted);
  const series =
    1 / 12 -
    inverse *
      (1 / 360 -
        inverse * (1 / 1260 - inverse * (1 / 1680 - inverse * (1 / 1188 - (inverse * 691) / 360360))));
  return below + series / shifted;
}

/** x ln(x / mean) + mean - x, for x > 0 and mean > 0. */
function deviance(x: number, mean: number): number {
  const excess = (x - mean) / mean;
  if (Math.abs(excess) > 0.1) return x * Math.log(x / mean) + mean - x;
  // (1 + e) ln(1 + e) - e = e^2/2 - e^3/6 + e^4/12 - …: the closed form would lose the leading digits here.
  let power = excess;
  let sum = 0;
  for (let k = 2; k < 40; k += 1) {
    power *= -excess;
    const term = power / (k * (k - 1));
    sum -= term;
    if (Math.abs(term) <= Math.abs(sum) * 1e-17) break;
  }
  return mean * sum;
}
