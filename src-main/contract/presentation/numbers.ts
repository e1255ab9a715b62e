/**
 * How numbers are written, on the screen, in the terminal and in a report: the real minus, one decimal for
 * points, zero without a sign, commas in counts, and "–" for a number that is not there. The machine's locale
 * plays no part, so that the same result reads the same everywhere.
 */
import type { Interval } from '../comparison.ts';

/** In place of a number that cannot be computed or is not known. */
export const absent = '–';
export const minus = '−';

type Ends = Pick<Interval, 'lo' | 'hi'>;

/**
 * `value` in whole units of 10^-decimals, halves away from zero. Twelve digits are kept before rounding: 0.0015
 * is 0.15 points and becomes 0.2, although 0.0015 * 100 is a little less than 0.15 in binary.
 */
function units(value: number, decimals: number): number {
  const size = Math.round(Number((Math.abs(value) * 10 ** decimals).toPrecision(12)));
  return size === 0 ? 0 : Math.sign(value) * size;
}

function digits(size: number, decimals: number): string {
  const [whole = '0', fraction] = (size / 10 ** decimals).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** A number with fixed decimals, commas and a real minus: "1,234.5", "−0.3". */
export function formatNumber(value: number | null, decimals: number): string {
  if (value === null || !Number.isFinite(value)) return absent;
  const rounded = units(value, decimals);
  return (rounded < 0 ? minus : '') + digits(Math.abs(rounded), decimals);
}

/** The same, with a plus above zero and no sign at zero. */
function formatSigned(value: number | null, decimals: number): string {
  if (value === null || !Number.isFinite(value)) return absent;
  return (units(value, decimals) > 0 ? '+' : '') + formatNumber(value, decimals);
}

/** A difference of shares in points: −0.019 is "−1.9", 0.004 is "+0.4", 0.0002 is "0.0". */
export function formatPoints(difference: number | null): string {
  return formatSigned(difference === null ? null : difference * 100, 1);
}

/** The size of a difference, without a sign: −0.019 is "1.9". */
export function formatPointsSize(difference: number | null): string {
  return formatNumber(difference === null ? null : Math.abs(difference) * 100, 1);
}

/** An interval of a difference, in points: "−1.9 to +0.4". */
export function formatPointsInterval(interval: Ends | null): string {
  return interval === null ? absent : `${formatPoints(interval.lo)} to ${formatPoints(interval.hi)}`;
}

/** The half-width of the noise floor, in points: "±0.5". */
export function formatHalfWidth(halfWidth: number | null): string {
  return halfWidth === null ? absent : `±${formatPointsSize(halfWidth)}`;
}

/** A share in per cent, without its sign: 0.832 is "83.2". */
export function formatPercent(share: number | null): string {
  return formatNumber(share === null ? null : share * 100, 1);
}

/** An interval of a share, in per cent: "81.4 to 84.8". */
export function formatPercentInterval(interval: Ends | null): string {
  return interval === null ? absent : `${formatPercent(interval.lo)} to ${formatPercent(interval.hi)}`;
}

/** A count, exact: "1,840". */
export function formatCount(count: number | null): string {
  return formatNumber(count, 0);
}

/** A p value to three places, "< 0.001" below that. */
export function formatProbability(p: number | null): string {
  if (p === null || !Number.isFinite(p)) return absent;
  return p < 0.001 ? '< 0.001' : formatNumber(p, 3);
}

/** Bytes in decimal units: a GB is 10^9 bytes, "9.0 GB", "5.7 MB", "12 kB". */
export function formatBytes(bytes: number | null): string {
  if (bytes === null || !Number.isFinite(bytes)) return absent;
  if (bytes >= 999_950_000) return `${formatNumber(bytes / 1e9, 1)} GB`;
  if (bytes >= 999_500) return `${formatNumber(bytes / 1e6, 1)} MB`;
  return `${formatNumber(bytes / 1e3, 0)} kB`;
}

/** Seconds as people say them: "0.64 s", "48 s", "1 min 5 s", "13 min", "2 h 1 min", "1 d 3 h". */
export function formatDuration(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds)) return absent;
  if (seconds < 9.995) return `${formatNumber(seconds, 2)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 600) return two(Math.floor(whole / 60), 'min', whole % 60, 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return two(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(seconds / 3600);
  return two(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

/** Time that is left, an estimate: whole seconds at the least, rounded up. "8 s", "1 min 5 s", "13 min". */
export function formatTimeLeft(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds)) return absent;
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 60 ? `${whole} s` : formatDuration(whole);
}

function two(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** Something per second, without its unit: "95", "3.4", "12,345". */
export function formatRate(perSecond: number | null): string {
  return formatNumber(perSecond, perSecond !== null && perSecond < 9.95 ? 1 : 0);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * An ISO 8601 time as "28 Nov 2026, 16:48 UTC": one clock for every reader. A text that is no such time comes
 * back as it is.
 */
export function formatTime(iso: string): string {
  const time = new Date(iso);
  if (!/^\d{4}-\d\d-\d\d/.test(iso) || Number.isNaN(time.getTime())) return iso;
  const clock = `${pad(time.getUTCHours())}:${pad(time.getUTCMinutes())}`;
  return `${formatDay(iso)}, ${clock} UTC`;
}

/** The day alone: "28 Nov 2026". */
export function formatDay(iso: string): string {
  const time = new Date(iso);
  if (!/^\d{4}-\d\d-\d\d/.test(iso) || Number.isNaN(time.getTime())) return iso;
  return `${time.getUTCDate()} ${months[time.getUTCMonth()] ?? ''} ${time.getUTCFullYear()}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

/** The ends of a long hash: "9f3c…b71e". */
export function formatHash(hash: string): string {
  return hash.length <= 12 ? hash : `${hash.slice(0, 4)}…${hash.slice(-4)}`;
}
