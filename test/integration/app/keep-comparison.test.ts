import { expect, test } from 'vitest';
import { keepComparison } from '../../../src-main/app/comparing/keep-comparison.ts';
import { success } from '../../../src-main/contract/result.ts';
import { compareWholePlan, storedComparison } from '../../../src-main/experiment/compare-plan.ts';
import { openStore } from '../../../src-main/store/open.ts';
import {
  baseline,
  dataOf,
  quantised,
  registerSample,
  sampleManifest,
  sampleOutput,
} from '../store/sample-plan.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const at = '2026-01-03T00:00:00Z';

/** A finished plan that pays for looks, and a comparison in the middle of which somebody looks, at one share each time. */
function lookedAtMeanwhile(shares: readonly number[]) {
  const store = dataOf(openStore(temporaryFolder()));
  const hash = registerSample(store, 12, { looks: { spending: 'obrien_fleming' } });
  const registered = dataOf(store.plan(hash));
  const items = dataOf(store.readPlanItems(hash, at)).map(({ id }) => id);
  for (const key of [baseline, quantised]) {
    const sitting = dataOf(store.beginSitting(hash, key, sampleManifest(at)));
    dataOf(
      store.appendOutputs(
        hash,
        key,
        sitting,
        items.map((id) => sampleOutput(id)),
        10,
      ),
    );
    const rows = items.map((itemId, index) => ({
      itemId,
      sample: 0,
      score: {
        outcome: 'scored' as const,
        value: key === quantised && index % 3 === 0 ? 0 : 1,
        reason: 'made up',
      },
    }));
    dataOf(store.putScores(hash, key, 'numeric@1', rows));
    dataOf(store.endSitting(sitting, at, 'complete'));
    dataOf(store.setRunState(hash, key, 'complete', at));
  }
  const left = [...shares];
  const compare = async () => {
    const worked = await compareWholePlan(store, registered);
    const share = left.shift();
    if (share !== undefined) dataOf(store.addLook(hash, quantised.candidate, share, at));
    return success(worked);
  };
  return { store, registered, keep: () => keepComparison(store, registered, compare, () => at) };
}

test('a look that is taken while a comparison is worked out is paid for in the one that is kept', async () => {
  const { store, registered, keep } = lookedAtMeanwhile([0.5]);
  const kept = dataOf(await keep());
  expect(kept.candidates[0]?.comparison?.look).toMatchObject({ share: 1, earlier: [0.5] });
  expect(kept.candidates[0]?.comparison?.interval?.level).toBeGreaterThan(0.95);
  expect(storedComparison(store, registered)).toEqual(kept);
  store.close();
});

test('a comparison that somebody looks in the middle of again and again counts as out of date', async () => {
  const { store, registered, keep } = lookedAtMeanwhile([0.2, 0.3, 0.4, 0.5, 0.6]);
  const kept = dataOf(await keep());
  expect(kept.candidates[0]?.comparison?.look?.earlier).toEqual([0.2, 0.3]);
  expect(storedComparison(store, registered)).toBeNull();
  store.close();
});
