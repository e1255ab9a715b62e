/** Blocks on a common clock. Pure. */
import type { RunTracks } from '../../../src-main/contract/calls/runs.ts';

export interface TrackMark {
  readonly x: number;
  readonly width: number;
  readonly live: boolean;
}

export interface ClockTick {
  readonly x: number;
  readonly label: string;
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400];
const closestTicks = 64;

export interface Clock {
  /** Place of a time, from 0 to `width`. */
  readonly at: (iso: string) => number;
  readonly ticks: readonly ClockTick[];
}

/** @param width pixels */
export function clock(tracks: Pick<RunTracks, 'from' | 'to'>, width: number): Clock {
  const from = Date.parse(tracks.from);
  const span = Math.max(1000, Date.parse(tracks.to) - from);
  const at = (iso: string): number => Math.max(0, Math.min(width, ((Date.parse(iso) - from) / span) * width));
  const step = 1000 * (steps.find((seconds) => ((seconds * 1000) / span) * width >= closestTicks) ?? 86_400);
  const ticks: ClockTick[] = [];
  for (let time = Math.ceil(from / step) * step; time <= from + span; time += step) {
    const x = ((time - from) / span) * width;
    if (x <= width - 24) ticks.push({ x, label: clockLabel(new Date(time), step < 60_000) });
  }
  return { at, ticks };
}

/** Blocks are at least one pixel wide, so that a short one is seen. */
export function trackMarks(
  blocks: RunTracks['tracks'][number]['blocks'],
  { at }: Clock,
): readonly TrackMark[] {
  return blocks.map(({ from, to, live }) => {
    const x = at(from);
    return { x, width: Math.max(1, at(to) - x), live };
  });
}

function clockLabel(time: Date, withSeconds: boolean): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = `${two(time.getHours())}:${two(time.getMinutes())}`;
  return withSeconds ? `${minutes}:${two(time.getSeconds())}` : minutes;
}
