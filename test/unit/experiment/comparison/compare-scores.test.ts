import { describe, expect, it } from 'vitest';
import { midPMcNemar } from '../../../../src-main/statistics/mcnemar.ts';
import { tangoInterval } from '../../../../src-main/statistics/tango.ts';
import { wilsonInterval } from '../../../../src-main/statistics/wilson.ts';
import { compare, flipped, rail, row, run } from './score-lists.ts';

describe('the paired difference', () => {
  it('is shown with every method that applies, and Tango first where few items flip', () => {
    const { baseline, candidate } = flipped(3, 1, 200, 36);
    const comparison = compare({ baseline: run(baseline), candidate: run(candidate) });
    expect(comparison.n).toBe(240);
    expect(comparison.delta).toBeCloseTo(-2 / 240, 12);
    expect(comparison.interval).toEqual(tangoInterval(3, 1, 240));
    expect(comparison.intervals.map(({ method }) => method)).toEqual(['tango', 'bootstrap', 'paired-t']);
    expect(comparison.flips).toEqual({ losses: 3, gains: 1, rate: 4 / 240 });
    expect(comparison.p).toEqual({ method: 'mid-p-mcnemar', value: midPMcNemar(3, 1) });
    expect(comparison.baseline).toMatchObject({
      mean: 203 / 240,
      interval: wilsonInterval(203, 240),
      n: 240,
    });
    expect(comparison.candidate).toMatchObject({ mean: 201 / 240, interval: wilsonInterval(201, 240) });
    expect(comparison.binary).toBe(true);
  });

  it.each([
    [25, 24, 'tango'],
    [25, 25, 'bootstrap'],
  ])('with %i losses and %i gains rests on %s', (losses, gains, method) => {
    const { baseline, candidate } = flipped(losses, gains, 100, 0);
    const { interval, intervals } = compare({ baseline: run(baseline), candidate: run(candidate) });
    expect(interval?.method).toBe(method);
    expect(intervals[0]).toBe(interval);
    expect(new Set(intervals.map((one) => one.method))).toEqual(new Set(['tango', 'bootstrap', 'paired-t']));
  });

  it('has an honest width where nothing flips, and where everything does', () => {
    const same = run([1, 1, 0, 1, 1]);
    const identical = compare({ baseline: same, candidate: same });
    expect(identical.delta).toBe(0);
    expect(identical.intervals).toEqual([tangoInterval(0, 0, 5)]);
    expect(identical.p?.value).toBe(1);
    const { baseline, candidate } = flipped(0, 30, 0, 0);
    const all = compare({ baseline: run(baseline), candidate: run(candidate) });
    expect(all.intervals).toEqual([tangoInterval(0, 30, 30)]);
  });

  it('of fractions rests on the bootstrap, and on the sign-flip test', () => {
    const comparison = compare({ baseline: run([0.5, 1, 0.25, 1]), candidate: run([0.25, 1, 0.75, 0.5]) });
    expect(comparison.binary).toBe(false);
    expect(comparison.delta).toBeCloseTo(-0.0625, 12);
    expect(comparison.intervals.map(({ method }) => method)).toEqual(['bootstrap', 'paired-t']);
    expect(comparison.flips).toEqual({ losses: 2, gains: 1, rate: 0.75 });
    expect(comparison.p).toEqual({ method: 'sign-flip-permutation', value: 1 });
    expect(comparison.baseline.interval?.method).toBe('bootstrap');
    expect(comparison.reason).toContain('With 4 items the interval is likely too narrow.');
  });

  it('of fractions that never differ has a width too', () => {
    const same = run([0.5, 0.2, 0.9]);
    const { interval, delta } = compare({ baseline: same, candidate: same });
    expect(delta).toBe(0);
    expect(interval).toMatchObject({ method: 'wilson', n: 3 });
    expect(interval?.hi).toBeCloseTo(tangoInterval(0, 0, 3).hi, 12);
    const one = compare({ baseline: run([0.5]), candidate: run([0.25]) });
    expect(one.interval?.lo).toBeLessThan(-0.8);
    expect(one.interval?.hi).toBeGreaterThan(0.6);
  });

  it('resamples whole clusters, and tests them whole', () => {
    const cluster = (index: number): { cluster: string } => ({ cluster: `page-${Math.floor(index / 5)}` });
    const { baseline, candidate } = flipped(15, 5, 60, 20);
    const comparison = compare({ baseline: run(baseline, cluster), candidate: run(candidate, cluster) });
    expect(comparison.intervals.map(({ method, n }) => [method, n])).toEqual([
      ['cluster-bootstrap', 20],
      ['clustered-t', 20],
    ]);
    // Three clusters lose all 5 items, one gains all 5: of 16 sign patterns of four equal sums 10 are as far as 2.
    expect(comparison.p).toEqual({ method: 'sign-flip-permutation', value: 10 / 16 });
    expect(comparison.baseline.interval).toMatchObject({ method: 'cluster-bootstrap', n: 20 });
    expect(comparison.binary).toBe(true);
    const plain = compare({ baseline: run(baseline), candidate: run(candidate) });
    const width = (of: typeof plain): number => (of.interval?.hi ?? NaN) - (of.interval?.lo ?? NaN);
    expect(width(comparison)).toBeGreaterThan(1.5 * width(plain));
  });

  it('takes clusters of one item each for no clusters', () => {
    const { baseline, candidate } = flipped(2, 1, 20, 5);
    const cluster = (index: number): { cluster: string } => ({ cluster: `page-${index}` });
    const clustered = compare({ baseline: run(baseline, cluster), candidate: run(candidate, cluster) });
    expect(clustered).toEqual(compare({ baseline: run(baseline), candidate: run(candidate) }));
  });

  it('weighs strata as the plan says, and resamples within them', () => {
    const stratum = (index: number): { stratum: string } => ({ stratum: index < 40 ? 'a' : 'b' });
    const baseline = run(new Array<number>(100).fill(1), stratum);
    // In a 10 of 40 are lost, in b none of 60.
    const candidate = run(
      Array.from({ length: 100 }, (_, index) => (index < 10 ? 0 : 1)),
      stratum,
    );
    const comparison = compare({ baseline, candidate, weights: { a: 3, b: 1 } });
    expect(comparison.delta).toBeCloseTo(-0.25 * 0.75, 12);
    expect(comparison.candidate.mean).toBeCloseTo(1 - 0.25 * 0.75, 12);
    expect(comparison.interval).toMatchObject({ method: 'stratified-bootstrap', n: 100 });
    expect(comparison.interval?.lo).toBeLessThan(-0.2);
    expect(comparison.interval?.hi).toBeGreaterThan(-0.17);
    expect(comparison.strata.map(({ delta }) => delta)).toEqual([-0.25, 0]);
    const lacking = compare({ baseline, candidate, weights: { a: 1, c: 1 }, guardRail: rail(0.02) });
    expect(lacking).toMatchObject({ delta: null, interval: null, verdict: 'cannot tell yet', needed: null });
    expect(lacking.reason).toContain('stratum c has a weight and no pairs');
  });

  it('averages samples, and tells the spread within items from that between them', () => {
    const samples = (id: string, scores: readonly number[]): ReturnType<typeof row>[] =>
      scores.map((score, sample) => row(id, score, {}, sample));
    const baseline = [...samples('a', [1, 0, 1, 0]), ...samples('b', [1, 1, 1, 1])];
    const candidate = [...samples('a', [0, 0, 1, 0]), ...samples('b', [1, 1, 1, 1])];
    const comparison = compare({ baseline, candidate });
    expect(comparison.n).toBe(2);
    expect(comparison.delta).toBeCloseTo(-0.125, 12);
    expect(comparison.baseline.mean).toBe(0.75);
    expect(comparison.baseline.betweenItemDeviation).toBeCloseTo(Math.sqrt(0.125), 12);
    expect(comparison.baseline.withinItemDeviation).toBeCloseTo(Math.sqrt(1 / 6), 12);
    expect(compare({ baseline: run([1]), candidate: run([1]) }).baseline).toMatchObject({
      betweenItemDeviation: null,
      withinItemDeviation: null,
    });
  });

  it('takes means of the same samples for equal, whatever their last bits', () => {
    const baseline = [row('a', 0.1, {}, 0), row('a', 0.5, {}, 1)];
    const candidate = [row('a', 0.2, {}, 0), row('a', 0.4, {}, 1)];
    expect(0.1 + 0.5).not.toBe(0.2 + 0.4);
    expect(compare({ baseline, candidate }).flips).toEqual({ losses: 0, gains: 0, rate: 0 });
  });
});

describe('strata and the plan', () => {
  const stratum = (index: number): { stratum: string } => ({ stratum: index % 2 === 0 ? 'tools' : 'facts' });
  const all = new Array<number>(800).fill(1);
  const losing = all.map((score, index) => (index % 2 === 0 && index < 80 ? 0 : score));
  const input = { baseline: run(all, stratum), candidate: run(losing, stratum), reruns: [run(all, stratum)] };

  it('pass only when overall and every gating stratum pass', () => {
    const open = compare({ ...input, guardRail: { margin: 0.1, strata: {}, maxMissing: 0 } });
    expect(open).toMatchObject({ verdict: 'within the guard rail', plan: 'passes' });
    expect(
      open.strata.map(({ stratum: name, gating, margin, verdict }) => [name, gating, margin, verdict]),
    ).toEqual([
      ['facts', false, null, null],
      ['tools', false, null, null],
    ]);
    const gated = compare({ ...input, guardRail: { margin: 0.1, strata: { tools: 0.03 }, maxMissing: 0 } });
    expect(gated).toMatchObject({ verdict: 'within the guard rail', plan: 'fails' });
    expect(gated.strata[1]).toMatchObject({ stratum: 'tools', gating: true, margin: 0.03, verdict: 'worse' });
    const every = compare({
      ...input,
      guardRail: { margin: 0.1, strata: { tools: 0.3 }, everyStratum: 0.02, maxMissing: 0 },
    });
    expect(every.strata.map(({ margin, verdict }) => [margin, verdict])).toEqual([
      [0.02, 'within the guard rail'],
      [0.3, 'within the guard rail'],
    ]);
    expect(every.plan).toBe('passes');
  });

  it('stay open where a stratum that must pass has no items', () => {
    const comparison = compare({
      ...input,
      guardRail: { margin: 0.1, strata: { code: 0.1 }, maxMissing: 0 },
    });
    expect(comparison.plan).toBe('open');
    expect(comparison.strata[0]).toMatchObject({
      stratum: 'code',
      gating: true,
      verdict: 'not comparable',
      n: 0,
    });
  });

  it('have their own noise floor, and p values adjusted for being several', () => {
    const { strata } = compare(input);
    expect(strata.map(({ n, noise }) => [n, noise?.n, noise?.halfWidth])).toEqual(
      new Array(2).fill([400, 400, tangoInterval(0, 0, 400).hi]),
    );
    expect(strata.map(({ p }) => p?.adjusted)).toEqual([1, 2 * midPMcNemar(40, 0)]);
  });

  it('know no plan without a guard rail', () => {
    expect(compare(input)).toMatchObject({ plan: null, verdict: null, margin: null, needed: null });
  });
});

describe('inputs that differ', () => {
  it('make nothing comparable, and the numbers stay readable', () => {
    const comparison = compare({
      baseline: run([1, 1, 1]),
      candidate: run([1, 1, 0]),
      guardRail: rail(0.5),
      inputsDiffer: 'the prompts differ in 3 items',
    });
    expect(comparison).toMatchObject({
      verdict: 'not comparable',
      plan: 'open',
      reason: 'the prompts differ in 3 items',
      delta: -1 / 3,
    });
  });

  it('are items that are in two strata or two clusters', () => {
    const comparison = compare({
      baseline: [row('a', 1, { stratum: 'x' }), row('b', 1)],
      candidate: [row('a', 1, { stratum: 'y' }), row('b', 1, { cluster: 'c' })],
    });
    expect(comparison.verdict).toBe('not comparable');
    expect(comparison.reason).toBe('item a is in stratum x and in stratum y');
  });

  it('are refused where a score is none', () => {
    expect(() => compare({ baseline: run([2]), candidate: run([1]) })).toThrow(RangeError);
    expect(() => compare({ baseline: run([NaN]), candidate: run([1]) })).toThrow(RangeError);
  });
});

describe('the result', () => {
  it('says what it was made with', () => {
    const comparison = compare({ baseline: run([1]), candidate: run([1]), seed: 7, resamples: 50 });
    expect(comparison).toMatchObject({
      seed: 7,
      resamples: 50,
      generator: 'xoroshiro128plus (pure-rand 8.4.2)',
    });
  });

  it('has no NaN, no infinity and no minus zero anywhere', () => {
    const { baseline, candidate } = flipped(1, 1, 3, 1);
    const comparison = compare({
      baseline: run([...baseline, 'failed', 0.5], () => ({ stratum: 's', cluster: 'c' })),
      candidate: run([...candidate, 'truncated', 0.5], () => ({ stratum: 's', cluster: 'c' })),
      reruns: [run(baseline), run(candidate)],
      guardRail: { margin: 0.02, strata: { t: 0.1 }, everyStratum: 0.1, maxMissing: 0.5 },
    });
    const check = (value: unknown): void => {
      if (typeof value === 'number') {
        expect(Number.isFinite(value)).toBe(true);
        expect(Object.is(value, -0)).toBe(false);
      } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(check);
    };
    check(comparison);
  });
});
