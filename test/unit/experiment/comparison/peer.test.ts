/** The comparison's resampled numbers beside a second, plain implementation of the documented stream. */
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, it } from 'vitest';
import { createStream } from '../../../../src-main/statistics/generator.ts';
import { signFlipTest } from '../../../../src-main/statistics/permutation.ts';
import { compare, run } from './score-lists.ts';

const items = 240;
const resamples = 500;
const score = (index: number, step: number): number => ((index * step) % 10 > 2 ? 1 : 0);
const side = (step: number): number[] => Array.from({ length: items }, (_, index) => score(index, step));
const stratum = (index: number): { stratum: string } => ({ stratum: index < 130 ? 'tools' : 'facts' });

/** The interval of the mean of these values: indices from halves of 32-bit draws, quantiles by sorting. */
function plainInterval(values: readonly number[], seed: number, name: string): { lo: number; hi: number } {
  const generator = xoroshiro128plusFromState(createStream(seed, name).getState());
  const n = values.length;
  const means: number[] = [];
  for (let resample = 0; resample < resamples; resample += 1) {
    const drawn: number[] = [];
    while (drawn.length < n) {
      const draw = generator.next() >>> 0;
      for (const half of [draw >>> 16, draw & 65_535]) {
        if ((half * n) % 65_536 >= 65_536 % n) drawn.push(values[Math.floor((half * n) / 65_536)] ?? NaN);
      }
    }
    means.push(drawn.slice(0, n).reduce((sum, value) => sum + value, 0) / n);
  }
  means.sort((a, b) => a - b);
  const at = (p: number): number => {
    const position = (resamples - 1) * p;
    const low = means[Math.floor(position)] ?? NaN;
    return low + (position % 1) * ((means[Math.ceil(position)] ?? NaN) - low);
  };
  return { lo: at(0.025), hi: at(0.975) };
}

describe('the same stream, drawn plainly', () => {
  const [baseline, candidate, rerun] = [side(7), side(3), side(1)];
  const comparison = compare({
    baseline: run(baseline, stratum),
    candidate: run(candidate, stratum),
    reruns: [run(rerun, stratum)],
    seed: 42,
    resamples,
  });
  const of = (from: number, to: number): { differences: number[]; excess: number[]; noise: number[] } => {
    const indices = Array.from({ length: to - from }, (_, index) => from + index);
    const changed = (other: readonly number[], index: number): number =>
      baseline[index] === other[index] ? 0 : 1;
    return {
      differences: indices.map((index) => (candidate[index] ?? NaN) - (baseline[index] ?? NaN)),
      excess: indices.map((index) => changed(candidate, index) - changed(rerun, index)),
      noise: indices.map((index) => (rerun[index] ?? NaN) - (baseline[index] ?? NaN)),
    };
  };

  it.each([
    ['overall', 0, items, comparison],
    ['stratum/tools', 0, 130, comparison.strata[1]],
    ['stratum/facts', 130, items, comparison.strata[0]],
  ] as const)('gives the intervals of %s', (name, from, to, part) => {
    const { differences, excess, noise } = of(from, to);
    const check = (
      values: readonly number[],
      interval: { lo: number; hi: number } | null | undefined,
    ): void => {
      const plain = plainInterval(values, 42, name);
      expect(interval?.lo).toBeCloseTo(plain.lo, 12);
      expect(interval?.hi).toBeCloseTo(plain.hi, 12);
    };
    check(
      differences,
      part?.intervals.find(({ method }) => method === 'bootstrap'),
    );
    check(excess, part?.excessFlips?.interval);
    if (part?.noise?.interval.method === 'bootstrap') check(noise, part.noise.interval);
  });

  it('has a noise floor from the bootstrap, so that it is among what was checked', () => {
    expect(comparison.noise?.interval.method).toBe('bootstrap');
  });
});

describe('the same stream where pairs are missing', () => {
  // Item 3 has no answer of the candidate's, item 4 a truncated one.
  const [baseline, candidate] = [side(7), side(3)];
  const told = candidate.map((one, index) => (index === 3 ? 'failed' : index === 4 ? 'truncated' : one));
  const comparison = compare({ baseline: run(baseline), candidate: run(told), seed: 42, resamples });
  const difference = (index: number, score: number): number => score - (baseline[index] ?? NaN);
  const filled = (missing: number): number[] =>
    candidate.map((one, index) => difference(index, index === 3 ? missing : index === 4 ? 0 : one));

  it.each([
    [
      'the pairs',
      comparison.intervals.find(({ method }) => method === 'bootstrap'),
      filled(0).toSpliced(3, 1),
    ],
    ['the answered pairs', comparison.answeredOnly?.interval, filled(0).toSpliced(3, 2)],
    ['the worst case', comparison.bounds?.worst.interval, filled(0)],
    ['the best case', comparison.bounds?.best.interval, filled(1)],
  ] as const)('gives the interval of %s', (_, interval, differences) => {
    const plain = plainInterval(differences, 42, 'overall');
    expect(interval?.method).toBe('bootstrap');
    expect(interval?.lo).toBeCloseTo(plain.lo, 12);
    expect(interval?.hi).toBeCloseTo(plain.hi, 12);
  });
});

describe('the sign-flip test of fractions', () => {
  it('draws from the second substream of the same name', () => {
    const baseline = side(7)
      .slice(0, 90)
      .map((one) => one / 2);
    const candidate = side(3)
      .slice(0, 90)
      .map((one, index) => (one * (1 + (index % 3))) / 3);
    const differences = candidate.map((one, index) => one - (baseline[index] ?? NaN));
    const { p } = signFlipTest(differences, resamples, createStream(42, 'overall', 1));
    const comparison = compare({ baseline: run(baseline), candidate: run(candidate), seed: 42, resamples });
    expect(comparison.p).toEqual({ method: 'sign-flip-permutation', value: p });
    expect(signFlipTest(differences, resamples, createStream(42, 'overall')).p).not.toBe(p);
  });
});
