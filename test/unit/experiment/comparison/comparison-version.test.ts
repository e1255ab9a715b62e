import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Outcome } from '../../../../src-main/contract/output.ts';
import {
  compareScores,
  comparisonVersion,
  type ComparisonInput,
} from '../../../../src-main/experiment/comparison/compare-scores.ts';
import type { SampleScore } from '../../../../src-main/experiment/comparison/sample-scores.ts';

const outcomes: readonly Outcome[] = ['unparsed', 'truncated', 'overlong', 'failed'];

/** Scores that are the same each time: `worse` of a thousand are wrong more often than with 0. */
function scores(worse: number, kind: 'binary' | 'fraction', samples = 1): SampleScore[] {
  return Array.from({ length: 120 * samples }, (_, row) => {
    const item = Math.floor(row / samples);
    const drawn = ((item + 1) * 7919 + (row + 1) * 104_729 * (worse > 0 ? 3 : 1)) % 1000;
    const lacking = drawn % 37 === 5 ? outcomes[drawn % outcomes.length] : undefined;
    const right = drawn >= 150 + worse;
    const value = kind === 'binary' ? (right ? 1 : 0) : right ? 1 : (drawn % 4) / 4;
    return {
      id: `item-${item}`,
      sample: row % samples,
      outcome: lacking ?? 'scored',
      value: lacking === undefined ? value : null,
      stratum: `stratum-${item % 3}`,
      ...(kind === 'fraction' ? { cluster: `page-${Math.floor(item / 4)}` } : {}),
    };
  });
}

const guardRail = { margin: 0.02, strata: { 'stratum-1': 0.05 }, everyStratum: 0.1, maxMissing: 0.05 };
const shared = { guardRail, seed: 11, resamples: 400 };
const inputs: readonly ComparisonInput[] = [
  {
    ...shared,
    baseline: scores(0, 'binary'),
    candidate: scores(90, 'binary'),
    reruns: [scores(20, 'binary')],
  },
  {
    ...shared,
    baseline: scores(0, 'fraction', 2),
    candidate: scores(200, 'fraction', 2),
    reruns: [scores(10, 'fraction', 2), scores(30, 'fraction', 2)],
  },
  { ...shared, guardRail: null, baseline: scores(0, 'binary'), candidate: scores(0, 'binary'), reruns: [] },
  {
    ...shared,
    baseline: scores(0, 'binary'),
    candidate: scores(60, 'binary'),
    reruns: [],
    inputsDiffer: 'the prompts differ',
  },
  { ...shared, baseline: scores(0, 'binary'), candidate: [], reruns: [] },
  {
    ...shared,
    baseline: scores(0, 'fraction').slice(0, 20),
    candidate: scores(60, 'fraction').slice(0, 20),
    reruns: [],
    look: { spending: 'obrien_fleming', share: 0.05, earlier: [], level: 1 - 1e-12 },
  },
];

/**
 * Stored comparisons are shown for as long as the version is the same. Whoever changes what a comparison says, and sees
 * this fail, raises `comparisonVersion` and writes the new pair down here.
 */
it('says the same as every program of this version', () => {
  const said = JSON.stringify(inputs.map((input) => compareScores(input)));
  expect({ version: comparisonVersion, sha256: createHash('sha256').update(said).digest('hex') }).toEqual({
    version: 4,
    sha256: '7bace3032b6e5f44b5d03befdcc8133844d038252870086a45bd756668be3f72',
  });
});
