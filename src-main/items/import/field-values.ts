/** Reading fields of a record whose types nobody promised. */
import type { Json } from '../../contract/item.ts';
import { isFields, type Fields } from './source-record.ts';

/** The field's text; undefined where it is missing, empty or no text. */
export function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The first of the names that has text. */
export function firstText(fields: Fields, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = textOf(fields, name);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Text, or a number or boolean written as text: ids come as either. */
export function plainText(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** A list of texts, every element of it; undefined for anything else. */
export function textsOf(value: Json | undefined): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.filter((element) => typeof element === 'string');
  return texts.length === value.length ? texts : undefined;
}

export function fieldsIn(value: Json | undefined): Fields | undefined {
  return isFields(value) ? value : undefined;
}

export function listIn(value: Json | undefined): readonly Json[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** True when the record has all of these fields, whatever is in them. */
export function has(fields: Fields, ...names: readonly string[]): boolean {
  return names.every((name) => Object.hasOwn(fields, name));
}

/** An integer from 0, as a number or as digits; undefined for anything else. */
export function indexOf(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}
