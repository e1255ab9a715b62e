/** The regularised incomplete beta function. */
import { logBinomialTerm } from './binomial-term.ts';

/**
 * I_x(a, b) for a, b > 0; `y` is 1 - x, given apart so that neither loses digits. Relative error about 1e-14.
 * The continued fraction of DLMF 8.17.22, evaluated by Lentz's method, on the side where it converges fast.
 */
export function regularisedBeta(a: number, b: number, x: number, y: number): number {
  if (!(a > 0 && b > 0 && x >= 0 && y >= 0))
    throw new RangeError(`regularisedBeta of ${a}, ${b}, ${x}, ${y}`);
  if (x === 0) return 0;
  if (y === 0) return 1;
  return x <= (a + 1) / (a + b + 2) ? fractionForm(a, b, x, y) : 1 - fractionForm(b, a, y, x);
}

/** x^a y^b / (a B(a, b)) over the continued fraction. */
function fractionForm(a: number, b: number, x: number, y: number): number {
  const sum = a + b;
  // x^a y^b / B(a, b) is a b / (a + b) times the binomial term of a in a + b.
  const front = (Math.exp(logBinomialTerm(a, sum, x, y)) * b) / sum;
  const tiny = 1e-300;
  let c = 1;
  let d = 1 - (sum * x) / (a + 1);
  d = 1 / (Math.abs(d) < tiny ? tiny : d);
  let fraction = d;
  const most = 1000 + 20 * Math.sqrt(Math.max(a, b));
  for (let m = 1; m <= most; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 + even * d;
    d = 1 / (Math.abs(d) < tiny ? tiny : d);
    c = 1 + even / c;
    if (Math.abs(c) < tiny) c = tiny;
    fraction *= d * c;
    const odd = (-(a + m) * (sum + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 + odd * d;
    d = 1 / (Math.abs(d) < tiny ? tiny : d);
    c = 1 + odd / c;
    if (Math.abs(c) < tiny) c = tiny;
    const change = d * c;
    fraction *= change;
    if (Math.abs(change - 1) < 2e-16) break;
  }
  return front * fraction;
}
