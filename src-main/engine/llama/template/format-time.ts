const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

const padded = (value: number, width = 2): string => String(value).padStart(width, '0');

const directives: Readonly<Record<string, (time: Date) => string>> = {
  Y: (time) => padded(time.getUTCFullYear(), 4),
  y: (time) => padded(time.getUTCFullYear() % 100),
  m: (time) => padded(time.getUTCMonth() + 1),
  B: (time) => months[time.getUTCMonth()] ?? '',
  b: (time) => (months[time.getUTCMonth()] ?? '').slice(0, 3),
  d: (time) => padded(time.getUTCDate()),
  e: (time) => String(time.getUTCDate()).padStart(2),
  j: (time) => padded(dayOfYear(time), 3),
  A: (time) => days[time.getUTCDay()] ?? '',
  a: (time) => (days[time.getUTCDay()] ?? '').slice(0, 3),
  H: (time) => padded(time.getUTCHours()),
  I: (time) => padded(time.getUTCHours() % 12 || 12),
  M: (time) => padded(time.getUTCMinutes()),
  S: (time) => padded(time.getUTCSeconds()),
  p: (time) => (time.getUTCHours() < 12 ? 'AM' : 'PM'),
  Z: () => 'UTC',
  z: () => '+0000',
  F: (time) => formatTime(time, '%Y-%m-%d'),
  T: (time) => formatTime(time, '%H:%M:%S'),
  '%': () => '%',
};

function dayOfYear(time: Date): number {
  const firstDay = Date.UTC(time.getUTCFullYear(), 0, 1);
  const day = Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate());
  return (day - firstDay) / 86_400_000 + 1;
}

/**
 * Python's strftime in the C locale and in UTC, so that a prompt with a date in it does not depend on the machine's
 * language or time zone. `%-d` leaves out leading zeros; unknown directives stay as they are.
 */
export function formatTime(time: Date, format: string): string {
  return format.replace(/%(-?)([a-zA-Z%])/g, (whole, flag: string, directive: string) => {
    const text = directives[directive]?.(time);
    if (text === undefined) return whole;
    return flag === '-' ? text.replace(/^[0 ]+(?=.)/, '') : text;
  });
}
