/** What the results screen draws, worked out from the app's answers. Pure. */
import type {
  CandidateResult,
  ComparisonResults,
  CostRow,
} from '../../../src-main/contract/calls/results.ts';
import type { SettingDifference } from '../../../src-main/contract/calls/runs.ts';
import type { Comparison, StratumComparison, Verdict } from '../../../src-main/contract/comparison.ts';
import type { BaselineCost, CostKind } from '../../../src-main/contract/presentation/findings.ts';
import { answerSentence, costKinds, costTitle } from '../../../src-main/contract/presentation/findings.ts';
import type { ForestRow, ForestSection } from '../../../src-main/contract/presentation/forest-rows.ts';
import {
  overallSection,
  shownStrata,
  splitRows,
  strataSection,
} from '../../../src-main/contract/presentation/forest-rows.ts';
import { remeasureReasons } from '../../../src-main/contract/presentation/repeat-words.ts';
import type { ScatterPoint } from '../../../src-main/contract/presentation/scatter-geometry.ts';
import type { Measure } from '../../../src-main/contract/presentation/words.ts';
import { decidingPart, listWords, measureOf } from '../../../src-main/contract/presentation/words.ts';

/** Candidate -> its strata; those that were not read yet are missing. */
export type Strata = ReadonlyMap<string, readonly StratumComparison[]>;

/** A canvas has an end: the plot shows so many strata at most, the table the same. */
export const longestForest = 300;

/** The whole comparison of a candidate, as far as it is here. Null: there is none. */
export function comparisonOf({ candidate, overall }: CandidateResult, strata: Strata): Comparison | null {
  return overall === null ? null : { ...overall, strata: strata.get(candidate) ?? [] };
}

/** Whether scores are right or wrong, or fractions, as the first candidate with pairs tells. */
export function measureOfResults({ candidates }: ComparisonResults): Measure {
  const first = candidates.find(({ overall }) => overall !== null && overall.n > 0)?.overall;
  return first == null ? 'right' : measureOf(first);
}

/** Why the whole should be measured again; empty where nothing speaks for it. */
export function remeasureOf(
  { baseline, candidates }: ComparisonResults,
  costs: readonly CostRow[],
): readonly string[] {
  const noise = candidates.find(({ overall }) => overall?.noise != null)?.overall?.noise;
  return remeasureReasons({
    baseline,
    replicates: noise?.replicates ?? 1,
    candidates: candidates.map(({ candidate, overall }) => ({
      name: candidate,
      comparison: overall,
      fileSize: costs.find((row) => row.candidate === candidate)?.fileSize ?? null,
    })),
  });
}

/** The candidate in the address, if the plan has it; else the one that the decision is about; else the first. */
export function chosenCandidate(
  { candidates, selected }: ComparisonResults,
  wanted: string | undefined,
): CandidateResult | null {
  const named = (name: string | null | undefined) => candidates.find(({ candidate }) => candidate === name);
  return named(wanted) ?? named(selected) ?? candidates[0] ?? null;
}

/**
 * The verdict whose shape stands before the sentence: of the part that the plan's state rests on. Before the strata
 * are here, what the plan's state alone tells.
 */
export function headVerdict(result: CandidateResult, strata: Strata): Verdict | null {
  const comparison = comparisonOf(result, strata);
  if (comparison === null) return 'not comparable';
  if (comparison.plan === null || comparison.plan === 'passes') return comparison.verdict;
  if (strata.has(result.candidate)) return decidingPart(comparison).part.verdict;
  if (comparison.plan === 'fails') return 'worse';
  return comparison.verdict === 'not comparable' ? comparison.verdict : 'cannot tell yet';
}

export interface ForestView {
  readonly sections: readonly ForestSection[];
  /** Of every stratum of every candidate that is here, so that the axis stays while candidates are gone through. */
  readonly estimates: readonly number[];
  /** Strata that "Show all" would add. */
  readonly hidden: number;
  /** Strata beyond `longestForest`: in the report only. */
  readonly beyond: number;
  /** The chosen candidate's strata that stand in the plot. */
  readonly shown: readonly StratumComparison[];
}

export function forestView(
  results: ComparisonResults,
  strata: Strata,
  chosen: CandidateResult | null,
  showAll: boolean,
): ForestView {
  const compared = results.candidates.map((result) => ({
    name: result.candidate,
    comparison: comparisonOf(result, strata),
    ...(result.reason === null ? {} : { reason: result.reason }),
  }));
  const overall = overallSection(compared, results.baseline);
  const estimates = [...strata.values()].flat().flatMap(({ delta }) => (delta === null ? [] : [delta]));
  const comparison = chosen === null ? null : comparisonOf(chosen, strata);
  const section = comparison === null || chosen === null ? null : strataSection(chosen.candidate, comparison);
  if (comparison === null || section === null) {
    return { sections: [overall], estimates, hidden: 0, beyond: 0, shown: comparison?.strata ?? [] };
  }
  const { shown } = splitRows(section.rows);
  const rows = showAll ? section.rows.slice(0, longestForest) : shown.slice(0, longestForest);
  const names = new Set(rows.map(({ name }) => name));
  return {
    sections: [overall, { ...section, rows }],
    estimates,
    hidden: Math.min(section.rows.length, longestForest) - rows.length,
    beyond: Math.max(0, section.rows.length - longestForest),
    shown: comparison.strata.filter(({ stratum }) => names.has(stratum)),
  };
}

/** How many rows the strata of a candidate take before they are here. */
export function awaitedRows({ strata }: CandidateResult): number {
  return strata < 2 ? 0 : Math.min(strata, shownStrata);
}

/** What the forest plot says, in a sentence: "Q8_0 passes, Q4_K_M does not, Q3_K_M is still open." */
export function forestFinding(rows: readonly ForestRow[]): string {
  const candidates = rows.filter(({ kind }) => kind === 'candidate');
  const with_ = (plan: ForestRow['plan'], one: string, many: string): readonly string[] => {
    const names = candidates.filter((row) => row.plan === plan).map(({ name }) => name);
    return names.length === 0 ? [] : [`${listWords(names)} ${names.length === 1 ? one : many}`];
  };
  const said = [
    ...with_('passes', 'passes', 'pass'),
    ...with_('fails', 'does not pass', 'do not pass'),
    ...with_('open', 'is still open', 'are still open'),
    ...with_(null, 'has no plan state', 'have no plan state'),
  ];
  return `${said.join('; ')}.`;
}

/** Names of the candidates that ran with a setting of their own. */
export function candidatesWithDifferences(
  differences: readonly SettingDifference[],
  results: ComparisonResults,
): ReadonlySet<string> {
  return new Set([
    ...differences.filter(({ everywhere }) => !everywhere).flatMap(({ candidates }) => candidates),
    ...results.candidates.filter(({ accepted }) => accepted.length > 0).map(({ candidate }) => candidate),
  ]);
}

function costOf(costs: readonly CostRow[], candidate: string, kind: CostKind): number | null {
  return costs.find((row) => row.candidate === candidate)?.[kind] ?? null;
}

function plansBy(results: ComparisonResults, costs: readonly CostRow[], kind: CostKind) {
  return results.candidates.map(({ candidate, overall }) => ({
    name: candidate,
    plan: overall?.plan ?? null,
    cost: costOf(costs, candidate, kind),
  }));
}

function baselineCost(
  { baseline }: ComparisonResults,
  costs: readonly CostRow[],
  kind: CostKind,
): BaselineCost {
  return { name: baseline, cost: costOf(costs, baseline, kind) };
}

/** "2 of 5 candidates pass. The smallest file that passes is Q5_K_M, about a third of the size of BF16." */
export function answerOf(results: ComparisonResults, costs: readonly CostRow[]): string | null {
  return answerSentence(plansBy(results, costs, 'fileSize'), baselineCost(results, costs, 'fileSize'));
}

/** The costs that can be drawn: a candidate with a change has them. */
export function drawableCosts(results: ComparisonResults, costs: readonly CostRow[]): readonly CostKind[] {
  const drawn = results.candidates.filter(
    ({ overall }) => overall?.delta != null && overall.interval !== null,
  );
  return costKinds.filter((kind) => drawn.some(({ candidate }) => (costOf(costs, candidate, kind) ?? 0) > 0));
}

/** What a cost is drawn in: a unit in which the largest of them is a number of few digits. */
export function costUnit(kind: CostKind, most: number): { readonly divisor: number; readonly words: string } {
  switch (kind) {
    case 'tokensPerSecond':
      return { divisor: 1, words: 'generated tokens per second' };
    case 'seconds':
      if (most >= 5400) return { divisor: 3600, words: 'time, hours' };
      return most >= 120 ? { divisor: 60, words: 'time, minutes' } : { divisor: 1, words: 'time, seconds' };
    case 'fileSize':
    case 'memory': {
      const name = kind === 'fileSize' ? 'file size' : 'memory';
      return most >= 1e9 ? { divisor: 1e9, words: `${name}, GB` } : { divisor: 1e6, words: `${name}, MB` };
    }
  }
}

export interface CostView {
  readonly title: string;
  readonly points: readonly ScatterPoint[];
  readonly words: string;
  /** Candidates that have no cost of this kind or no change. */
  readonly leftOut: readonly string[];
}

/** The points of cost against quality; the baseline stands at 0 with its rerun's interval. */
export function costView(results: ComparisonResults, costs: readonly CostRow[], kind: CostKind): CostView {
  const { baseline, candidates, rerun } = results;
  const most = Math.max(0, ...costs.map((row) => row[kind] ?? 0));
  const { divisor, words } = costUnit(kind, most);
  const scaled = (candidate: string): number | null => {
    const cost = costOf(costs, candidate, kind);
    return cost === null ? null : cost / divisor;
  };
  const noise = noiseOf(results);
  const points: readonly ScatterPoint[] = [
    ...candidates.map(({ candidate, overall }): ScatterPoint => ({
      name: candidate,
      kind: 'candidate',
      cost: scaled(candidate),
      delta: overall?.delta ?? null,
      interval: overall?.interval ?? null,
      verdict: overall === null ? 'not comparable' : overall.verdict,
    })),
    {
      name: noise === null && rerun === null ? baseline : `${baseline} and its rerun`,
      kind: 'baseline',
      cost: scaled(baseline),
      delta: 0,
      interval: noise?.interval ?? { lo: 0, hi: 0 },
      verdict: null,
    },
  ];
  return {
    title: costTitle(
      plansBy(results, costs, kind),
      baselineCost(results, costs, kind),
      kind,
      measureOfResults(results),
    ),
    points,
    words,
    leftOut: points
      .filter(({ cost, delta, interval }) => (cost ?? 0) <= 0 || delta === null || interval === null)
      .map(({ name }) => name),
  };
}

/** The noise floor of the overall rows; null where the baseline ran once. */
export function noiseOf({ candidates }: ComparisonResults) {
  return candidates.find(({ overall }) => overall?.noise != null)?.overall?.noise ?? null;
}

/** The guard rail of the overall rows. */
export function marginOf({ candidates }: ComparisonResults): number | null {
  return candidates.find(({ overall }) => overall?.margin != null)?.overall?.margin ?? null;
}
