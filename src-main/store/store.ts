/**
 * What the store keeps and how it is asked. One SQLite file in a data folder holds item sets, plans, runs, outputs,
 * scores and comparisons; each step's result is kept, so that any later step can be done again.
 *
 * Two kinds of failure: what a person can meet while writing (a full disk, a second process) comes back as a Result.
 * The plain reading methods throw `StoreError` when the file turns out to be damaged or unreadable under their hands,
 * and a plain Error when asked about a plan, run or item that was never registered, which is a bug of the caller.
 */
import type { ComparedPlan, ComparisonBasis } from '../contract/compared-plan.ts';
import type { Comparison } from '../contract/comparison.ts';
import type { Item, ItemSetVersion, Json, Split } from '../contract/item.ts';
import type { Manifest } from '../contract/manifest.ts';
import type { FinishReason, Outcome, Output, Score } from '../contract/output.ts';
import type { Plan, RegisteredPlan, RunKey, RunState } from '../contract/plan.ts';
import type { QuantisationRecord } from '../contract/quantisation.ts';
import type { Failure, Result } from '../contract/result.ts';
import type {
  JudgingReader,
  JudgingWriter,
  PairJudgingReader,
  PairJudgingWriter,
} from './judging-records.ts';
import type { DivergenceReader, DivergenceWriter } from './divergence-records.ts';
import type { RatingReader, RatingWriter } from './rating-records.ts';
import type { SliceReader, SliceWriter } from './slice-records.ts';
import type { PairCounts, PairFilter, PairRow, PairSides } from './pair-rows.ts';

/** Names one frozen version; an ItemSetVersion is one. */
export type ItemSetReference = Pick<ItemSetVersion, 'name' | 'version'>;

/** One reading of held-out items. */
export interface HeldOutReading {
  readonly planHash: string;
  readonly at: string;
  readonly items: number;
}

export interface PlanSummary {
  readonly hash: string;
  readonly registeredAt: string;
  readonly decision: string;
  readonly items: Plan['items'];
  readonly split: Split;
  readonly baseline: string;
  /** Names, in the plan's order, the baseline among them. */
  readonly candidates: readonly string[];
  readonly runs: { readonly total: number; readonly complete: number; readonly failed: number };
  /** When the latest output was committed; null before the first. */
  readonly lastOutputAt: string | null;
}

/** One run and the sums over its outputs, kept up to date as outputs are committed. */
export interface RunRecord {
  readonly key: RunKey;
  readonly state: RunState;
  readonly stateAt: string;
  readonly failure: Failure | null;
  /** Outputs there, those without an answer included. */
  readonly outputs: number;
  /** Outputs whose finish is `error`. */
  readonly errors: number;
  readonly promptTokens: number;
  readonly generatedTokens: number;
  /** Milliseconds, the sum of the outputs' own: parallel requests count each. */
  readonly totalMs: number;
  /** Milliseconds of wall time that the run spent generating, loading left out: what speeds are reckoned from. */
  readonly busyMs: number;
  /** When the first and the latest output were committed. */
  readonly firstOutputAt: string | null;
  readonly lastOutputAt: string | null;
}

export type SittingEnd = 'complete' | 'stopped' | 'crashed';

export interface SittingRecord {
  readonly id: number;
  readonly key: RunKey;
  readonly manifest: Manifest;
  /** Null while it goes on. */
  readonly endedAt: string | null;
  /** `killed`: the process died without a word; `endedAt` is then its last output's time, or its start. */
  readonly how: SittingEnd | 'killed' | null;
  readonly outputs: number;
}

/** An output without what was answered. */
export type SentPrompt = Pick<
  Output,
  'itemId' | 'sample' | 'promptHash' | 'tokenHash' | 'promptTokens' | 'finish'
>;

export interface StoredOutput extends Output {
  readonly sitting: number;
  /** When it was committed. */
  readonly at: string;
}

/** Outputs come in the item set's order, then by sample. */
interface OutputPage {
  /** Go on after this one. */
  readonly after?: OutputKey;
  readonly limit?: number;
}

interface OutputKey {
  readonly itemId: string;
  readonly sample: number;
}

export interface ScoreRow extends OutputKey {
  readonly score: Score;
}

export interface StoredScore extends ScoreRow {
  /** kind@version of the scorer. */
  readonly scorer: string;
  readonly stratum: string;
  readonly cluster: string | null;
}

interface StoredComparison {
  readonly candidate: string;
  readonly comparison: Comparison;
  readonly at: string;
}

export interface DraftRecord {
  readonly id: number;
  readonly revision: number;
  /** As the app wrote them; the store does not look inside. */
  readonly fields: Json;
  readonly pilot: Json | null;
  readonly savedAt: string;
}

/** What a person gave an item; null: nothing. */
export interface HandStratum {
  readonly stratum: string | null;
  readonly band: string | null;
}

/** How a version follows from the one before it. */
export interface VersionChange {
  /** Dev items of the version before, as they are now. */
  readonly replaced: readonly Item[];
  /** In the order in which they come after the others. */
  readonly added: readonly Item[];
}

/** Why a plan does not go on, though outputs are missing. */
export type Halt = 'paused' | 'cancelled';

export interface AcceptedSetting {
  readonly candidate: string;
  readonly setting: string;
  readonly at: string;
}

/** What a list of dev items is narrowed to. */
export interface DevItemFilter {
  readonly stratum?: string | undefined;
  /** Found in an item's id or in what its messages say, capitals and small letters alike. */
  readonly text?: string | undefined;
}

/** A registered plan that can no longer be read. */
export interface DamagedPlan {
  readonly hash: string;
  readonly registeredAt: string;
  readonly problem: Failure;
}

/** Items of one stratum. */
export interface StratumCount {
  readonly stratum: string;
  readonly dev: number;
  readonly heldOut: number;
}

export interface LatestOutputRow extends OutputKey {
  readonly at: string;
  readonly key: RunKey;
  readonly stratum: string;
  readonly finish: FinishReason;
  readonly generatedTokens: number;
  readonly totalMs: number;
  /** The first 200 characters. */
  readonly preview: string;
}

/** What a second process may do while another one runs plans. */
export interface StoreReader
  extends JudgingReader, PairJudgingReader, RatingReader, DivergenceReader, SliceReader {
  /** Absolute path of the data folder. */
  readonly folder: string;

  /** Newest version first within a name, names in order. */
  itemSetVersions(): readonly ItemSetVersion[];
  /** Without a version: the newest. */
  itemSetVersion(name: string, version?: number): ItemSetVersion | null;
  /** What was done to the items before they were frozen, as it was written down then; null: nothing was. */
  preparation(version: ItemSetReference): Json | null;
  /** The items that may be looked at and tuned on, in the set's order. Held-out items come through `readPlanItems` only. */
  readDevItems(version: ItemSetReference): readonly Item[];
  /** A page of those, and how many match in all. */
  devItemPage(
    version: ItemSetReference,
    filter: DevItemFilter,
    page: { readonly offset: number; readonly limit: number },
  ): { readonly items: readonly Item[]; readonly total: number };
  /** Null where there is no such dev item. */
  devItem(version: ItemSetReference, item: string): Item | null;
  /** Items by stratum, in the set's order, counted and not read; empty where there is no such version. */
  strataCounts(version: ItemSetReference): readonly StratumCount[];
  /** Every reading of the version's held-out items, oldest first. */
  heldOutReadings(version: ItemSetReference): readonly HeldOutReading[];
  /** Kinds of checks over all items, held-out ones too, the most frequent first. */
  checkCounts(version: ItemSetReference): readonly { readonly kind: string; readonly items: number }[];
  /** Where items say that they come from, at most a hundred. */
  itemSources(version: ItemSetReference): readonly string[];
  /** The split of one item by its id, nothing else of it; null where the version has no such item. */
  itemSplit(version: ItemSetReference, id: string): Split | null;
  /** Told by ids and contents inside the database: no item is read out for it. */
  versionDifference(
    name: string,
    from: number,
    to: number,
  ): { readonly added: number; readonly removed: number; readonly changed: number; readonly same: number };
  /** Items of both versions, by their ids, that are on another side of the split in `to`, counted by that side. */
  movedItems(name: string, from: number, to: number): { readonly dev: number; readonly heldOut: number };

  /** Newest first, deleted and damaged ones left out. */
  plans(): readonly PlanSummary[];
  /** Those whose text cannot be read, or has another hash than it was registered under. Newest first. */
  damagedPlans(): readonly DamagedPlan[];
  /** By hash or by the beginning of one. Fails with `plan_unknown` (none, several, or deleted) and `store_damaged`. */
  plan(hashOrPrefix: string): Result<RegisteredPlan>;

  /** In the plan's order, the baseline's replicates one after another. */
  runs(planHash: string): readonly RunRecord[];
  /** Oldest first. */
  sittings(planHash: string, key: RunKey): readonly SittingRecord[];
  /** `${itemId}\u0000${sample}` of every output there, failed ones included. */
  deliveredKeys(planHash: string, key: RunKey): ReadonlySet<string>;
  outputs(planHash: string, key: RunKey, page?: OutputPage): readonly StoredOutput[];
  /** The prompt of every output there, in the same order; read as they are wanted, a few at a time. */
  sentPrompts(planHash: string, key: RunKey): Iterable<SentPrompt>;
  output(planHash: string, key: RunKey, itemId: string, sample: number): StoredOutput | null;
  /** The rendered prompt behind a prompt hash, where an output brought it along. */
  prompt(promptHash: string): string | null;
  /** The token ids of a prompt; null where they are not known, and of prompts from before they were kept. */
  promptIds(promptHash: string, tokenHash: string): readonly number[] | null;

  /** How the outputs of each run ended, in the order of `runs`. */
  finishCounts(
    planHash: string,
  ): readonly { readonly key: RunKey; readonly counts: Readonly<Record<FinishReason, number>> }[];
  /** Outputs of a run by what their current score says; all zero before they are scored. */
  outcomeCounts(planHash: string, key: RunKey): Readonly<Record<Outcome, number>>;
  /** The same for each stratum, in the set's order; outcomes that none has are left out. */
  strataOutcomes(
    planHash: string,
    key: RunKey,
  ): readonly { readonly stratum: string; readonly outcome: Outcome; readonly outputs: number }[];
  /** When a run's outputs were committed, oldest first, those of one commit together. */
  commitTimes(planHash: string, key: RunKey): readonly { readonly at: string; readonly outputs: number }[];
  /** Over all runs, the latest first. */
  latestOutputs(planHash: string, limit: number): readonly LatestOutputRow[];

  /** For each output the score that was put last, in the order of `outputs`. Outputs without one are left out. */
  scores(planHash: string, key: RunKey): readonly StoredScore[];
  /** The score that was put last for one output; null without one. */
  score(planHash: string, key: RunKey, itemId: string, sample: number): StoredScore | null;
  /** For each candidate the comparison that was put last, in the plan's order. */
  comparisons(planHash: string): readonly StoredComparison[];
  /**
   * The plan's comparison as a whole, as it was put last. Null where it was made by another method, or where outputs,
   * scores or the state of a run changed since: it is then to be worked out anew.
   */
  comparedPlan(planHash: string, method: string): ComparedPlan | null;
  /**
   * Counts every change of what a comparison of the plan is worked out from. Read it before the scores: what changes
   * while they are compared then makes the result out of date, never wrong.
   */
  comparisonRevision(planHash: string): number;

  /** The latest saved first, deleted ones left out. */
  drafts(): readonly DraftRecord[];
  draft(id: number): DraftRecord | null;
  /** Where weights with this sha256 came from, if they were made here; the latest record. */
  quantisation(hash: string): QuantisationRecord | null;
  /** What was given by hand to dev items of a version since it was frozen, by item id, in the set's order. */
  handStrata(version: ItemSetReference): ReadonlyMap<string, HandStratum>;
  /** Null: never set. */
  preference(name: string): Json | null;
  /** A person's labels of a plan's items, by item id. */
  labels(planHash: string): ReadonlyMap<string, string>;
  /** How often results were looked at before every run had ended. */
  peeks(planHash: string): number;
  /** Shares of the answers at which the candidate was looked at before the end, ascending, each once. */
  looks(planHash: string, candidate: string): readonly number[];
  acceptedSettings(planHash: string): readonly AcceptedSetting[];
  halt(planHash: string): Halt | null;

  /** Items with an output on either side: the stratum that lost most first, then in the set's order. */
  pairs(
    planHash: string,
    sides: PairSides,
    filter: PairFilter,
    page: { readonly offset: number; readonly limit: number },
  ): readonly PairRow[];
  pairCounts(planHash: string, sides: PairSides, filter: PairFilter): PairCounts;

  /** Gives back the file and the run lock. Safe to call twice. */
  close(): void;
}

/** The store of the one process that may run plans. */
export interface Store
  extends StoreReader, JudgingWriter, PairJudgingWriter, RatingWriter, DivergenceWriter, SliceWriter {
  /**
   * Freezes items as they are. The same content under the same name is the version that is there already.
   * Fails with `cluster_divided` where a cluster has dev and held-out items.
   *
   * @param preparation what was done to them before, as JSON; a version that has such a record keeps its first one
   */
  freezeItemSet(
    name: string,
    items: readonly Item[],
    frozenAt: string,
    preparation?: object,
  ): Result<ItemSetVersion>;
  /**
   * Freezes the next version of a set: the items of `from`, held-out ones as they are and unseen, with the change.
   * Fails with `held_out_refused` where an item to replace is no dev item of it, with `item_duplicate` where an
   * item to add is there already, and with `cluster_divided` where its cluster is on the other side of the split.
   */
  freezeNextVersion(
    from: ItemSetReference,
    change: VersionChange,
    frozenAt: string,
    preparation?: object,
  ): Result<ItemSetVersion>;
  /**
   * The items of a registered plan's split, the first `limit` of each stratum, in the set's order. A reading of
   * held-out items is logged first: where it cannot be logged, it does not happen.
   */
  readPlanItems(planHash: string, at: string): Result<readonly Item[]>;

  /** Registers a plan under its hash, with all its runs waiting. A plan that is there already (or was deleted) is that plan again. */
  registerPlan(plan: Plan, at: string): Result<RegisteredPlan>;
  /** Takes the plan out of the lists and keeps everything, so that it can be undone. Fails with `plan_unknown`. */
  deletePlan(planHash: string, at: string): Result<void>;
  restorePlan(planHash: string): Result<void>;

  setRunState(planHash: string, key: RunKey, state: RunState, at: string, failure?: Failure): Result<void>;
  /** The sitting's id. It starts at the manifest's `startedAt`. */
  beginSitting(planHash: string, key: RunKey, manifest: Manifest): Result<number>;
  endSitting(id: number, at: string, how: SittingEnd): Result<void>;
  /**
   * Commits outputs in one transaction: on success they are on the disk, on failure none of them is. A second
   * output for the same item and sample, or an item outside the plan's split, is refused with `internal`.
   *
   * @param busyMs wall time that went into them, added to the run's
   */
  appendOutputs(
    planHash: string,
    key: RunKey,
    sitting: number,
    outputs: readonly Output[],
    busyMs?: number,
  ): Result<void>;

  /** `scorer` is kind@version. The same scorer replaces its own scores; another one's are kept beside them. */
  putScores(planHash: string, key: RunKey, scorer: string, rows: readonly ScoreRow[]): Result<void>;
  /** Each candidate's comparison is kept beside its earlier ones; of the plan as a whole the last one is kept. */
  putComparedPlan(planHash: string, compared: ComparedPlan, basis: ComparisonBasis, at: string): Result<void>;

  createDraft(fields: Json, at: string): Result<number>;
  /** Refused with `draft_stale` where the draft is no longer at `revision`. */
  changeDraft(id: number, revision: number, fields: Json, at: string): Result<void>;
  setDraftPilot(id: number, pilot: Json | null): Result<void>;
  deleteDraft(id: number, at: string): Result<void>;
  restoreDraft(id: number): Result<void>;
  /** Two nulls take it back. Fails with `held_out_refused` for anything but a dev item of the version. */
  setHandStratum(version: ItemSetReference, itemId: string, given: HandStratum, at: string): Result<void>;
  dropHandStrata(version: ItemSetReference): Result<void>;
  setPreference(name: string, value: Json): Result<void>;
  /** Null takes the label away. */
  setLabel(planHash: string, itemId: string, label: string | null, at: string): Result<void>;
  addPeek(planHash: string, at: string): Result<void>;
  /** One at the same share again is the same look. */
  addLook(planHash: string, candidate: string, share: number, at: string): Result<void>;
  acceptSetting(planHash: string, candidate: string, setting: string, at: string): Result<void>;
  setHalt(planHash: string, halt: Halt | null): Result<void>;
  putQuantisation(record: QuantisationRecord): Result<void>;
}
