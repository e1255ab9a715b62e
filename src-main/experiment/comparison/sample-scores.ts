/** From the rows of one run, several samples of an item among them, to what each item counts for. */
import type { OutcomeCounts } from '../../contract/comparison.ts';
import { outcomes, type Outcome } from '../../contract/output.ts';
import { mean } from '../../statistics/moments.ts';

/** One row of a run: the score of one sample of one item. */
export interface SampleScore {
  readonly id: string;
  /** 0-based. */
  readonly sample: number;
  /** In [0, 1]; null whenever the outcome is not `scored`. */
  readonly value: number | null;
  readonly outcome: Outcome;
  readonly stratum?: string | undefined;
  /** Items that share a document or template: whole clusters are resampled. */
  readonly cluster?: string | undefined;
}

/** One item in one run. */
export interface ItemScore {
  /** What each sample counts for, lowest first; missing samples left out. */
  readonly values: readonly number[];
  /** The same, with truncated and unparsed answers left out. */
  readonly answered: readonly number[];
  /** Samples that are missing: no answer came, or it could not be judged. */
  readonly missing: number;
  /** Of every sample. */
  readonly outcomes: OutcomeCounts;
}

/**
 * What one sample counts for; null: it is missing.
 *
 * A truncated or unparsed answer counts 0: the person got no usable answer. `failed`, `unsupported` and
 * `judge_error` are missing: they say nothing about the answer. So is `overlong`: nothing was generated, and how
 * much context a prompt got is a setting, not an answer. Its rate is shown, the bounds say what it could mean,
 * and the guard rail's limit on missing pairs holds for it.
 */
export function countedValue({ id, value, outcome }: SampleScore): number | null {
  switch (outcome) {
    case 'truncated':
    case 'unparsed':
      return 0;
    case 'failed':
    case 'overlong':
    case 'unsupported':
    case 'judge_error':
      return null;
    case 'scored':
      if (value === null || !(value >= 0 && value <= 1)) {
        throw new RangeError(`the score of ${id} is ${String(value)}, not a number from 0 to 1`);
      }
      return value;
  }
}

/** Gathers a run's rows by item. The rows' order does not matter, to the last bit. */
export function gatherItems(rows: readonly SampleScore[]): ReadonlyMap<string, ItemScore> {
  const byItem = new Map<string, SampleScore[]>();
  for (const row of rows) {
    const known = byItem.get(row.id);
    if (known) known.push(row);
    else byItem.set(row.id, [row]);
  }
  return new Map([...byItem].map(([id, own]) => [id, gatherItem(own)]));
}

function gatherItem(rows: readonly SampleScore[]): ItemScore {
  const values: number[] = [];
  const answered: number[] = [];
  const counts = noOutcomes();
  for (const row of rows) {
    counts[row.outcome] += 1;
    const value = countedValue(row);
    if (value === null) continue;
    values.push(value);
    if (row.outcome === 'scored') answered.push(value);
  }
  // Sums in one order: samples that are swapped leave every bit of the mean as it was.
  values.sort((a, b) => a - b);
  answered.sort((a, b) => a - b);
  return { values, answered, missing: rows.length - values.length, outcomes: counts };
}

/** The outcomes of these items' samples together. */
export function countOutcomes(items: readonly (ItemScore | null)[]): OutcomeCounts {
  const counts = noOutcomes();
  for (const item of items) {
    if (item === null) continue;
    for (const outcome of outcomes) counts[outcome] += item.outcomes[outcome];
  }
  return counts;
}

function noOutcomes(): Record<Outcome, number> {
  return Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
}

/** The item's score: the mean over its samples. Null: it is missing. */
export function itemScore(item: ItemScore | null): number | null {
  return item === null || item.values.length === 0 ? null : mean(item.values);
}

/** The same with truncated and unparsed answers left out. */
export function answeredScore(item: ItemScore | null): number | null {
  return item === null || item.answered.length === 0 ? null : mean(item.answered);
}

/** The item's score had every missing sample the score `filling`; an item without any sample is that itself. */
export function filledScore(item: ItemScore | null, filling: 0 | 1): number {
  if (item === null || item.values.length === 0) return filling;
  if (item.missing === 0) return mean(item.values);
  let sum = filling * item.missing;
  for (const value of item.values) sum += value;
  return sum / (item.values.length + item.missing);
}
