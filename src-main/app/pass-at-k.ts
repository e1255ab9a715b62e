/** pass@k of a plan's candidates, from the scores that are stored, and of outputs in files. */
import type { CandidatePassAtK, PassAtK } from '../contract/pass-at-k.ts';
import type { RegisteredPlan } from '../contract/plan.ts';
import { passAtKOf } from '../experiment/comparison/pass-at-k.ts';
import type { StoreReader } from '../store/store.ts';
import type { ScoreLine } from './score-files.ts';

/** Every candidate that has scores, the first run of the baseline among them; empty where an item has one sample. */
export function passAtKOfPlan(
  store: StoreReader,
  { plan, hash }: RegisteredPlan,
): readonly CandidatePassAtK[] {
  if (plan.samples === 1) return [];
  return plan.candidates.flatMap(({ name, sampling }) => {
    const scores = store.scores(hash, { candidate: name, replicate: 1 });
    if (scores.length === 0) return [];
    const rows = scores.map(({ itemId, sample, score, cluster }) => ({
      id: itemId,
      sample,
      value: score.value,
      outcome: score.outcome,
      ...(cluster === null ? {} : { cluster }),
    }));
    const { samples, seed, resamples } = plan;
    const rates = passAtKOf(rows, { samples, seed, resamples });
    return [{ candidate: name, copies: sampling.temperature === 0, rates }];
  });
}

/** Of files nothing but the scores is known; the seed and the resamples are those of plans that name none. */
const fileSeed = 1;
const fileResamples = 10_000;

/** Null where no item has two samples. */
export function passAtKOfLines(lines: readonly ScoreLine[]): readonly PassAtK[] | null {
  const counts = Map.groupBy(lines, ({ id }) => id);
  const samples = [...counts.values()].reduce((most, own) => Math.max(most, own.length), 0);
  if (samples < 2) return null;
  const rows = lines.map(({ id, sample, score, outcome, cluster }) => ({
    id,
    sample,
    value: score,
    outcome,
    ...(cluster === null ? {} : { cluster }),
  }));
  return passAtKOf(rows, { samples, seed: fileSeed, resamples: fileResamples });
}
