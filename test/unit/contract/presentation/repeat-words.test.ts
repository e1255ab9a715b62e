import { describe, expect, it } from 'vitest';
import type { ComparisonPart, Noise, Verdict } from '../../../../src-main/contract/comparison.ts';
import {
  remeasureReasons,
  repeatsSentence,
  spreadSentence,
} from '../../../../src-main/contract/presentation/repeat-words.ts';
import { comparison, noise, part } from '../../../fixtures/comparison.ts';

const sides = { candidate: 'Q4_K_M', baseline: 'BF16' };

function measured(
  candidates: readonly (readonly [name: string, verdict: Verdict, fileSize: number | null])[],
  floor: Noise | null = noise(0.01),
  replicates = 2,
) {
  return remeasureReasons({
    baseline: 'BF16',
    replicates,
    candidates: candidates.map(([name, verdict, fileSize]) => ({
      name,
      comparison: { verdict, noise: floor },
      fileSize,
    })),
  });
}

const noiseFrom = (lo: number, hi: number): Noise => ({
  ...noise(0.02),
  delta: (lo + hi) / 2,
  interval: { lo, hi, level: 0.95, method: 'tango', n: 400 },
});

describe('measuring again', () => {
  it('is not proposed where the runs agree and nothing surprises', () => {
    expect(
      measured(
        [
          ['Q4_K_M', 'within the guard rail', 5e9],
          ['Q2_K', 'worse', 2e9],
        ],
        noiseFrom(-0.01, 0.02),
      ),
    ).toEqual([]);
    expect(measured([['Q4_K_M', 'worse', null]], null, 1)).toEqual([]);
  });

  it('is proposed where two runs of the baseline differ by more than chance explains, either way', () => {
    expect(measured([['Q4_K_M', 'worse', 5e9]], noiseFrom(0.003, 0.021))).toEqual([
      'Two runs of BF16, unchanged, differ by +1.2 points (+0.3 to +2.1): more than chance explains.',
    ]);
    expect(measured([['Q4_K_M', 'worse', 5e9]], noiseFrom(-0.021, -0.003))).toHaveLength(1);
  });

  it('is proposed where a version comes out better than what it was made from', () => {
    expect(measured([['Q8_0', 'better', 9e9]])).toEqual([
      'Q8_0 comes out better than BF16, which is a surprise for a version of it.',
    ]);
  });

  it('is proposed where a larger file is worse and a smaller one is not', () => {
    const surprise = 'Q5_K_M comes out worse than BF16, and Q4_K_M, a smaller file, does not.';
    expect(
      measured([
        ['Q5_K_M', 'worse', 6e9],
        ['Q4_K_M', 'within the guard rail', 5e9],
      ]),
    ).toEqual([surprise]);
    expect(
      measured([
        ['Q5_K_M', 'worse', 6e9],
        ['Q4_K_M', 'cannot tell yet', 5e9],
      ]),
    ).toEqual([]);
  });

  it('is not proposed a third time', () => {
    expect(measured([['Q8_0', 'better', 9e9]], noiseFrom(0.003, 0.021), 3)).toEqual([]);
  });
});

describe('sentences', () => {
  it('the simple rule says its limit and what it is', () => {
    const repeats = {
      rule: { kind: 'range' } as const,
      n: 400,
      baselineMeans: [0.82, 0.815],
      candidateMean: 0.8,
      limit: 0.815,
      falls: true,
      reason: null,
    };
    expect(repeatsSentence(comparison(part(-0.02, -0.04, 0), { repeats }), sides)).toBe(
      'By the plan’s simple rule on repeats Q4_K_M falls: its mean of 80.0 % is below 81.5 %, the lowest of 2 runs of BF16.',
    );
    expect(
      repeatsSentence(
        comparison(part(-0.02, -0.04, 0), {
          repeats: { ...repeats, rule: { kind: 'deviations', z: 2 }, falls: false },
        }),
        sides,
      ),
    ).toContain(
      'does not fall: its mean of 80.0 % is not below 81.5 %, the mean of 2 runs of BF16 less 2 standard',
    );
    expect(repeatsSentence(comparison(part(-0.02, -0.04, 0)), sides)).toBeNull();
  });

  it('prediction noise stands beside data noise, where there are samples', () => {
    const spread = (within: number | null): ComparisonPart => {
      const one = part(-0.02, -0.04, 0);
      return {
        ...one,
        candidate: { ...one.candidate, betweenItemDeviation: 0.38, withinItemDeviation: within },
      };
    };
    expect(spreadSentence(spread(0.12), sides)).toBe(
      'Scores of Q4_K_M spread by 0.120 from sample to sample of one item (prediction noise), and by 0.380 between items (data noise), as standard deviations.',
    );
    expect(spreadSentence(spread(null), sides)).toBeNull();
  });
});
