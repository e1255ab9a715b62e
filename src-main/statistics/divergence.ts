/**
 * How far one model's next-token distribution is from another's, at one position: what llama.cpp's
 * `llama-perplexity --kl-divergence` measures over a text, here over the whole vocabulary and in 64-bit numbers.
 */

export interface TokenDivergence {
  /**
   * Kullback and Leibler's divergence of the candidate from the baseline, in nats: the sum of p (ln p - ln q). At least
   * 0; infinite where the candidate rules out what the baseline holds possible, NaN where a logit is no number.
   */
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
  const top = { baseline: likeliest(baseline), candidate: likeliest(candidate) };
  const largestP = baseline[top.baseline] as number;
  const largestQ = candidate[top.candidate] as number;
  let sumP = 0;
  let sumQ = 0;
  let weighted = 0;
  for (let index = 0; index < baseline.length; index += 1) {
    const p = (baseline[index] as number) - largestP;
    const q = (candidate[index] as number) - largestQ;
    const share = Math.exp(p);
    sumP += share;
    sumQ += Math.exp(q);
    // What the baseline rules out adds nothing, whatever the candidate holds of it.
    if (share !== 0) weighted += share * (p - q);
  }
  const logP = Math.log(sumP);
  const logQ = Math.log(sumQ);
  return {
    // Rounding can leave two distributions that are all but equal a little below zero.
    kl: Math.max(0, weighted / sumP - logP + logQ),
    sameTop: top.baseline === top.candidate,
    baseline: (baseline[token] as number) - largestP - logP,
    candidate: (candidate[token] as number) - largestQ - logQ,
  };
}

/**
 * ln of how many times as likely the likeliest token is as the next: the difference of their logits. At least 0; 0
 * where two are equal.
 *
 * @param logits at least two
 */
export function topMargin(logits: Float32Array): number {
  if (logits.length < 2) throw new RangeError('a margin needs two tokens');
  const top = likeliest(logits);
  let next = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < logits.length; index += 1)
    if (index !== top && (logits[index] as number) > next) next = logits[index] as number;
  // Two zeros of different sign would make one of the wrong sign.
  return Math.max(0, (logits[top] as number) - next);
}

/** The first of the largest, as llama.cpp's greedy sampler takes it. */
function likeliest(logits: Float32Array): number {
  let top = 0;
  for (let index = 1; index < logits.length; index += 1)
    if ((logits[index] as number) > (logits[top] as number)) top = index;
  return top;
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
  /** Of ln p(baseline) - ln p(candidate) of the baseline's tokens, and of its square. */
  readonly logRatio: number;
  readonly squaredLogRatio: number;
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
    squaredLogRatio: sum(({ baseline, candidate }) => (baseline - candidate) ** 2),
  };
}

/**
 * The paired standard error of the mean of ln p(baseline) - ln p(candidate) over one item's tokens: of the logarithm of
 * its perplexity ratio. sqrt(sum (d - mean)^2 / (n (n-1))), as llama.cpp's own within rounding; it takes the tokens for
 * independent, which those of one answer are not. Null for fewer than two.
 */
export function logRatioError({ tokens, logRatio, squaredLogRatio }: ItemDivergence): number | null {
  if (tokens < 2) return null;
  const squares = Math.max(0, squaredLogRatio - logRatio ** 2 / tokens);
  return Math.sqrt(squares / (tokens * (tokens - 1)));
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
