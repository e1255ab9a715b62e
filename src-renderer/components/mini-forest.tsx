import type { Interval, Verdict } from '../../src-main/contract/comparison.ts';
import type { Axis } from '../../src-main/contract/presentation/axis.ts';
import { inPoints, positionOn, tickLabel } from '../../src-main/contract/presentation/axis.ts';
import { formatNumber } from '../../src-main/contract/presentation/numbers.ts';
import { verdictMark } from '../../src-main/contract/presentation/verdict-marks.ts';
import './glyph.css';
import './mini-forest.css';

export interface MiniResult {
  /** Shares; null: not computable. */
  readonly delta: number | null;
  readonly interval: Pick<Interval, 'lo' | 'hi'> | null;
  readonly halfWidth: number | null;
  readonly margin: number | null;
  readonly verdict: Verdict | null;
}

/** The narrowest that the plot gets, and how close two ticks may stand there, px. */
const leastWidth = 100;
const tickGap = 27;
const steps = [0.5, 1, 2, 4, 10, 20, 40, 100] as const;

/** One axis for all results of a list, so that they can be compared down the page. It ends where the results do. */
export function miniAxis(results: readonly MiniResult[]): Axis {
  const values = results.flatMap(({ delta, interval, halfWidth, margin }) => [
    ...(delta === null ? [] : [delta]),
    ...(interval === null ? [] : [interval.lo, interval.hi]),
    ...(halfWidth === null ? [] : [-halfWidth, halfWidth]),
    ...(margin === null ? [] : [-margin]),
  ]);
  const points = values.map(inPoints);
  const least = Math.min(-1, ...points);
  const most = Math.max(1, ...points);
  const room = (most - least) / 20;
  const [lo, hi] = [least - room, most + room];
  const step = steps.find((one) => (one / (hi - lo)) * leastWidth >= tickGap) ?? 100;
  const first = Math.ceil(lo / step);
  const ticks = Array.from(
    { length: Math.floor(hi / step) - first + 1 },
    (_, index) => (first + index) * step,
  );
  return { lo, hi, step, ticks };
}

const percent = (fraction: number) => `${(Math.min(1, Math.max(0, fraction)) * 100).toFixed(2)}%`;

/** The ticks of the axis as the head of the column. */
export function MiniAxis({ axis }: { readonly axis: Axis }) {
  return (
    <span
      className="mini-axis"
      role="img"
      aria-label={`Scale from ${formatNumber(axis.lo, 1)} to ${formatNumber(axis.hi, 1)} points`}
    >
      {axis.ticks.map((tick) => (
        <span key={tick} style={{ left: percent(positionOn(axis, tick)) }}>
          {tickLabel(tick)}
        </span>
      ))}
    </span>
  );
}

/** One row of a forest plot without its numbers: those stand beside it, so the picture says nothing to a reader of text. */
export function MiniForest({ result, axis }: { readonly result: MiniResult; readonly axis: Axis }) {
  const at = (share: number) => percent(positionOn(axis, inPoints(share)));
  const { delta, interval, halfWidth, margin, verdict } = result;
  const mark = verdictMark(verdict);
  const zero = at(0);
  const band =
    halfWidth === null
      ? null
      : { from: positionOn(axis, inPoints(-halfWidth)), to: positionOn(axis, inPoints(halfWidth)) };
  return (
    <svg className={`mini-plot mark-${mark.key}`} aria-hidden="true">
      {margin === null ? null : <rect className="beyond" width={at(-margin)} height="100%" />}
      {band === null ? null : (
        <rect className="band" x={percent(band.from)} width={percent(band.to - band.from)} height="100%" />
      )}
      <line className="zero" x1={zero} x2={zero} y1="0" y2="100%" />
      {margin === null ? null : <line className="guard" x1={at(-margin)} x2={at(-margin)} y1="0" y2="100%" />}
      {interval === null ? null : (
        <line className="whisker" x1={at(interval.lo)} x2={at(interval.hi)} y1="50%" y2="50%" />
      )}
      {delta === null ? null : (
        <svg x={at(delta)} y="50%" overflow="visible">
          <path className={`marker${mark.filled ? '' : ' hollow'}`} d={mark.marker} />
        </svg>
      )}
    </svg>
  );
}
