/**
 * Looks before the end: how much of alpha each may spend (Lan and DeMets, "Discrete sequential boundaries for clinical
 * trials", Biometrika 70, 1983), and the boundaries that spend just that, by recursive numerical integration (Armitage,
 * McPherson and Rowe, "Repeated significance tests on accumulating data", J. R. Stat. Soc. A 132, 1969).
 */
import { normalDistribution, normalQuantile } from './normal.ts';

/**
 * Two-sided alpha that is spent by the time that `share` of the information is there, in the manner of O'Brien and
 * Fleming. Each side spends half of it by the paper's function, 2 - 2 Phi(z_{1-a/2} / sqrt(share)) with a = alpha / 2.
 *
 * @param share in (0, 1]
 */
export function spentAlpha(share: number, alpha = 0.05): number {
  if (!(share > 0 && share <= 1)) throw new RangeError(`spentAlpha at ${share}`);
  return share === 1 ? alpha : 4 * normalDistribution(-normalQuantile(1 - alpha / 4) / Math.sqrt(share));
}

/** Nothing that a double can tell from never lies beyond: a look that may spend less than 1e-15 has this boundary. */
const farthest = 8;

/**
 * The boundary of each look: two-sided, in standard errors of the estimate at that look. With |Z| beyond none of them
 * before, the chance that it is first beyond at look k is what is spent between looks k - 1 and k.
 *
 * @param shares of the information, each in (0, 1] and larger than the one before
 */
export function spendingBoundaries(shares: readonly number[], alpha = 0.05): number[] {
  const boundaries: number[] = [];
  let walk: Walk | null = null;
  let [before, spent] = [0, 0];
  for (const [index, share] of shares.entries()) {
    if (!(share > before)) throw new RangeError(`looks at ${before} and then at ${share}`);
    const total = spentAlpha(share, alpha);
    const reached = walk;
    const step = Math.sqrt(share - before);
    const beyond = (boundary: number): number =>
      reached === null
        ? 2 * normalDistribution(-boundary)
        : chanceBeyond(reached, boundary * Math.sqrt(share), step);
    const boundary = boundaryFor(beyond, total - spent);
    boundaries.push(boundary);
    const next = shares[index + 1];
    if (next !== undefined)
      walk = walkInside(reached, step, boundary * Math.sqrt(share), share, Math.sqrt(next - share));
    before = share;
    spent = total;
  }
  return boundaries;
}

/**
 * Two-sided alpha at which the interval at the end stands after so many looks at equal distances before it: what its
 * boundary leaves. A sample size at this alpha has its power at the end, whatever the looks before showed; that a look
 * may settle it earlier comes on top.
 *
 * @param looks before the end, a whole number; with none it is `alpha` itself
 */
export function alphaAtEnd(looks: number, alpha = 0.05): number {
  if (looks === 0) return alpha;
  const shares = Array.from({ length: looks + 1 }, (_, index) => (index + 1) / (looks + 1));
  return 2 * normalDistribution(-(spendingBoundaries(shares, alpha).at(-1) ?? NaN));
}

/** Density of Z sqrt(share) where no boundary was passed, at equal distances and with Simpson's weights. */
interface Walk {
  readonly points: Float64Array;
  /** Density times weight. */
  readonly mass: Float64Array;
  readonly distance: number;
}

/** Points of a grid within the narrower of the two bells that meet on it. */
const fineness = 8;
/** Beyond so many standard deviations a bell holds less than 1e-15. */
const bellReach = 8;
const mostPoints = 8001;

function boundaryFor(beyond: (boundary: number) => number, chance: number): number {
  let [low, high] = [0, farthest];
  while (high - low > 1e-11) {
    const middle = (low + high) / 2;
    if (beyond(middle) > chance) low = middle;
    else high = middle;
  }
  return high;
}

function chanceBeyond({ points, mass }: Walk, limit: number, step: number): number {
  let upper = 0;
  // From above: below the reach of a step from the limit nothing gets there any more.
  for (let index = points.length - 1; index >= 0; index -= 1) {
    const z = ((points[index] as number) - limit) / step;
    if (z < -bellReach) break;
    upper += (mass[index] as number) * normalDistribution(z);
  }
  // The walk is symmetric.
  return 2 * upper;
}

function walkInside(before: Walk | null, step: number, limit: number, share: number, next: number): Walk {
  const deviation = Math.sqrt(share);
  const end = Math.min(limit, bellReach * deviation);
  const wanted = Math.ceil((2 * end * fineness) / Math.min(step, next, deviation));
  const intervals = Math.min(mostPoints - 1, wanted + (wanted % 2));
  const distance = (2 * end) / intervals;
  const points = Float64Array.from({ length: intervals + 1 }, (_, index) => -end + index * distance);
  const mass = points.map((point, index) => {
    const density = before === null ? bell(point / step) / step : arriving(before, point, step);
    const weight = index === 0 || index === intervals ? 1 : index % 2 === 1 ? 4 : 2;
    return (density * weight * distance) / 3;
  });
  return { points, mass, distance };
}

/** Density at a point after one more step, from all points that are near enough. */
function arriving({ points, mass, distance }: Walk, point: number, step: number): number {
  const first = points[0] ?? 0;
  const from = Math.max(0, Math.ceil((point - bellReach * step - first) / distance));
  const to = Math.min(points.length - 1, Math.floor((point + bellReach * step - first) / distance));
  let density = 0;
  for (let index = from; index <= to; index += 1)
    density += (mass[index] as number) * bell((point - (points[index] as number)) / step);
  return density / step;
}

function bell(z: number): number {
  return Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
}
