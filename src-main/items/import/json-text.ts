/**
 * JSON as other tools write it. Python's `json` writes NaN and the infinities bare; they become null here, because
 * "not a number" in a result file means "not scored".
 */
import type { Json } from '../../contract/item.ts';
import { failure, success, type Place, type Result } from '../../contract/result.ts';

/** Deeper than any real record, shallow enough that every later walk over the value has stack to spare. */
const deepest = 200;

/** The value, or `item_broken` with the place and the parser's own words. */
export function parseJson(text: string, where: Place): Result<Json> {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    const mended = mendPythonNumbers(text);
    if (mended === null) return broken(error, where);
    try {
      value = JSON.parse(mended) as Json;
    } catch {
      return broken(error, where);
    }
  }
  if (!withinDepth(value, deepest)) {
    return failure('item_broken', `${describePlace(where)}: the JSON is nested more than ${deepest} deep.`, {
      next: 'Flatten the record.',
      where,
    });
  }
  return success(value);
}

/** `file, line n` or `file, row n`, as failures name places. */
export function describePlace(where: Place): string {
  const parts = [where.file ?? 'input'];
  if (where.line !== undefined) parts.push(`line ${where.line}`);
  else if (where.row !== undefined) parts.push(`row ${where.row}`);
  return parts.join(', ');
}

/** True when no array or object lies more than `limit` levels down. A cycle never is. */
export function withinDepth(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (limit === 0) return false;
  if (Array.isArray(value)) return value.every((element) => withinDepth(element, limit - 1));
  for (const key in value) {
    if (!withinDepth((value as Record<string, unknown>)[key], limit - 1)) return false;
  }
  return true;
}

function broken(error: unknown, where: Place): Result<never> {
  return failure('item_broken', `${describePlace(where)}: this is not valid JSON.`, {
    next: 'Mend the record at that place.',
    where,
    detail: error instanceof Error ? error.message : String(error),
  });
}

/** The text with bare NaN and Infinity replaced by null, or null when it holds none outside of strings. */
function mendPythonNumbers(text: string): string | null {
  if (!/NaN|Infinity/.test(text)) return null;
  const parts: string[] = [];
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') {
      at += 1;
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
      at += 1;
      continue;
    }
    const word = ['NaN', '-Infinity', 'Infinity'].find((candidate) => text.startsWith(candidate, at));
    if (word === undefined) {
      at += 1;
      continue;
    }
    parts.push(text.slice(copied, at), 'null');
    at += word.length;
    copied = at;
  }
  return copied === 0 ? null : parts.join('') + text.slice(copied);
}
