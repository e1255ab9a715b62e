/** Parquet's values as JSON's: 64-bit integers, dates and bytes have no JSON of their own. */
import type { Json } from '../../../contract/item.ts';

/**
 * Integers beyond 2^53 become text, dates ISO 8601, bytes text where they are UTF-8 and base64 where they are not,
 * NaN and the infinities null.
 */
export function parquetJson(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return bytesJson(value);
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>, parquetJson);
  if (Array.isArray(value)) return value.map(parquetJson);
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, parquetJson(member)]));
  }
  return null;
}

function bytesJson(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('base64');
  }
}
