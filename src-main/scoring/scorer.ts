/** What a scorer is, and the few ways in which scoring can end. */
import type { CheckKind, CheckOf } from '../contract/item.ts';
import type { FinishReason, Score, Span } from '../contract/output.ts';
import { success, type Result } from '../contract/result.ts';
import type { Answer } from './prepare.ts';

/**
 * A scorer that needs nothing but the text: pure, synchronous, total. Scorers that need a process or a model (code,
 * patterns under a time limit, judges) are asynchronous, live with the process they need, and are no entry here.
 */
export interface Scorer<K extends CheckKind> {
  readonly kind: K;
  /** Raised by every change that can change a score. */
  readonly version: number;
  /** What makes a check impossible to score, found before a run. */
  validate(check: CheckOf<K>): Result<void>;
  /** An output that is right, where the check tells one; null where it does not. */
  reference(check: CheckOf<K>): string | null;
  score(check: CheckOf<K>, answer: Answer): Score;
}

/** Where nothing in a check of this kind can be wrong beyond its shape. */
export function alwaysValid(): Result<void> {
  return success(undefined);
}

/** `value` in [0, 1]. */
export function scored(value: number, reason: string, span?: Span): Score {
  return { outcome: 'scored', value, reason, ...(span ? { span } : {}) };
}

/** Right or wrong. */
export function verdict(right: boolean, reason: string, span?: Span): Score {
  return scored(right ? 1 : 0, reason, span);
}

/** Nothing could be read: cut off where the token limit ended it, else unparsed. */
export function unread(finish: FinishReason, reason: string, span?: Span): Score {
  const cutOff = finish === 'length';
  return {
    outcome: cutOff ? 'truncated' : 'unparsed',
    value: null,
    reason: cutOff ? `${reason}; the output was cut off at the token limit` : reason,
    ...(span ? { span } : {}),
  };
}

/** A text quoted in a reason, short enough for one line. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  const characters = Array.from(line.slice(0, 200));
  return `“${characters.length > 80 ? `${characters.slice(0, 77).join('')}…` : line}”`;
}
