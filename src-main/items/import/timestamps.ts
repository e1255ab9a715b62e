/** Times as logs write them, as ISO 8601 in UTC. */
import type { Json } from '../../contract/item.ts';
import { fieldsIn } from './field-values.ts';
import type { Fields } from './source-record.ts';

const names = [
  'time',
  'timestamp',
  'created',
  'created_at',
  'createdAt',
  'create_time',
  'startTime',
  'start_time',
  'date',
  'datetime',
];

/** The record's own time, by the names that logs use for it; also within `metadata` and `log`. */
export function timeOf(fields: Fields): string | undefined {
  for (const place of [fields, fieldsIn(fields['metadata']), fieldsIn(fields['log'])]) {
    for (const name of names) {
      const time = place === undefined ? undefined : parseTime(place[name]);
      if (time !== undefined) return time;
    }
  }
  return undefined;
}

/** Seconds or milliseconds since 1970, ISO 8601, or "YYYY-MM-DD HH:MM:SS" (taken for UTC); undefined otherwise. */
export function parseTime(value: Json | undefined): string | undefined {
  if (typeof value === 'number') {
    // Until the year 2286 seconds have at most ten digits, and milliseconds since 2001 have at least thirteen.
    const milliseconds = value >= 1e8 && value < 1e10 ? value * 1000 : value;
    return milliseconds >= 1e11 && milliseconds < 1e13 ? new Date(milliseconds).toISOString() : undefined;
  }
  if (typeof value !== 'string') return undefined;
  const parts =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9}))?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/.exec(
      value.trim(),
    );
  if (parts === null) return undefined;
  const [, day = '', clock = '00:00:00', fraction = '0', zone = 'Z'] = parts;
  const offset = zone === 'UTC' ? 'Z' : zone.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2');
  const time = new Date(
    `${day}T${clock}${clock.length === 5 ? ':00' : ''}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`,
  );
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
