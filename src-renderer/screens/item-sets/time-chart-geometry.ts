/** Where the bars of a small chart over time stand. Pure. */
import type { TimeBar } from './prepare-words.ts';

const barWidth = 10;
const step = 14;
/** Room for a label such as `2026-W02`, px. */
const labelRoom = 56;
/** Of more weeks only the latest are drawn; the table has all of them. */
const mostBars = 60;

export interface BarPlace {
  readonly bar: TimeBar;
  readonly x: number;
  readonly beforeHeight: number;
  /** Null where no sample was looked at. */
  readonly afterHeight: number | null;
}

/** All lengths in px; heights are shares of the highest bar. */
export function barPlaces(bars: readonly TimeBar[], height: number) {
  const shown = bars.slice(-mostBars);
  const most = Math.max(0, ...shown.map(({ before }) => before));
  const high = (count: number): number => (most === 0 ? 0 : (count / most) * height);
  const places: readonly BarPlace[] = shown.map((bar, index) => ({
    bar,
    x: index * step,
    beforeHeight: high(bar.before),
    afterHeight: bar.after === null ? null : high(bar.after),
  }));
  const longest = Math.max(0, ...shown.map(({ label }) => label.length));
  const every = longest <= 3 ? 2 : Math.ceil(labelRoom / step) + 1;
  const labels = places
    .filter((_, index) => index % every === 0)
    .map(({ x, bar }) => ({ x: x + barWidth / 2, text: bar.label }));
  return { places, most, labels, width: Math.max(step * shown.length, labelRoom) };
}
