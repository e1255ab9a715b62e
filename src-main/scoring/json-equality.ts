/** Equality of JSON values: key order is nothing, list order is everything, 1 and 1.0 are one number. */
import type { Json } from '../contract/item.ts';
import { inCompatibilityForm } from './compatibility-form.ts';
import { depthLimit } from './json-scan.ts';

/** Strings exactly equal, numbers equal as doubles (-0 is 0). */
export function jsonEqual(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((value, index) => jsonEqual(value, other[index] ?? null));
  }
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && jsonEqual(one[key] ?? null, other[key] ?? null));
}

/** Strings and keys in the form in which outputs are read. At most `depthLimit` deep. */
export function jsonInCompatibilityForm(value: Json): Json {
  if (typeof value === 'string') return inCompatibilityForm(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(jsonInCompatibilityForm);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [inCompatibilityForm(key), jsonInCompatibilityForm(inner)]),
  );
}

/** Whether a value nests deeper than answers are read. Iterative. */
export function isTooDeep(value: Json): boolean {
  let level: Json[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > depthLimit) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}
