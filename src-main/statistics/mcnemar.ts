/**
 * The mid-p McNemar test of paired binary scores (Fagerland, Lydersen and Laake, "The McNemar test for binary
 * matched-pairs data: mid-p and asymptotic are better than exact conditional", BMC Med. Res. Methodol. 13:91, 2013).
 */
import { logBinomialTerm } from './binomial-term.ts';

/** Two-sided p; 1 without flips. In logarithms, so that thousands of flips neither overflow nor become 0. */
export function midPMcNemar(losses: number, gains: number): number {
  const flips = losses + gains;
  const fewer = Math.min(losses, gains);
  if (losses === gains) return 1;
  const own = logHalfTerm(fewer, flips);
  // P(X <= fewer) relative to P(X = fewer): each further term is k / (flips - k + 1) of the one above it.
  let relative = 1;
  let sum = 1;
  for (let k = fewer; k >= 1 && relative > sum * 1e-17; k -= 1) {
    relative *= k / (flips - k + 1);
    sum += relative;
  }
  // Mid-p: twice the tail, less the observed term itself.
  return Math.min(1, Math.max(Number.MIN_VALUE, Math.exp(own + Math.log(2 * sum - 1))));
}

/** ln of C(n, k) / 2^n. */
function logHalfTerm(k: number, n: number): number {
  return k === 0 ? -n * Math.LN2 : logBinomialTerm(k, n, 0.5, 0.5);
}
