/** How long a person has been choosing without a break. */

/** Minutes without a choice that count as a break. */
const breakMinutes = 10;
/** After so many minutes a break is due. */
export const dueAfterMinutes = 90;

export interface Stretch {
  /** Since the first choice after the last break; 0 where a break goes on. */
  readonly minutes: number;
  readonly due: boolean;
}

/**
 * @param times when the person chose, ISO 8601, the latest first; as far back as there are
 * @param now ISO 8601
 */
export function stretchOf(times: readonly string[], now: string): Stretch {
  const end = Date.parse(now);
  let start = end;
  for (const time of times) {
    const at = Date.parse(time);
    if (start - at >= breakMinutes * 60_000) break;
    start = Math.min(start, at);
  }
  const minutes = Math.floor((end - start) / 60_000);
  return { minutes, due: minutes >= dueAfterMinutes };
}
