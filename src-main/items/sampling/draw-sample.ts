/** A sample to a quota for each stratum, at random or, within each stratum, spread over weeks and weekdays. */
import type { RecordOf, SettingsOf } from '../../contract/preparation.ts';
import { success, type Result } from '../../contract/result.ts';
import { generatorName } from '../../statistics/generator.ts';
import { quotaSample, type Sampled, type StratumSample } from './quota-sample.ts';
import type { Timed } from './time-histogram.ts';
import { timeSpread } from './time-spread.ts';

/** Which ids are drawn, and what is written down of it. Fails with `usage` for a quota that is no number of items. */
export function drawSample(
  items: readonly (Sampled & Timed)[],
  { quotas, overTime, seed }: SettingsOf<'sample'>,
): Result<{ readonly drawn: ReadonlySet<string>; readonly record: RecordOf<'sample'> }> {
  const byQuota = quotaSample(items, quotas, seed);
  if (!byQuota.ok) return byQuota;
  const drawn = new Set<string>();
  const strata: StratumSample[] = [];
  let untimed = 0;
  if (overTime) {
    const byStratum = Map.groupBy(items, ({ stratum }) => stratum);
    for (const row of byQuota.data.record.strata) {
      const spread = timeSpread(byStratum.get(row.stratum) ?? [], row.wanted, seed, row.stratum);
      if (!spread.ok) return spread;
      for (const { id } of spread.data.sample) drawn.add(id);
      untimed += spread.data.record.untimed;
      strata.push({ ...row, drawn: spread.data.record.drawn });
    }
  } else {
    for (const { id } of byQuota.data.sample) drawn.add(id);
    strata.push(...byQuota.data.record.strata);
  }
  return success({
    drawn,
    record: {
      step: 'sample',
      before: items.length,
      after: drawn.size,
      quotas,
      overTime,
      seed,
      generator: generatorName,
      untimed: overTime ? untimed : null,
      strata,
    },
  });
}
