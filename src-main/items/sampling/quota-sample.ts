/** A sample to a quota for each stratum, seeded and recorded, so that it can be drawn again. */
import type { Quotas } from '../../contract/preparation.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { createStream, generatorName } from '../../statistics/generator.ts';
import { shuffled } from './shuffle.ts';

export interface Sampled {
  readonly id: string;
  readonly stratum: string;
}

/** What is written down beside the sample. */
export interface SampleRecord {
  readonly seed: number;
  readonly generator: string;
  readonly quotas: Quotas;
  readonly strata: readonly StratumSample[];
}

export interface StratumSample {
  readonly stratum: string;
  readonly available: number;
  readonly wanted: number;
  readonly drawn: number;
}

/**
 * Draws without replacement, each item of a stratum equally likely. What is drawn from a stratum depends on its own
 * items and the seed alone: not on the other strata, nor on the order of the file. The sample keeps the file's order.
 * Fails with `usage` for a quota that is no number of items.
 */
export function quotaSample<T extends Sampled>(
  items: readonly T[],
  quotas: Quotas,
  seed: number,
): Result<{ readonly sample: readonly T[]; readonly record: SampleRecord }> {
  const numbers = [...Object.values(quotas.strata), ...(quotas.others === undefined ? [] : [quotas.others])];
  if (!numbers.every((quota) => Number.isInteger(quota) && quota >= 0)) {
    return failure('usage', 'A quota is a whole number of items, 0 or more.', {
      next: 'Correct the quotas.',
    });
  }
  const byStratum = Map.groupBy(items, ({ stratum }) => stratum);
  for (const stratum of Object.keys(quotas.strata)) if (!byStratum.has(stratum)) byStratum.set(stratum, []);
  const chosen = new Set<string>();
  const strata = [...byStratum].map(([stratum, members]): StratumSample => {
    const wanted = quotas.strata[stratum] ?? quotas.others ?? 0;
    const ids = members.map(({ id }) => id).toSorted();
    const drawn = shuffled(ids, createStream(seed, `sample/${stratum}`)).slice(0, wanted);
    for (const id of drawn) chosen.add(id);
    return { stratum, available: members.length, wanted, drawn: drawn.length };
  });
  return success({
    sample: items.filter(({ id }) => chosen.has(id)),
    record: { seed, generator: generatorName, quotas, strata },
  });
}
