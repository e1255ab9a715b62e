/** When the items of a set happened: by ISO week and weekday, in UTC. */

export interface WeekCounts {
  /** ISO 8601, such as `2026-W02`. */
  readonly week: string;
  /** Monday first. */
  readonly days: readonly number[];
}

export interface TimeHistogram {
  /** Every week from the first to the last, empty ones too; at most ten years of them. */
  readonly weeks: readonly WeekCounts[];
  readonly untimed: number;
}

export interface Timed {
  /** ISO 8601. */
  readonly time?: string;
}

const day = 24 * 60 * 60 * 1000;
const mostWeeks = 530;

/** The Monday of the week, in days since 1970, and the weekday, 0 for Monday; null for what is no time. */
export function weekOf(
  time: string | undefined,
): { readonly monday: number; readonly weekday: number } | null {
  const milliseconds = time === undefined ? Number.NaN : Date.parse(time);
  if (Number.isNaN(milliseconds)) return null;
  const days = Math.floor(milliseconds / day);
  // The first of January 1970 was a Thursday.
  const weekday = (((days + 3) % 7) + 7) % 7;
  return { monday: days - weekday, weekday };
}

/** ISO 8601: the year is that of the week's Thursday, week 1 the one with the year's first Thursday. */
export function weekName(monday: number): string {
  const thursday = new Date((monday + 3) * day);
  const year = thursday.getUTCFullYear();
  const dayOfYear = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / day);
  return `${year}-W${String(Math.floor(dayOfYear / 7) + 1).padStart(2, '0')}`;
}

export function timeHistogram(items: readonly Timed[]): TimeHistogram {
  const byMonday = new Map<number, number[]>();
  let untimed = 0;
  for (const { time } of items) {
    const at = weekOf(time);
    if (at === null) {
      untimed += 1;
      continue;
    }
    const days = byMonday.get(at.monday) ?? [0, 0, 0, 0, 0, 0, 0];
    days[at.weekday] = (days[at.weekday] ?? 0) + 1;
    byMonday.set(at.monday, days);
  }
  const mondays = [...byMonday.keys()].toSorted((one, other) => one - other);
  const first = mondays[0] ?? 0;
  const weeks = mondays.length === 0 ? 0 : ((mondays.at(-1) ?? first) - first) / 7 + 1;
  const shown = weeks > mostWeeks ? mondays : Array.from({ length: weeks }, (_, index) => first + 7 * index);
  return {
    weeks: shown.map((monday) => ({
      week: weekName(monday),
      days: byMonday.get(monday) ?? [0, 0, 0, 0, 0, 0, 0],
    })),
    untimed,
  };
}
