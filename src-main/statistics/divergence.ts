/**
 * How far one model's next-token distribution is from another's, at one position: what llama.cpp's
 * `llama-perplexity --kl-divergence` measures over a text, here over the whole vocabulary and in 64-bit numbers.
 */

export interface TokenDivergence {
  /** Kullback and Leibler's divergence of the candidate from the baseline, in nats: the sum of p (ln p - ln q). At least 0. */
  readonly kl: number;
  /** Both hold the same token for the likeliest. */
  readonly sameTop: boolean;
  /** ln of the probability of the token that the baseline took. */
  readonly baseline: number;
  readonly candidate: number;
}

/**
 * @param baseline logits of the whole vocabulary
 * @param candidate as many
 * @param token that the baseline took
 */
export function tokenDivergence(
  baseline: Float32Array,
  candidate: Float32Array,
  token: number,
): TokenDivergence {
  if (baseline.length !== candidate.length || token < 0 || token >= baseline.length)
    throw new RangeError('these logits are not of one vocabulary with the token in it');
  const p = normaliser(baseline);
  const q = normaliser(candidate);
  let kl = 0;
  for (let index = 0; index < baseline.length; index += 1) {
    const logP = (baseline[index] as number) - p.logSum;
    const share = Math.exp(logP);
    // What the baseline rules out adds nothing, whatever the candidate holds of it.
    if (share > 0) kl += share * (logP - ((candidate[index] as number) - q.logSum));
  }
  return {
    // Rounding can leave two equal distributions a little below zero.
    kl: Math.max(0, kl),
    sameTop: p.top === q.top,
    baseline: (baseline[token] as number) - p.logSum,
    candidate: (candidate[token] as number) - q.logSum,
  };
}

/** ln of the sum of the exponentials, and where the largest is (the first of them). */
function normaliser(logits: Float32Array): { readonly logSum: number; readonly top: number } {
  let top = 0;
  for (let index = 1; index < logits.length; index += 1)
    if ((logits[index] as number) > (logits[top] as number)) top = index;
  const largest = logits[top] as number;
  let sum = 0;
  for (let index = 0; index < logits.length; index += 1) sum += Math.exp((logits[index] as number) - largest);
  return { logSum: largest + Math.log(sum), top };
}

/** Sums over one item's tokens. */
export interface ItemDivergence {
  readonly tokens: number;
  readonly kl: number;
  readonly largestKl: number;
  readonly sameTop: number;
  /** Change of the probability of the baseline's tokens, and its square. */
  readonly change: number;
  readonly squaredChange: number;
  /** Of ln p(baseline) - ln p(candidate) of the baseline's tokens. */
  readonly logRatio: number;
}

export function itemDivergence(tokens: readonly TokenDivergence[]): ItemDivergence {
  const sum = (value: (token: TokenDivergence) => number): number =>
    tokens.reduce((total, token) => total + value(token), 0);
  const change = ({ baseline, candidate }: TokenDivergence): number =>
    Math.exp(candidate) - Math.exp(baseline);
  return {
    tokens: tokens.length,
    kl: sum(({ kl }) => kl),
    largestKl: tokens.reduce((largest, { kl }) => Math.max(largest, kl), 0),
    sameTop: sum(({ sameTop }) => (sameTop ? 1 : 0)),
    change: sum(change),
    squaredChange: sum((token) => change(token) ** 2),
    logRatio: sum(({ baseline, candidate }) => baseline - candidate),
  };
}

/**
 * The standard error of a ratio of sums over items, sum(values) / sum(sizes), with items as the units (Cochran,
 * "Sampling Techniques", 3rd ed., eq. 6.13, without the correction for a finite population). Null for fewer than two.
 */
export function ratioError(values: readonly number[], sizes: readonly number[]): number | null {
  const n = values.length;
  if (n < 2) return null;
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const ratio = values.reduce((sum, value) => sum + value, 0) / total;
  const squares = values.reduce((sum, value, item) => sum + (value - ratio * (sizes[item] ?? 0)) ** 2, 0);
  return Math.sqrt((n * squares) / (n - 1)) / total;
}
