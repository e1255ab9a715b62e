import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ComparisonPart, Interval } from '../../../../src-main/contract/comparison.ts';
import { adjustCandidates } from '../../../../src-main/experiment/comparison/adjustment.ts';
import type { SampleScore } from '../../../../src-main/experiment/comparison/sample-scores.ts';
import { createStream, drawIndices } from '../../../../src-main/statistics/generator.ts';
import { holmAdjusted } from '../../../../src-main/statistics/holm.ts';
import { tangoInterval } from '../../../../src-main/statistics/tango.ts';
import { compare, row, run, type Labels, type Told } from './score-lists.ts';

const right = fc.constantFrom<Told>(0, 1);
const told = fc.oneof(
  { weight: 8, arbitrary: right },
  { weight: 2, arbitrary: fc.constantFrom<Told>(0.25, 0.5, 0.1) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Told>(
      'truncated',
      'unparsed',
      'failed',
      'overlong',
      'unsupported',
      'judge_error',
    ),
  },
);
const labels = fc.record<Labels>(
  { stratum: fc.constantFrom('a', 'b'), cluster: fc.constantFrom('x', 'y', 'z', 'w') },
  { requiredKeys: [] },
);

interface Runs {
  readonly baseline: SampleScore[];
  readonly candidate: SampleScore[];
  readonly rerun: SampleScore[];
}

/** Three runs of the same items, each with one or two samples. */
const runsOf = (score: fc.Arbitrary<Told>, label: fc.Arbitrary<Labels>): fc.Arbitrary<Runs> =>
  fc
    .array(
      fc.record({
        baseline: fc.array(score, { minLength: 1, maxLength: 2 }),
        candidate: fc.array(score, { minLength: 1, maxLength: 2 }),
        rerun: fc.array(score, { minLength: 1, maxLength: 2 }),
        label,
      }),
      { minLength: 1, maxLength: 40 },
    )
    .map((items) => {
      const side = (name: keyof Runs): SampleScore[] =>
        items.flatMap((item, index) =>
          item[name].map((one, sample) => row(`i${index}`, one, item.label, sample)),
        );
      return { baseline: side('baseline'), candidate: side('candidate'), rerun: side('rerun') };
    });
const anyRuns = runsOf(told, labels);
const few = { numRuns: 40 };

/** The same numbers seen from the other side; -0 as 0. */
const mirrored = (interval: Interval | null): unknown =>
  interval && { ...interval, lo: 0 - interval.hi, hi: 0 - interval.lo };

describe('a comparison', () => {
  it('turns its sign and mirrors every interval when the sides are swapped', () => {
    fc.assert(
      fc.property(anyRuns, ({ baseline, candidate }) => {
        const one = compare({ baseline, candidate });
        const other = compare({ baseline: candidate, candidate: baseline });
        const parts = (of: typeof one): readonly ComparisonPart[] => [of, ...of.strata];
        for (const [index, part] of parts(one).entries()) {
          const swapped = parts(other)[index];
          if (!swapped) throw new Error('a stratum was lost');
          expect(swapped.delta).toBe(part.delta === null ? null : 0 - part.delta);
          expect(swapped.intervals).toEqual(part.intervals.map(mirrored));
          expect(swapped.flips).toEqual({
            losses: part.flips.gains,
            gains: part.flips.losses,
            rate: part.flips.rate,
          });
          expect(swapped.p).toEqual(part.p);
          expect(swapped.baseline).toEqual(part.candidate);
          expect(swapped.missing).toEqual({
            ...part.missing,
            baseline: part.missing.candidate,
            candidate: part.missing.baseline,
          });
          expect(swapped.bounds?.worst.interval ?? null).toEqual(
            mirrored(part.bounds?.best.interval ?? null),
          );
        }
      }),
      few,
    );
  });

  it('does not mind the order of rows, to the last bit', () => {
    fc.assert(
      fc.property(anyRuns, fc.integer(), ({ baseline, candidate, rerun }, seed) => {
        const shuffled = (rows: readonly SampleScore[], name: string): SampleScore[] => {
          const keys = new Int32Array(rows.length);
          drawIndices(createStream(seed, name), 1000, keys);
          return rows
            .map((one, index) => ({ one, key: keys[index] ?? 0 }))
            .sort((a, b) => a.key - b.key)
            .map(({ one }) => one);
        };
        const guardRail = { margin: 0.02, strata: {}, everyStratum: 0.05, maxMissing: 0.1 };
        const given = compare({ baseline, candidate, reruns: [rerun], guardRail });
        const mixed = compare({
          baseline: shuffled(baseline, 'a'),
          candidate: shuffled(candidate, 'b'),
          reruns: [shuffled(rerun, 'c')],
          guardRail,
        });
        expect(JSON.stringify(mixed)).toBe(JSON.stringify(given));
      }),
      few,
    );
  });

  it('does not mind the order of samples either', () => {
    const samples = [0.1, 0.2, 0.3];
    const mixed = [0.3, 0.2, 0.1];
    const sum = (of: readonly number[]): number => of.reduce((total, one) => total + one, 0);
    expect(sum(mixed)).not.toBe(sum(samples));
    const of = (scores: readonly number[]): SampleScore[] =>
      scores.map((score, sample) => row('a', score, {}, sample));
    const whole = run([1]);
    expect(JSON.stringify(compare({ baseline: whole, candidate: of(mixed) }))).toBe(
      JSON.stringify(compare({ baseline: whole, candidate: of(samples) })),
    );
  });

  it('gives the same bytes for the same seed, and other intervals for another', () => {
    const odd = run(Array.from({ length: 60 }, (_, index) => ((index * 7) % 10) / 10));
    const even = run(Array.from({ length: 60 }, (_, index) => ((index * 3) % 10) / 10));
    const of = (seed: number): string => JSON.stringify(compare({ baseline: odd, candidate: even, seed }));
    expect(of(1)).toBe(of(1));
    expect(compare({ baseline: odd, candidate: even, seed: 1 }).interval).not.toEqual(
      compare({ baseline: odd, candidate: even, seed: 2 }).interval,
    );
  });

  it('of identical runs is 0 with the width that no flips have', () => {
    fc.assert(
      fc.property(runsOf(right, fc.constant({})), ({ baseline }) => {
        const single = baseline.filter(({ sample }) => sample === 0);
        const { delta, interval, noise, verdict, standsOut, n } = compare({
          baseline: single,
          candidate: single,
          reruns: [single],
          guardRail: { margin: 0.02, strata: {}, maxMissing: 0 },
        });
        expect(delta).toBe(0);
        expect(interval).toEqual(tangoInterval(0, 0, n));
        expect(noise?.interval).toEqual(interval);
        expect(verdict).toBe(n > 188 ? 'within the guard rail' : 'cannot tell yet');
        expect(standsOut).toBe(false);
      }),
      few,
    );
  });

  it('of identical runs of any kind is 0, has a width, and is never worse or better', () => {
    fc.assert(
      fc.property(anyRuns, ({ baseline }) => {
        const { delta, interval, verdict } = compare({
          baseline,
          candidate: baseline,
          reruns: [baseline],
          guardRail: { margin: 0.02, strata: {}, maxMissing: 1 },
        });
        if (delta === null) return;
        expect(delta).toBe(0);
        expect(interval?.lo).toBeLessThan(0);
        expect(interval?.hi).toBeGreaterThan(0);
        expect(['within the guard rail', 'cannot tell yet']).toContain(verdict);
      }),
      few,
    );
  });

  it('keeps its own numbers when another stratum is added', () => {
    fc.assert(
      fc.property(anyRuns, anyRuns, (first, second) => {
        const as = (rows: readonly SampleScore[], stratum: string): SampleScore[] =>
          rows.map((one) => ({
            ...one,
            id: `${stratum}-${one.id}`,
            stratum,
            ...(one.cluster === undefined ? {} : { cluster: `${stratum}-${one.cluster}` }),
          }));
        const of = (extra: boolean): ReturnType<typeof compare> =>
          compare({
            baseline: [...as(first.baseline, 'mine'), ...(extra ? as(second.baseline, 'added') : [])],
            candidate: [...as(first.candidate, 'mine'), ...(extra ? as(second.candidate, 'added') : [])],
            reruns: [[...as(first.rerun, 'mine'), ...(extra ? as(second.rerun, 'added') : [])]],
          });
        const alone = of(false).strata[0];
        const beside = of(true).strata.find(({ stratum }) => stratum === 'mine');
        if (!alone || !beside) throw new Error('the stratum was lost');
        const raw = ({ p, ...part }: typeof alone): unknown => ({
          ...part,
          p: p && { ...p, adjusted: null },
        });
        expect(raw(beside)).toEqual(raw(alone));
      }),
      few,
    );
  });

  it('adjusts p over candidates, and leaves those without one alone', () => {
    const baseline = run([1, 1, 1, 1, 1, 1]);
    const none = compare({ baseline, candidate: [] });
    const some = compare({ baseline, candidate: run([0, 0, 0, 1, 1, 1]) });
    const more = compare({ baseline, candidate: run([0, 0, 0, 0, 0, 1]) });
    const adjusted = adjustCandidates([none, some, more]);
    expect(adjusted[0]).toBe(none);
    expect(adjusted.slice(1).map(({ p }) => p?.adjusted)).toEqual(
      holmAdjusted([some.p?.value ?? NaN, more.p?.value ?? NaN]),
    );
    expect(adjusted[1]?.p?.value).toBe(some.p?.value);
  });
});
