/** Made-up rows for the gallery's plots. */
import type { Verdict } from '../../src-main/contract/comparison.ts';
import type { ForestRow, ForestSection } from '../../src-main/contract/presentation/forest-rows.ts';
import type { ScatterPoint } from '../../src-main/contract/presentation/scatter-geometry.ts';

type Given = readonly [
  name: string,
  delta: number,
  lo: number,
  hi: number,
  n: number,
  lost: number,
  gained: number,
  verdict: Verdict | null,
];

function row(
  kind: ForestRow['kind'],
  [name, delta, lo, hi, n, losses, gains, verdict]: Given,
  more: Partial<ForestRow>,
): ForestRow {
  return {
    kind,
    name,
    n,
    delta: delta / 100,
    interval: { lo: lo / 100, hi: hi / 100 },
    margin: 0.02,
    halfWidth: 0.005,
    losses,
    gains,
    verdict,
    plan: null,
    gating: false,
    note: null,
    ...more,
  };
}

const lacking: ForestRow = {
  kind: 'candidate',
  name: 'IQ2_XXS',
  n: null,
  delta: null,
  interval: null,
  margin: 0.02,
  halfWidth: 0.005,
  losses: null,
  gains: null,
  verdict: 'not comparable',
  plan: 'open',
  gating: false,
  note: 'not compared: another chat template',
};

export const madeUpSections: readonly ForestSection[] = [
  {
    title: 'Overall, each candidate',
    rows: [
      row('candidate', ['Q8_0', -0.1, -0.7, 0.4, 1836, 14, 12, 'within the guard rail'], { plan: 'passes' }),
      row('candidate', ['Q5_K_M', -0.3, -1.0, 0.4, 1836, 24, 19, 'within the guard rail'], {
        plan: 'passes',
      }),
      row('candidate', ['Q4_K_M', -0.7, -1.9, 0.4, 1834, 61, 48, 'within the guard rail'], { plan: 'fails' }),
      row('candidate', ['Q3_K_M', -1.0, -2.5, 0.4, 1836, 96, 77, 'cannot tell yet'], { plan: 'open' }),
      row('candidate', ['Q2_K', -5.9, -7.5, -4.3, 1836, 171, 63, 'worse'], { plan: 'fails' }),
      lacking,
      row('rerun', ['BF16 rerun', 0, -0.5, 0.5, 1836, 9, 9, null], {}),
    ],
  },
  {
    title: 'Q4_K_M, worst first',
    rows: [
      row('stratum', ['tool_call', -6.6, -10.1, -3.5, 318, 25, 4, 'worse'], {
        margin: 0.03,
        halfWidth: 0.02,
        gating: true,
        plan: 'fails',
      }),
      row('stratum', ['long_context', -1.1, -6.0, 3.6, 178, 9, 7, 'cannot tell yet'], {
        margin: 0.04,
        halfWidth: 0.03,
      }),
      row('stratum', ['json_extract', -0.6, -2.9, 1.7, 359, 8, 6, 'within the guard rail'], {
        margin: 0.04,
        halfWidth: 0.018,
      }),
      row('stratum', ['numeric', -0.4, -3.2, 2.4, 280, 7, 6, 'within the guard rail'], {
        margin: 0.04,
        halfWidth: 0.022,
      }),
      row('stratum', ['classify', 0, -2.4, 2.4, 300, 5, 5, 'within the guard rail'], {
        margin: 0.04,
        halfWidth: 0.019,
      }),
      row('stratum', ['code', 0.8, -2.5, 4.3, 239, 6, 8, 'within the guard rail'], {
        margin: 0.04,
        halfWidth: 0.023,
      }),
      row('stratum', ['refusal', 6.9, 3.0, 12.1, 160, 1, 12, 'better'], { margin: 0.04, halfWidth: 0.023 }),
    ],
  },
];

const sizes = [15.7, 10.5, 9, 7.3, 5.8];

export const madeUpPoints: readonly ScatterPoint[] = [
  {
    name: 'BF16 and its rerun',
    kind: 'baseline',
    cost: 29.6,
    delta: 0,
    interval: { lo: -0.005, hi: 0.005 },
    verdict: null,
  },
  ...(madeUpSections[0]?.rows ?? []).slice(0, 5).map((one, index): ScatterPoint => ({
    name: one.name,
    kind: 'candidate',
    cost: sizes[index] ?? null,
    delta: one.delta,
    interval: one.interval,
    verdict: one.verdict,
  })),
];
