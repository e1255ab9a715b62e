/** The normal distribution, to a relative error of about 1e-14 in both tails. */

const rootTwoPi = Math.sqrt(2 * Math.PI);
/** Beyond this the continued fraction is used; before it the series. Both are exact to rounding here. */
const seriesReach = 2.5;

function normalDensity(x: number): number {
  return Math.exp(-0.5 * x * x) / rootTwoPi;
}

/** P(Z <= x). */
export function normalDistribution(x: number): number {
  if (Number.isNaN(x)) throw new RangeError('normalDistribution of NaN');
  if (x < -seriesReach) return upperTail(-x);
  if (x > seriesReach) return 1 - upperTail(x);
  return 0.5 + centralArea(x);
}

/**
 * The x with P(Z <= x) = p, for p in [0, 1]; the ends give the infinities.
 * Halley's method on the distribution, from the rational start of Hastings (Abramowitz and Stegun, 26.2.23).
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`normalQuantile of ${p}`);
  if (p === 0) return -Infinity;
  if (p === 1) return Infinity;
  if (p === 0.5) return 0;
  const tail = Math.min(p, 1 - p);
  const t = Math.sqrt(-2 * Math.log(tail));
  const numerator = 2.515517 + t * (0.802853 + t * 0.010328);
  const denominator = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  let x = Math.max(t - numerator / denominator, 0);
  const area = Math.abs(p - 0.5);
  for (let step = 0; step < 6; step += 1) {
    const excess = x <= seriesReach ? centralArea(x) - area : tail - upperTail(x);
    const ratio = excess / normalDensity(x);
    x -= ratio / (1 + (x * ratio) / 2);
  }
  return p < 0.5 ? -x : x;
}

/** The half-width of a two-sided interval in standard errors: 1.96 for 0.95. */
export function twoSidedQuantile(level: number): number {
  return normalQuantile(0.5 + level / 2);
}

/** P(0 < Z <= x), signed: density times the sum of x^(2k+1) / (1 * 3 * … * (2k+1)) (Marsaglia, J. Stat. Softw. 11(4), 2004). */
function centralArea(x: number): number {
  let term = x;
  let sum = x;
  for (let odd = 3; Math.abs(term) > Math.abs(sum) * 1e-17; odd += 2) {
    term *= (x * x) / odd;
    sum += term;
  }
  return sum * normalDensity(x);
}

/** P(Z > x) for x of 2.5 and more: Laplace's continued fraction 1/(x + 1/(x + 2/(x + 3/(x + …)))), from its far end. */
function upperTail(x: number): number {
  if (x === Infinity) return 0;
  let fraction = x;
  for (let depth = 160; depth >= 1; depth -= 1) fraction = x + depth / fraction;
  return normalDensity(x) / fraction;
}
