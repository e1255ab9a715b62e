/**
 * The geometry of the run tracks: when which run was at work, on one clock, with the stops and the memory under the
 * same clock. Positions are fractions of the width; times are milliseconds since the epoch.
 */
import { formatDay } from './numbers.ts';

export interface TrackBlock {
  readonly from: number;
  /** Null: it goes on. */
  readonly to: number | null;
}

export interface RunTrack {
  readonly name: string;
  /** In the order of time. */
  readonly blocks: readonly TrackBlock[];
}

export interface MemorySample {
  readonly at: number;
  /** Bytes in use. */
  readonly used: number;
}

export interface RunTracksInput {
  readonly tracks: readonly RunTrack[];
  /** When nothing ran: paused, stopped, crashed. */
  readonly stops: readonly TrackBlock[];
  /** Null after the end. */
  readonly now: number | null;
  /** When it will be done, as far as can be told; null where that is not known. */
  readonly expectedEnd: number | null;
  readonly memory: readonly MemorySample[];
  /** Bytes that were free at the start, drawn as a dashed line; null where that is not known. */
  readonly memoryFree: number | null;
  /** Px. */
  readonly width: number;
  /** Minutes east of UTC, for the hours on the clock. */
  readonly offsetMinutes: number;
}

export interface TrackStretch {
  readonly from: number;
  readonly to: number;
  /** At work now. */
  readonly live: boolean;
}

export interface RunTracksGeometry {
  readonly from: number;
  readonly to: number;
  /** "14:30"; with the day in front where the day changes. */
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
  readonly now: number | null;
  readonly tracks: readonly {
    readonly name: string;
    readonly blocks: readonly TrackStretch[];
    /** From now to the expected end; null when there is nothing left to show. */
    readonly ahead: { readonly from: number; readonly to: number } | null;
  }[];
  readonly stops: readonly TrackStretch[];
  /** Heights are fractions of the memory row, 1 at the top. */
  readonly memory: readonly { readonly from: number; readonly to: number; readonly height: number }[];
  readonly memoryFree: number | null;
  /** Bytes: the largest sample. */
  readonly memoryMost: number | null;
}

const minute = 60_000;
/** Ticks of the clock, minutes: a day has whole numbers of each. */
const tickMinutes = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1440] as const;
/** A label and the space beside it, px. */
const tickGap = 64;

/** Null before anything has run. */
export function runTracksGeometry(input: RunTracksInput): RunTracksGeometry | null {
  const { tracks, stops, now, expectedEnd, memory, memoryFree, width } = input;
  const blocks = tracks.flatMap((track) => track.blocks);
  const [first, ...others] = blocks;
  if (first === undefined) return null;
  const starts = [first, ...others].map(({ from }) => from);
  const ends = [...blocks, ...stops].map(({ from, to }) => to ?? now ?? from);
  const from = Math.min(...starts);
  const to = Math.max(from + minute, ...ends, now ?? from, expectedEnd ?? from);
  const at = (time: number): number => Math.min(1, Math.max(0, (time - from) / (to - from)));
  const stretch = ({ from: start, to: end }: TrackBlock): TrackStretch =>
    wideEnough(at(start), at(end ?? now ?? start), end === null && now !== null, width);
  const most = memory.length === 0 ? null : Math.max(...memory.map(({ used }) => used));
  const top = Math.max(most ?? 0, memoryFree ?? 0);
  const ahead = now !== null && expectedEnd !== null && expectedEnd > now;
  return {
    from,
    to,
    ticks: clockTicks(from, to, input.offsetMinutes, width).map(({ time, label }) => ({
      x: at(time),
      label,
    })),
    now: now === null ? null : at(now),
    tracks: tracks.map((track) => ({
      name: track.name,
      blocks: track.blocks.map(stretch),
      ahead: ahead ? { from: at(now), to: at(expectedEnd) } : null,
    })),
    stops: stops.map(stretch),
    memory: memory.map(({ at: time, used }, index) => ({
      from: at(time),
      to: at(memory[index + 1]?.at ?? now ?? to),
      height: top === 0 ? 0 : used / top,
    })),
    memoryFree: memoryFree === null || top === 0 ? null : memoryFree / top,
    memoryMost: most,
  };
}

/** At least 1 px wide, within the plot. */
function wideEnough(from: number, to: number, live: boolean, width: number): TrackStretch {
  const least = 1 / width;
  if (to - from >= least) return { from, to, live };
  const start = Math.min(from, 1 - least);
  return { from: start, to: start + least, live };
}

/** Whole steps of the local clock that leave each label its room. */
function clockTicks(
  from: number,
  to: number,
  offsetMinutes: number,
  width: number,
): readonly { readonly time: number; readonly label: string }[] {
  const atMost = Math.max(1, Math.floor(width / tickGap));
  const fits = (step: number): boolean => (to - from) / (step * minute) <= atMost;
  const found = tickMinutes.find(fits);
  const days = Math.ceil((to - from) / (1440 * minute) / atMost);
  const step = (found ?? days * 1440) * minute;
  const offset = offsetMinutes * minute;
  const first = Math.ceil((from + offset) / step) * step - offset;
  const ticks: { time: number; label: string }[] = [];
  let day = dayOf(from + offset);
  for (let time = first; time <= to; time += step) {
    const today = dayOf(time + offset);
    ticks.push({
      time,
      label: today === day ? clock(time + offset) : `${dayLabel(time + offset)}, ${clock(time + offset)}`,
    });
    day = today;
  }
  return ticks;
}

function dayOf(local: number): number {
  return Math.floor(local / (1440 * minute));
}

function clock(local: number): string {
  const date = new Date(local);
  return `${String(date.getUTCHours()).padStart(2, '0')}:${String(date.getUTCMinutes()).padStart(2, '0')}`;
}

/** "29 Nov". */
function dayLabel(local: number): string {
  return formatDay(new Date(local).toISOString()).split(' ').slice(0, 2).join(' ');
}
