/** Gathers from the store what a report is made of. */
import type { Comparison, OutcomeCounts } from '../contract/comparison.ts';
import type { Item } from '../contract/item.ts';
import { outcomes, type Outcome, type Score } from '../contract/output.ts';
import type { RegisteredPlan, RunKey } from '../contract/plan.ts';
import { countedValue } from '../experiment/comparison/sample-scores.ts';
import { calibrate } from '../experiment/judging/calibrate.ts';
import type {
  ReportAnswer,
  ReportCandidate,
  ReportCase,
  ReportCaseKind,
  ReportCases,
  ReportInput,
  ReportRun,
  ReportSample,
} from '../report/report-input.ts';
import type { RunRecord, StoreReader } from '../store/store.ts';
import { storedDivergence } from './divergence/measured-report.ts';
import { judgeReviewOf } from './judge-review.ts';
import { passAtKOfPlan } from './pass-at-k.ts';
import { figuresOf } from './review-figures.ts';

export interface ReportFacts {
  readonly noisefloor: string;
  /** ISO 8601. */
  readonly generatedAt: string;
  readonly peeks: number;
  /** Without the baseline, in the plan's order. */
  readonly candidates: readonly CandidateFacts[];
}

export interface CandidateFacts {
  readonly name: string;
  readonly comparison: Comparison | null;
  readonly reason: string | null;
  readonly nextStep: string | null;
  readonly accepted: ReportCandidate['accepted'];
}

/** Cases that a report shows of each candidate; the counts are of all. */
const shownCases = 200;

/** Of these, places that items without a pair have however many flipped: one of them is the example of why. */
const keptMissing = 20;

/** Scores of one run: item -> sample -> score. */
type RunScores = ReadonlyMap<string, ReadonlyMap<number, Score>>;

export function gatherReport(
  store: StoreReader,
  registered: RegisteredPlan,
  items: readonly Item[],
  facts: ReportFacts,
): ReportInput {
  const { plan, hash } = registered;
  const version = store.itemSetVersion(plan.items.name, plan.items.version);
  if (!version) throw new Error(`the store lost ${plan.items.name}@${plan.items.version}`);
  const baseline: RunKey = { candidate: plan.baseline, replicate: 1 };
  const baselineScores = once(() => scoresOf(store, hash, baseline));
  const judge = once(() => calibrate(store, registered, items));
  const review = once(() => figuresOf(store, registered));
  const judged = once(() => judgeReviewOf(store, registered));
  const passAtK = once(() => passAtKOfPlan(store, registered));
  return {
    // Results show nothing of it, and it takes a second where many were asked.
    get judge() {
      return judge();
    },
    get review() {
      return review();
    },
    get judgeReview() {
      return judged();
    },
    get passAtK() {
      return passAtK();
    },
    // Measured, and measured again, while the rest of it is kept.
    get divergence() {
      return storedDivergence(store, hash);
    },
    noisefloor: facts.noisefloor,
    generatedAt: facts.generatedAt,
    plan: registered,
    items: {
      version,
      asked: items.length,
      strata: strataOf(items),
      heldOutReadings: plan.split === 'held_out' ? store.heldOutReadings(version).length : null,
    },
    peeks: facts.peeks,
    runs: store.runs(hash).map((run) => reportRun(store, hash, run)),
    candidates: facts.candidates.map((candidate) => {
      const key: RunKey = { candidate: candidate.name, replicate: 1 };
      const cases = once(() =>
        findCases(store, hash, items, {
          baseline: { key: baseline, scores: baselineScores() },
          candidate: { key, scores: scoresOf(store, hash, key) },
          samples: plan.samples,
        }),
      );
      return {
        ...candidate,
        // Results show none of them, and of a large comparison they take a second to find.
        get cases() {
          return cases();
        },
      };
    }),
  };
}

function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => (done ??= { value: work() }).value;
}

function strataOf(items: readonly Item[]): ReportInput['items']['strata'] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item.stratum, (counts.get(item.stratum) ?? 0) + 1);
  return [...counts].map(([stratum, count]) => ({ stratum, items: count }));
}

function scoresOf(store: StoreReader, hash: string, key: RunKey): RunScores {
  const scores = new Map<string, Map<number, Score>>();
  for (const row of store.scores(hash, key)) {
    const samples = scores.get(row.itemId) ?? new Map<number, Score>();
    samples.set(row.sample, row.score);
    scores.set(row.itemId, samples);
  }
  return scores;
}

function noOutcomes(): Record<Outcome, number> {
  return Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
}

function reportRun(store: StoreReader, hash: string, run: RunRecord): ReportRun {
  const all = noOutcomes();
  const byStratum = new Map<string, Record<Outcome, number>>();
  for (const { stratum, outcome, outputs } of store.strataOutcomes(hash, run.key)) {
    const own = byStratum.get(stratum) ?? noOutcomes();
    own[outcome] += outputs;
    all[outcome] += outputs;
    byStratum.set(stratum, own);
  }
  const sittings = store.sittings(hash, run.key);
  const latest = sittings.at(-1)?.manifest;
  const { model, context } = latest?.memory ?? { model: null, context: null };
  const seconds = run.busyMs > 0 ? run.busyMs / 1000 : null;
  return {
    key: run.key,
    state: run.state,
    failure: run.failure,
    outcomes: all,
    strata: [...byStratum].map(([stratum, counts]: [string, OutcomeCounts]) => ({
      stratum,
      outcomes: counts,
    })),
    cost: {
      promptTokens: run.promptTokens,
      generatedTokens: run.generatedTokens,
      seconds,
      tokensPerSecond: seconds === null ? null : run.generatedTokens / seconds,
      memory: model === null ? null : model + (context ?? 0),
      fileSize: latest?.model.size ?? null,
    },
    sittings: sittings.map(({ manifest, endedAt, how, outputs }) => ({ manifest, endedAt, how, outputs })),
  };
}

interface Side {
  readonly key: RunKey;
  readonly scores: RunScores;
}

function findCases(
  store: StoreReader,
  hash: string,
  items: readonly Item[],
  sides: { readonly baseline: Side; readonly candidate: Side; readonly samples: number },
): ReportCases {
  const found: Record<ReportCaseKind, Item[]> = { lost: [], gained: [], missing: [] };
  const unasked: Item[] = [];
  for (const item of items) {
    const [before, after] = [sides.baseline.scores.get(item.id), sides.candidate.scores.get(item.id)];
    const kind = caseKind(before, after);
    if (kind === 'missing' && !hasReason(before) && !hasReason(after)) unasked.push(item);
    else if (kind !== null) found[kind].push(item);
  }
  const missing = [...found.missing, ...unasked];
  const casesOf = (kind: ReportCaseKind, some: readonly Item[]) => some.map((item) => ({ item, kind }));
  const flipped = [...casesOf('lost', found.lost), ...casesOf('gained', found.gained)];
  const shown = [
    ...flipped.slice(0, shownCases - Math.min(missing.length, keptMissing)),
    ...casesOf('missing', missing),
  ].slice(0, shownCases);
  const answer = (side: Side, itemId: string, sample: number): ReportAnswer | null => {
    const output = store.output(hash, side.key, itemId, sample);
    return output && { output, score: side.scores.get(itemId)?.get(sample) ?? null };
  };
  return {
    lost: found.lost.length,
    gained: found.gained.length,
    missing: missing.length,
    items: shown.map(({ item, kind }): ReportCase => ({
      item,
      kind,
      samples: Array.from({ length: sides.samples }, (_, sample): ReportSample => ({
        sample,
        baseline: answer(sides.baseline, item.id, sample),
        candidate: answer(sides.candidate, item.id, sample),
      })),
    })),
  };
}

function caseKind(
  baseline: ReadonlyMap<number, Score> | undefined,
  candidate: ReadonlyMap<number, Score> | undefined,
): ReportCaseKind | null {
  const [before, after] = [meanOf(baseline), meanOf(candidate)];
  // Not run yet on either side: nothing is known of it. Run and missing on both, its reason is to be seen.
  if (baseline === undefined && candidate === undefined) return null;
  if (before === null || after === null) return 'missing';
  if (after < before) return 'lost';
  return after > before ? 'gained' : null;
}

/** It was asked, and no sample counts: its scores say why. */
function hasReason(scores: ReadonlyMap<number, Score> | undefined): boolean {
  return scores !== undefined && meanOf(scores) === null;
}

/** The item's score as the comparison takes it: the mean over the samples that are not missing. */
function meanOf(scores: ReadonlyMap<number, Score> | undefined): number | null {
  const values = [...(scores ?? [])]
    .map(([sample, { value, outcome }]) => countedValue({ id: '', sample, value, outcome }))
    .filter((value) => value !== null);
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
