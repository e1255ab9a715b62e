/** What a CSV row has of the divergence from the baseline; empty where it was not measured. */
import type { DivergenceReport, MeasuredMean, PartingKind } from '../contract/divergence.ts';

type Cell = string | number | null;

export interface DivergenceCells {
  readonly kl: MeasuredMean | null;
  readonly largestKl: number | null;
  readonly sameTop: MeasuredMean | null;
  readonly parted: number | null;
  readonly kinds: Readonly<Record<PartingKind, number>> | null;
}

/** @param stratum null: overall, which alone has partings */
export function divergenceCells(
  report: DivergenceReport | null,
  candidate: string,
  stratum: string | null,
): DivergenceCells | null {
  const one = report?.candidates.find((measured) => measured.candidate === candidate);
  if (one === undefined) return null;
  if (stratum === null) {
    const { parted, kinds, reason } = one.partings;
    return {
      kl: one.kl,
      largestKl: one.klPercentiles.largest,
      sameTop: one.sameTop,
      parted: reason === null ? parted : null,
      kinds,
    };
  }
  const part = one.strata.find((measured) => measured.stratum === stratum);
  if (part === undefined) return null;
  return { kl: part.kl, largestKl: part.largestKl, sameTop: part.sameTop, parted: null, kinds: null };
}

type Column = readonly [name: string, cell: (cells: DivergenceCells | null) => Cell];

const measured = (name: string, of: (cells: DivergenceCells) => MeasuredMean | null): readonly Column[] => {
  const found = (cells: DivergenceCells | null): MeasuredMean | null => (cells === null ? null : of(cells));
  return [
    [name, (cells) => found(cells)?.mean ?? null],
    [`${name}_lo`, (cells) => found(cells)?.interval?.lo ?? null],
    [`${name}_hi`, (cells) => found(cells)?.interval?.hi ?? null],
  ];
};

/** Divergences in nats. */
export const divergenceFields: readonly Column[] = [
  ...measured('kl_mean', ({ kl }) => kl),
  ['kl_largest', (cells) => cells?.largestKl ?? null],
  ...measured('same_top', ({ sameTop }) => sameTop),
  ['parted', (cells) => cells?.parted ?? null],
  ['parted_coin_toss', (cells) => cells?.kinds?.coin_toss ?? null],
  ['parted_damage', (cells) => cells?.kinds?.damage ?? null],
];
