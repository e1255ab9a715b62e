/** Student's t distribution, through the regularised incomplete beta function. */
import { regularisedBeta } from './incomplete-beta.ts';
import { normalQuantile } from './normal.ts';
import { logBinomialTerm } from './binomial-term.ts';

/** P(T <= t) with `freedom` > 0 degrees of freedom, which need not be whole. */
export function studentDistribution(t: number, freedom: number): number {
  if (Number.isNaN(t) || !(freedom > 0)) throw new RangeError(`studentDistribution of ${t}, ${freedom}`);
  const tail = upperTail(Math.abs(t), freedom);
  if (t <= 0) return tail;
  return tail > 0.25 ? 0.5 + centralArea(t, freedom) : 1 - tail;
}

/**
 * The t with P(T <= t) = p, for p in [0, 1].
 * Newton's method on the logarithms of t and of the area: both tails and the middle are nearly straight there.
 */
export function studentQuantile(p: number, freedom: number): number {
  if (!(p >= 0 && p <= 1 && freedom > 0)) throw new RangeError(`studentQuantile of ${p}, ${freedom}`);
  if (p === 0) return -Infinity;
  if (p === 1) return Infinity;
  if (p === 0.5) return 0;
  const tail = Math.min(p, 1 - p);
  const middle = Math.abs(p - 0.5);
  const inTail = tail < 0.25;
  const target = Math.log(inTail ? tail : middle);
  let low = -Infinity;
  let high = Infinity;
  let logT = Math.log(Math.abs(normalQuantile(p)));
  for (let step = 0; step < 200; step += 1) {
    const t = Math.exp(logT);
    const area = inTail ? upperTail(t, freedom) : centralArea(t, freedom);
    const error = Math.log(area) - target;
    if (error > 0 === inTail) low = logT;
    else high = logT;
    const slope = ((inTail ? -1 : 1) * t * density(t, freedom)) / area;
    let next = logT - error / slope;
    // Outside of what is known to enclose it, or not a number where the area is 0: halve, or stride out.
    if (!(next > low && next < high)) {
      next = low === -Infinity ? high - 1 : high === Infinity ? low + 1 : (low + high) / 2;
    }
    if (Math.abs(next - logT) <= 2e-16 * Math.max(1, Math.abs(logT))) break;
    logT = next;
  }
  const t = Math.exp(logT);
  return p < 0.5 ? -t : t;
}

/** P(T > t), t >= 0. */
function upperTail(t: number, freedom: number): number {
  const { x, y } = betaArguments(t, freedom);
  return 0.5 * regularisedBeta(freedom / 2, 0.5, x, y);
}

/** P(0 < T <= t), t >= 0. */
function centralArea(t: number, freedom: number): number {
  const { x, y } = betaArguments(t, freedom);
  return 0.5 * regularisedBeta(0.5, freedom / 2, y, x);
}

/** The density, as the derivative of the beta form: x^a y^b / B(a, b) / t with a = freedom / 2 and b = 1/2. */
function density(t: number, freedom: number): number {
  const { x, y } = betaArguments(t, freedom);
  const a = freedom / 2;
  return (Math.exp(logBinomialTerm(a, a + 0.5, x, y)) * a * 0.5) / (a + 0.5) / t;
}

/** freedom / (freedom + t^2) and t^2 / (freedom + t^2), also where t^2 is 0 or too large for a double. */
function betaArguments(t: number, freedom: number): { readonly x: number; readonly y: number } {
  const ratio = (t * t) / freedom;
  return { x: 1 / (1 + ratio), y: 1 / (1 + 1 / ratio) };
}
