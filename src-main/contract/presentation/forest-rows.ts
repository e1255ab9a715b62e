/** The rows of the forest plot's table: what stands in them, and in which order. */
import type {
  Comparison,
  ComparisonPart,
  Interval,
  PlanState,
  StratumComparison,
  Verdict,
} from '../comparison.ts';

export type ForestRowKind = 'candidate' | 'rerun' | 'stratum';

export interface ForestRow {
  readonly kind: ForestRowKind;
  readonly name: string;
  /** Pairs; null where nothing was compared. */
  readonly n: number | null;
  /** Shares, as in the comparison. */
  readonly delta: number | null;
  readonly interval: (Pick<Interval, 'lo' | 'hi'> & Partial<Pick<Interval, 'level'>>) | null;
  readonly margin: number | null;
  /** Half-width of the noise floor; null where it was not measured. */
  readonly halfWidth: number | null;
  readonly losses: number | null;
  readonly gains: number | null;
  readonly verdict: Verdict | null;
  /** Of a candidate, or of a stratum that must pass; null elsewhere. */
  readonly plan: PlanState | null;
  readonly gating: boolean;
  /** Why there is no number, where there is none. */
  readonly note: string | null;
}

export interface ForestSection {
  readonly title: string;
  readonly rows: readonly ForestRow[];
}

export interface ComparedCandidate {
  readonly name: string;
  /** Null: it was not compared; `reason` says why. */
  readonly comparison: Comparison | null;
  readonly reason?: string;
}

/** Every candidate in the given order, then the baseline's rerun, where the noise floor comes from. */
export function overallSection(candidates: readonly ComparedCandidate[], baseline: string): ForestSection {
  const rows = candidates.map(({ name, comparison, reason }): ForestRow => {
    if (comparison === null) return notCompared(name, reason);
    return { ...partRow(comparison), kind: 'candidate', name, plan: comparison.plan, gating: false };
  });
  const measured = candidates.find(({ comparison }) => comparison?.noise != null)?.comparison?.noise;
  if (measured != null) {
    rows.push({
      kind: 'rerun',
      name: `${baseline} rerun`,
      n: measured.n,
      delta: measured.delta,
      interval: measured.interval,
      margin: rows.find(({ margin }) => margin !== null)?.margin ?? null,
      halfWidth: measured.halfWidth,
      losses: measured.flips.losses,
      gains: measured.flips.gains,
      verdict: null,
      plan: null,
      gating: false,
      note: null,
    });
  }
  return { title: 'Overall, each candidate', rows };
}

/** A candidate's strata, worst first. Null where there are none or one: it would only repeat the overall row. */
export function strataSection(name: string, comparison: Comparison): ForestSection | null {
  if (comparison.strata.length < 2) return null;
  return { title: `${name}, worst first`, rows: worstFirst(comparison.strata).map(stratumRow) };
}

/** The row of one stratum. */
export function stratumRow(stratum: StratumComparison): ForestRow {
  return {
    ...partRow(stratum),
    kind: 'stratum',
    name: stratum.stratum,
    plan: stratum.gating ? partState(stratum.verdict) : null,
    gating: stratum.gating,
  };
}

/** By estimate, lowest first; then by the interval's lower end, then by name. Those without a number come last. */
export function worstFirst(strata: readonly StratumComparison[]): readonly StratumComparison[] {
  const value = (number: number | null | undefined): number => number ?? Number.POSITIVE_INFINITY;
  const order = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
  return strata.toSorted(
    (a, b) =>
      order(value(a.delta), value(b.delta)) ||
      order(value(a.interval?.lo), value(b.interval?.lo)) ||
      (a.stratum < b.stratum ? -1 : 1),
  );
}

/** How many strata are shown at once; those that must pass are shown beyond that. */
export const shownStrata = 12;

/** Of rows that stand worst first: the 12 worst and those that must pass, and the rest for "Show all". */
export function splitRows(rows: readonly ForestRow[]): {
  readonly shown: readonly ForestRow[];
  readonly hidden: readonly ForestRow[];
} {
  const isShown = (row: ForestRow, index: number): boolean => index < shownStrata || row.gating;
  return {
    shown: rows.filter(isShown),
    hidden: rows.filter((row, index) => !isShown(row, index)),
  };
}

/** The plan state that a single part has by its verdict. */
function partState(verdict: Verdict | null): PlanState {
  if (verdict === 'worse') return 'fails';
  return verdict === 'within the guard rail' || verdict === 'better' ? 'passes' : 'open';
}

function partRow(part: ComparisonPart): Omit<ForestRow, 'kind' | 'name' | 'plan' | 'gating'> {
  const computed = part.delta !== null && part.interval !== null;
  return {
    n: part.n,
    delta: part.delta,
    interval: part.interval,
    margin: part.margin,
    halfWidth: part.noise?.halfWidth ?? null,
    losses: part.n === 0 ? null : part.flips.losses,
    gains: part.n === 0 ? null : part.flips.gains,
    verdict: part.verdict,
    note: computed ? null : `not computable: ${part.n === 0 ? 'no pairs' : part.reason}`,
  };
}

function notCompared(name: string, reason: string | undefined): ForestRow {
  return {
    kind: 'candidate',
    name,
    n: null,
    delta: null,
    interval: null,
    margin: null,
    halfWidth: null,
    losses: null,
    gains: null,
    verdict: 'not comparable',
    plan: null,
    gating: false,
    note: reason === undefined ? 'not compared' : `not compared: ${reason}`,
  };
}
