/**
 * One text for one value: object keys sorted by UTF-16 code units, no white space, numbers and strings as
 * JSON.stringify writes them (RFC 8785 does the same). Hashes of items and plans are taken over this text.
 */

/** Deeper than any item or plan; a cycle reaches it too. */
const deepest = 1000;

/**
 * The canonical JSON of a value made of null, booleans, finite numbers, strings, arrays and plain objects.
 * @throws TypeError for anything else (undefined, NaN, an infinity, a bigint, a function, a Date, a cycle): a hash
 * over a value that JSON cannot carry would not survive being written and read again.
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  if (depth > deepest) throw new TypeError(`canonical JSON: nested more than ${deepest} deep, or cyclic`);
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`canonical JSON: ${value} is not a JSON number`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    // Array.from visits holes, which map would skip: a hole is undefined and thus refused.
    return `[${Array.from(value, (element: unknown) => write(element, depth + 1)).join(',')}]`;
  }
  if (typeof value === 'object' && isPlain(value)) {
    const members = Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${write(member, depth + 1)}`);
    return `{${members.join(',')}}`;
  }
  throw new TypeError(`canonical JSON: ${describe(value)} cannot be written`);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function describe(value: unknown): string {
  return typeof value === 'object' && value !== null ? value.constructor.name : typeof value;
}
