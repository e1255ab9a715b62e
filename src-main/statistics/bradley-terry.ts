/**
 * Strengths from paired choices (Bradley and Terry, "Rank analysis of incomplete block designs", Biometrika 39, 1952):
 * i is preferred to j with the chance g_i / (g_i + g_j). A tie counts as half a win of either side.
 */

/** `wins[i * size + j]`: how often i was preferred to j, ties as halves. */
export interface Wins {
  readonly size: number;
  readonly wins: Float64Array;
}

/** Whether the choices put all on one scale. */
export type Comparability =
  | { readonly kind: 'one-scale' }
  /** Groups between which nothing was chosen, each in the order given. */
  | { readonly kind: 'apart'; readonly groups: readonly (readonly number[])[] }
  /** `ahead` never lost to one of the others and never tied with one: how far they are ahead has no upper limit. */
  | { readonly kind: 'unbeaten'; readonly ahead: readonly number[] };

/** A step smaller than this, in ln g, ends the search. */
const settled = 1e-12;
const mostRounds = 20_000;

/**
 * Ford's condition (1957), which Hunter has as Assumption 1: there are finite strengths exactly where every split of
 * all into two groups has a choice for a member of either group over one of the other.
 */
export function comparability({ size, wins }: Wins): Comparability {
  const beats = reached(size, (i, j) => (wins[i * size + j] as number) > 0);
  const met = reached(
    size,
    (i, j) => (wins[i * size + j] as number) > 0 || (wins[j * size + i] as number) > 0,
  );
  const all = Array.from({ length: size }, (_, index) => index);
  const groups = all
    .filter((index) => !all.slice(0, index).some((before) => met[index * size + before] === 1))
    .map((first) => all.filter((index) => index === first || met[first * size + index] === 1));
  if (groups.length > 1) return { kind: 'apart', groups };
  // Whoever is reached by nobody outside the own group of equals was never beaten from outside.
  const ahead = all.find((one) =>
    all.every((other) => beats[other * size + one] !== 1 || beats[one * size + other] === 1),
  );
  const leading = all.filter(
    (index) =>
      index === ahead ||
      (ahead !== undefined && beats[ahead * size + index] === 1 && beats[index * size + ahead] === 1),
  );
  return leading.length === size ? { kind: 'one-scale' } : { kind: 'unbeaten', ahead: leading };
}

/** Warshall's closure: 1 where the second is reached from the first over any number of steps. */
function reached(size: number, step: (from: number, to: number) => boolean): Uint8Array {
  const reach = new Uint8Array(size * size);
  for (let from = 0; from < size; from += 1)
    for (let to = 0; to < size; to += 1) reach[from * size + to] = from !== to && step(from, to) ? 1 : 0;
  for (let over = 0; over < size; over += 1)
    for (let from = 0; from < size; from += 1)
      for (let to = 0; to < size; to += 1)
        if (reach[from * size + over] === 1 && reach[over * size + to] === 1) reach[from * size + to] = 1;
  return reach;
}

/**
 * ln g of each, the reference's being 0, by Hunter's algorithm ("MM algorithms for generalized Bradley-Terry models",
 * Ann. Stat. 32, 2004, eq. 3): g_i becomes (wins of i) / (sum over j of n_ij / (g_i + g_j)), all at once.
 *
 * @returns null where the choices do not put all on one scale
 */
export function strengths(choices: Wins, reference: number): Float64Array | null {
  if (comparability(choices).kind !== 'one-scale') return null;
  const { size, wins } = choices;
  const total = new Float64Array(size);
  const met = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1)
    for (let j = 0; j < size; j += 1) {
      if (i === j) continue;
      total[i] = (total[i] as number) + (wins[i * size + j] as number);
      met[i * size + j] = (wins[i * size + j] as number) + (wins[j * size + i] as number);
    }
  let g = new Float64Array(size).fill(1);
  for (let round = 0; round < mostRounds; round += 1) {
    const next = new Float64Array(size);
    let logs = 0;
    for (let i = 0; i < size; i += 1) {
      let sum = 0;
      for (let j = 0; j < size; j += 1)
        if (j !== i) sum += (met[i * size + j] as number) / ((g[i] as number) + (g[j] as number));
      next[i] = size === 1 ? 1 : (total[i] as number) / sum;
      logs += Math.log(next[i] as number);
    }
    // Only ratios mean anything: the geometric mean is held at 1.
    const scale = Math.exp(logs / size);
    let step = 0;
    for (let i = 0; i < size; i += 1) {
      next[i] = (next[i] as number) / scale;
      step = Math.max(step, Math.abs(Math.log((next[i] as number) / (g[i] as number))));
    }
    g = next;
    if (step < settled) break;
  }
  return g.map((value) => Math.log(value / (g[reference] as number)));
}

/** The chance that one is preferred to another that is `difference` in ln g below it. */
export function preferredChance(difference: number): number {
  return 1 / (1 + Math.exp(-difference));
}

/** A difference in ln g on Elo's scale (1978): 400 for a ratio of ten. */
export function eloPoints(difference: number): number {
  return (difference * 400) / Math.LN10;
}
