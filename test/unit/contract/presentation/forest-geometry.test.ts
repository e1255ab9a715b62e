import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { textWidth } from '../../../../src-main/contract/presentation/axis.ts';
import type {
  ForestRowGeometry,
  PlotLabel,
} from '../../../../src-main/contract/presentation/forest-geometry.ts';
import {
  forestGeometry,
  headingOverhang,
  labelGap,
} from '../../../../src-main/contract/presentation/forest-geometry.ts';
import type { ForestRow } from '../../../../src-main/contract/presentation/forest-rows.ts';

const width = 704;

function row(
  name: string,
  delta: number | null,
  ends: readonly [number, number] | null,
  more: Partial<ForestRow> = {},
): ForestRow {
  return {
    kind: 'candidate',
    name,
    n: 1836,
    delta,
    interval: ends === null ? null : { lo: ends[0], hi: ends[1] },
    margin: 0.02,
    halfWidth: 0.005,
    losses: 10,
    gains: 9,
    verdict: 'within the guard rail',
    plan: 'passes',
    gating: false,
    note: null,
    ...more,
  };
}

const stratum = { kind: 'stratum', margin: 0.04, halfWidth: 0.02, plan: null } as const;
const overall = [
  row('Q8_0', -0.001, [-0.007, 0.004]),
  row('Q2_K', -0.059, [-0.075, -0.043], { verdict: 'worse' }),
  row('BF16 rerun', 0, [-0.005, 0.005], { kind: 'rerun', verdict: null }),
];
const strata = [
  row('tool_call', -0.066, [-0.101, -0.035], { ...stratum, margin: 0.03, verdict: 'worse' }),
  row('classify', 0, [-0.024, 0.024], { ...stratum, halfWidth: 0.019 }),
  row('refusal', 0.069, [0.03, 0.121], { ...stratum, verdict: 'better' }),
];
const plot = forestGeometry(
  [
    { title: 'Overall', rows: overall },
    { title: 'Strata', rows: strata },
  ],
  width,
);
const find = (name: string): ForestRowGeometry => {
  const found = plot.sections.flatMap((section) => section.rows).find((one) => one.row.name === name);
  if (found === undefined) throw new Error(`no row ${name}`);
  return found;
};

describe('the axis', () => {
  it('covers every estimate, guard rail and overall interval, to half a tick beyond', () => {
    expect(plot.axis).toMatchObject({ lo: -9, hi: 9, step: 2 });
    expect(plot.ticks.map((tick) => tick.label)).toEqual([
      '−8',
      '−6',
      '−4',
      '−2',
      '0',
      '+2',
      '+4',
      '+6',
      '+8',
    ]);
    expect(plot.zero).toBe(0.5);
    expect(plot.ticks[4]?.x).toBe(0.5);
  });

  it('can be held for strata that are not shown', () => {
    const held = forestGeometry([{ title: 'Overall', rows: overall }], width, [-0.095]);
    expect(held.axis).toMatchObject({ lo: -11, hi: 3, step: 2 });
  });

  it('is not stretched by a stratum’s interval or noise', () => {
    const wild = row('wild', 0, [-0.9, 0.9], { ...stratum, halfWidth: 0.8 });
    expect(forestGeometry([{ title: 'Strata', rows: [wild] }], width).axis.lo).toBe(-4.25);
  });
});

describe('whiskers and markers', () => {
  it('stand where the numbers are', () => {
    const { marker, whisker, guard, mark } = find('Q2_K');
    expect(marker).toBeCloseTo((-5.9 + 9) / 18, 12);
    expect(whisker?.from).toBeCloseTo((-7.5 + 9) / 18, 12);
    expect(whisker?.to).toBeCloseTo((-4.3 + 9) / 18, 12);
    expect(whisker).toMatchObject({ cutFrom: false, cutTo: false });
    expect(guard).toBeCloseTo(7 / 18, 12);
    expect(mark.shape).toBe('triangle-down');
    expect(find('BF16 rerun').mark.shape).toBe('ring');
  });

  it('are cut at the edge with an arrowhead, on either side', () => {
    expect(find('refusal').whisker).toMatchObject({ to: 1, cutFrom: false, cutTo: true });
    expect(find('tool_call').whisker).toMatchObject({ from: 0, cutFrom: true, cutTo: false });
  });

  it('are cut at both ends for a single pair', () => {
    const one = row('one', 0, [-0.8, 0.8], { ...stratum, n: 1, verdict: 'cannot tell yet' });
    const [section] = forestGeometry([{ title: 'Strata', rows: [one] }], width).sections;
    expect(section?.rows[0]?.whisker).toEqual({ from: 0, to: 1, cutFrom: true, cutTo: true });
    expect(section?.rows[0]?.mark.shape).toBe('diamond');
  });

  it('put the marker at zero where nothing flipped', () => {
    const { marker, whisker } = find('classify');
    expect(marker).toBe(0.5);
    expect(whisker?.from).toBeLessThan(0.5);
    expect(whisker?.to).toBeGreaterThan(0.5);
  });

  it('are absent without pairs, and the row stays', () => {
    const none = row('none', null, null, {
      note: 'not computable: no pairs',
      n: 0,
      verdict: 'not comparable',
    });
    const [section] = forestGeometry([{ title: 'Overall', rows: [...overall, none] }], width).sections;
    expect(section?.rows).toHaveLength(4);
    expect(section?.rows[3]).toMatchObject({
      whisker: null,
      marker: null,
      row: { note: 'not computable: no pairs' },
    });
    expect(section?.rows[3]?.guard).not.toBeNull();
  });
});

describe('band and guard rail', () => {
  it('are drawn per row', () => {
    expect(find('Q8_0').band).toMatchObject({ from: (-0.5 + 9) / 18, to: (0.5 + 9) / 18 });
    expect(find('Q8_0').band?.edges).toHaveLength(2);
    expect(find('tool_call').guard).toBeCloseTo(6 / 18, 12);
    expect(find('classify').guard).toBeCloseTo(5 / 18, 12);
  });

  it('lose the edges that lie outside', () => {
    const wild = row('wild', 0, [-0.01, 0.01], { ...stratum, halfWidth: 0.5 });
    const [section] = forestGeometry([{ title: 'Strata', rows: [wild] }], width).sections;
    expect(section?.rows[0]?.band).toEqual({ from: 0, to: 1, edges: [] });
  });

  it('are absent where there is no rerun or no margin', () => {
    const bare = row('bare', -0.01, [-0.02, 0.01], { halfWidth: null, margin: null, verdict: null });
    const [section] = forestGeometry([{ title: 'Overall', rows: [bare] }], width).sections;
    expect(section?.rows[0]).toMatchObject({ band: null, guard: null, marginLabel: null });
    expect(section?.heading).toMatchObject({ band: null, guard: null, guardLabel: null });
    expect(section?.rows[0]?.mark.shape).toBe('square');
  });
});

describe('labels', () => {
  const [overallHeading, strataHeading] = plot.sections.map((section) => section.heading);

  it('stand in the heading row, left of the guard rail and right of the band', () => {
    expect(overallHeading?.guardLabel).toEqual({
      text: 'guard rail −2.0',
      x: find('Q8_0').guard,
      anchor: 'end',
    });
    expect(overallHeading?.noiseLabel).toEqual({
      text: 'noise floor ±0.5',
      x: find('Q8_0').band?.to,
      anchor: 'start',
    });
  });

  it('take the margin that most strata have, and say that the noise floor differs', () => {
    expect(strataHeading?.guardLabel?.text).toBe('guard rail −4.0');
    expect(strataHeading?.noiseLabel?.text).toBe('noise floor, per row');
    expect(strataHeading?.band).toBeNull();
  });

  it('print a row’s own margin on the side that the whisker leaves free', () => {
    expect(find('classify').marginLabel).toBeNull();
    expect(find('tool_call').marginLabel).toEqual({
      text: '−3.0',
      x: find('tool_call').guard,
      anchor: 'start',
    });
    const own = (ends: readonly [number, number], delta: number): PlotLabel | null | undefined =>
      forestGeometry(
        [
          {
            title: 'Strata',
            rows: [
              ...strata,
              row('more', 0, [0, 0], stratum),
              row('own', delta, ends, { ...stratum, margin: 0.03 }),
            ],
          },
        ],
        width,
      ).sections[0]?.rows[4]?.marginLabel;
    expect(own([-0.01, 0.01], 0)).toMatchObject({ anchor: 'end' });
    expect(own([-0.05, 0.01], -0.02)).toBeNull();
  });

  it('say that the noise floor was not measured', () => {
    const once = overall.slice(0, 1).map((one) => ({ ...one, halfWidth: null }));
    const label = (at: number) =>
      forestGeometry([{ title: 'Overall', rows: once }], at).sections[0]?.heading.noiseLabel;
    expect(label(2000)).toMatchObject({
      text: 'noise floor not measured: the baseline ran once',
      anchor: 'start',
    });
    expect(label(450)).toMatchObject({ text: 'noise floor not measured', anchor: 'end' });
    const none = row('none', null, null, { halfWidth: null, note: 'no pairs' });
    expect(
      forestGeometry([{ title: 'Overall', rows: [none] }], width).sections[0]?.heading.noiseLabel,
    ).toBeNull();
  });

  it('stand within a band that leaves no room beside it', () => {
    const wide = { ...stratum, halfWidth: 0.088 };
    const rows = [row('a', 0, [-0.088, 0.088], wide), row('b', 0.05, [-0.04, 0.19], wide)];
    const heading = forestGeometry([{ title: 'Strata', rows }], width).sections[0]?.heading;
    expect(heading?.band?.to).toBe(1);
    expect(heading?.guardLabel).toMatchObject({ text: 'guard rail −4.0' });
    expect(heading?.noiseLabel).toMatchObject({ text: 'noise floor ±8.8', x: 1, anchor: 'end' });
  });

  it('move right of the guard rail where the left has no room', () => {
    const near = [row('a', -0.001, [-0.004, 0.003], { halfWidth: 0.002 })];
    const heading = forestGeometry([{ title: 'Overall', rows: near }], width).sections[0]?.heading;
    expect(heading?.guardLabel).toMatchObject({ text: 'guard rail −2.0', anchor: 'start' });
  });

  it('never leave the plot and never cover each other, whatever the numbers', () => {
    const share = fc.double({ min: -1, max: 1, noNaN: true });
    const anyRow = fc
      .tuple(
        share,
        share,
        share,
        fc.option(fc.double({ min: 0.001, max: 0.2, noNaN: true })),
        fc.option(fc.double({ min: 0, max: 0.3, noNaN: true })),
        fc.boolean(),
      )
      .map(([a, b, c, margin, halfWidth, isStratum]) => {
        const [lo = 0, mid = 0, hi = 0] = [a, b, c].toSorted((x, y) => x - y);
        return row('any', mid, [lo, hi], { margin, halfWidth, kind: isStratum ? 'stratum' : 'candidate' });
      });
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 8 }), fc.integer({ min: 160, max: 1200 }), (rows, px) => {
        const geometry = forestGeometry([{ title: 'Any', rows }], px);
        const [section] = geometry.sections;
        const labels = [
          section?.heading.guardLabel,
          section?.heading.noiseLabel,
          ...(section?.rows.map((one) => one.marginLabel) ?? []),
        ].filter((label) => label != null);
        const ends = (label: PlotLabel): readonly [number, number] => {
          const size = textWidth(label.text);
          const x = label.x * px;
          return label.anchor === 'start'
            ? [x + labelGap, x + labelGap + size]
            : [x - labelGap - size, x - labelGap];
        };
        for (const label of labels) {
          expect(ends(label)[0]).toBeGreaterThanOrEqual(0);
          expect(ends(label)[1]).toBeLessThanOrEqual(px + headingOverhang);
        }
        const { guardLabel, noiseLabel } = section?.heading ?? {};
        if (guardLabel != null && noiseLabel != null) {
          const [a, b] = [ends(guardLabel), ends(noiseLabel)];
          expect(a[1] <= b[0] || b[1] <= a[0]).toBe(true);
        }
        for (const one of section?.rows ?? []) {
          expect(one.marker).toBeGreaterThanOrEqual(0);
          expect(one.marker).toBeLessThanOrEqual(1);
          expect(one.whisker?.from).toBeLessThanOrEqual(one.whisker?.to ?? 0);
          if (one.row.kind !== 'stratum') {
            expect(one.whisker).toMatchObject({ cutFrom: false, cutTo: false });
          }
        }
      }),
    );
  });
});
