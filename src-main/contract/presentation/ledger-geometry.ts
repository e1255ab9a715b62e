/** The geometry of the outcome ledger: one row a run, only what was not scored. */
import type { OutcomeCounts } from '../comparison.ts';
import { formatNumber } from './numbers.ts';
import type { OutcomeWords, UnscoredOutcome } from './outcome-words.ts';
import { outcomeColumns, outcomeTotal, unscoredOutcomes } from './outcome-words.ts';

export interface LedgerRun {
  readonly name: string;
  readonly counts: OutcomeCounts;
}

export interface LedgerBar {
  readonly outcome: UnscoredOutcome;
  readonly count: number;
  /** Fractions of the axis. */
  readonly from: number;
  readonly to: number;
}

export interface LedgerGeometry {
  /** The axis' end, per cent. */
  readonly most: number;
  /** Fractions of the axis, and per cent as text; the last has the sign. */
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
  /** The widest that the axis may be drawn, px. */
  readonly widest: number;
  readonly columns: readonly OutcomeWords[];
  readonly rows: readonly {
    readonly run: LedgerRun;
    readonly total: number;
    readonly scored: number;
    readonly bars: readonly LedgerBar[];
  }[];
  /** "Every output was scored" stands in place of the bars. */
  readonly allScored: boolean;
}

const ends = [1, 2, 4, 8, 16, 32, 64, 100] as const;
/** Px for a point at most, so that 0.1 % is not made to look large. */
const pointWidth = 60;

/** Shares are of all outputs of a run; the axis ends at the next of 1, 2, 4, … 100 %. */
export function ledgerGeometry(runs: readonly LedgerRun[]): LedgerGeometry {
  const shares = runs.map(({ counts }) => {
    const total = outcomeTotal(counts);
    return total === 0 ? 0 : ((total - counts.scored) / total) * 100;
  });
  const highest = Math.max(0, ...shares);
  const most = ends.find((end) => highest <= end) ?? 100;
  return {
    most,
    ticks: [0, 1, 2, 3, 4].map((quarter) => ({
      x: quarter / 4,
      label: quarterLabel((most * quarter) / 4) + (quarter === 4 ? ' %' : ''),
    })),
    widest: most * pointWidth,
    columns: outcomeColumns(runs.map(({ counts }) => counts)),
    rows: runs.map((run) => {
      const total = outcomeTotal(run.counts);
      return { run, total, scored: run.counts.scored, bars: bars(run.counts, total, most) };
    }),
    allScored: highest === 0,
  };
}

function quarterLabel(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(formatNumber(value, 2)));
}

function bars(counts: OutcomeCounts, total: number, most: number): readonly LedgerBar[] {
  const list: LedgerBar[] = [];
  let before = 0;
  for (const { outcome } of unscoredOutcomes) {
    const count = counts[outcome];
    if (count === 0) continue;
    const at = (outputs: number): number => ((outputs / total) * 100) / most;
    list.push({ outcome, count, from: at(before), to: at(before + count) });
    before += count;
  }
  return list;
}
