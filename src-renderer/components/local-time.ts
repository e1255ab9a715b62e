/** Times as the person's own clock has them: "28 Nov, 16:48", with the year where it is another one. */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number) => String(value).padStart(2, '0');

/** "28 Nov" or "28 Nov 2025". `now` decides which years go without saying. */
export function localDay(iso: string, now: Date): string {
  const time = new Date(iso);
  const day = `${time.getDate()} ${months[time.getMonth()] ?? ''}`;
  return time.getFullYear() === now.getFullYear() ? day : `${day} ${time.getFullYear()}`;
}

/** "16:48" */
export function localClock(iso: string): string {
  const time = new Date(iso);
  return `${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** "28 Nov, 16:48" */
export function localTime(iso: string, now: Date): string {
  return `${localDay(iso, now)}, ${localClock(iso)}`;
}
