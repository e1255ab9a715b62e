import { describe, expect, it } from 'vitest';
import { createStream } from '../../../src-main/statistics/generator.ts';
import { holmAdjusted } from '../../../src-main/statistics/holm.ts';
import { kappaOfTable } from '../../../src-main/statistics/kappa.ts';
import { krippendorffAlpha } from '../../../src-main/statistics/krippendorff.ts';
import { midPMcNemar } from '../../../src-main/statistics/mcnemar.ts';
import { clusteredError, pairedError, studentInterval } from '../../../src-main/statistics/mean-error.ts';
import { normalDistribution, normalQuantile } from '../../../src-main/statistics/normal.ts';
import { requiredItems } from '../../../src-main/statistics/sample-size.ts';
import { studentDistribution, studentQuantile } from '../../../src-main/statistics/student-t.ts';
import { tangoInterval } from '../../../src-main/statistics/tango.ts';
import { wilsonInterval } from '../../../src-main/statistics/wilson.ts';
import distributions from '../../oracles/distributions.json' with { type: 'json' };
import oracle from '../../oracles/statistics.json' with { type: 'json' };

/** |value / expected - 1|; the absolute error where 0 is expected. */
const off = (value: number, expected: number): number =>
  expected === 0 ? Math.abs(value) : Math.abs(value / expected - 1);

function ends(interval: { readonly lo: number; readonly hi: number }, expected: readonly number[]): void {
  expect(Math.abs(interval.lo - (expected[0] ?? NaN))).toBeLessThanOrEqual(1e-8);
  expect(Math.abs(interval.hi - (expected[1] ?? NaN))).toBeLessThanOrEqual(1e-8);
}

describe('distributions, to a relative 1e-11 of their definitions at 60 digits', () => {
  it.each(distributions.normal_distribution)('P(Z <= $x)', ({ x, p }) => {
    expect(off(normalDistribution(x), p)).toBeLessThanOrEqual(1e-11);
  });
  it.each(distributions.normal_quantile)('z of $p', ({ p, z }) => {
    expect(off(normalQuantile(p), z)).toBeLessThanOrEqual(1e-11);
  });
  it.each(distributions.student_distribution)('P(T <= $t) with $df degrees of freedom', ({ t, df, p }) => {
    expect(off(studentDistribution(t, df), p)).toBeLessThanOrEqual(1e-11);
  });
  it.each(distributions.student_quantile)('t of $p with $df degrees of freedom', ({ p, df, t }) => {
    expect(off(studentQuantile(p, df), t)).toBeLessThanOrEqual(1e-11);
  });
  it.each(distributions.mid_p)('mid-p of $losses and $gains', ({ losses, gains, p }) => {
    expect(off(midPMcNemar(losses, gains), p)).toBeLessThanOrEqual(1e-11);
  });
});

describe('oracles', () => {
  it.each(oracle.normal_quantile)('z of $p', ({ p, z }) => {
    expect(off(normalQuantile(p), z)).toBeLessThanOrEqual(1e-10);
  });
  // Some of these values are themselves off by up to 3e-9, against their definition at 60 digits: see above.
  it.each(oracle.t_quantile)('t of $p with $df degrees of freedom', ({ p, df, t }) => {
    expect(off(studentQuantile(p, df), t)).toBeLessThanOrEqual(1e-8);
  });
  it.each(oracle.wilson)('Wilson, $k of $n', ({ k, n, interval }) => {
    ends(wilsonInterval(k, n), interval);
  });
  it.each(oracle.tango)('Tango, $losses and $gains of $n', ({ losses, gains, n, interval }) => {
    ends(tangoInterval(losses, gains, n), interval);
  });
  it.each(oracle.mcnemar)('mid-p McNemar, $losses and $gains', ({ losses, gains, midp }) => {
    expect(off(midPMcNemar(losses, gains), midp)).toBeLessThanOrEqual(1e-8);
  });
  it.each(oracle.paired_t)('paired t of $n', ({ d, mean, se, lo, hi }) => {
    const error = pairedError(d);
    if (!error) throw new Error('no error');
    expect(off(error.mean, mean)).toBeLessThanOrEqual(1e-10);
    expect(off(error.standardError, se)).toBeLessThanOrEqual(1e-10);
    const interval = studentInterval(error, 'paired-t');
    ends(interval, [lo, hi]);
    expect(interval).toMatchObject({ n: d.length, level: 0.95, standardError: error.standardError });
  });
  it.each(oracle.clustered)(
    'clustered t of $clusters clusters',
    ({ d, cluster, clusters, mean, se, lo, hi }) => {
      const names = [...new Set(cluster)];
      const error = clusteredError(
        d,
        cluster.map((name) => names.indexOf(name)),
        names.length,
      );
      if (!error) throw new Error('no error');
      expect(names).toHaveLength(clusters);
      expect(off(error.mean, mean)).toBeLessThanOrEqual(1e-10);
      expect(off(error.standardError, se)).toBeLessThanOrEqual(1e-10);
      ends(studentInterval(error, 'clustered-t'), [lo, hi]);
    },
  );
  it.each(oracle.sample_size)('$n items', ({ variance, delta, power, n }) => {
    expect(requiredItems({ variance, power }, delta)).toBe(n);
  });
  it.each(oracle.kappa)('kappa of a table', ({ table, kappa, quadratic_weighted_kappa }) => {
    expect(off(kappaOfTable(table, 'nominal') ?? NaN, kappa)).toBeLessThanOrEqual(1e-10);
    expect(off(kappaOfTable(table, 'quadratic') ?? NaN, quadratic_weighted_kappa)).toBeLessThanOrEqual(1e-10);
  });
  it.each(oracle.krippendorff)('alpha', ({ ratings, ...expected }) => {
    const items = (ratings[0] ?? []).map((_, item) => ratings.map((rater) => rater[item] ?? null));
    for (const metric of ['nominal', 'ordinal', 'interval'] as const) {
      const resampling = { resamples: 200, stream: createStream(1, metric) };
      const { value } = krippendorffAlpha(items, metric, resampling);
      expect(off(value ?? NaN, expected[metric])).toBeLessThanOrEqual(1e-10);
    }
  });
  it.each(oracle.holm)('Holm', ({ p, adjusted }) => {
    for (const [index, value] of holmAdjusted(p).entries()) {
      expect(off(value, adjusted[index] ?? NaN)).toBeLessThanOrEqual(1e-12);
    }
  });
});
