/** What comes out of a child is data from outside, and read as such. */
import { outcomes, type Score, type Span } from '../../contract/output.ts';
import { endings, type ProgramRun } from '../program.ts';

export function isScore(answer: unknown): answer is Score {
  if (!isRecord(answer)) return false;
  const { outcome, value, reason, span } = answer;
  return (
    includes(outcomes, outcome) &&
    (value === null || (typeof value === 'number' && value >= 0 && value <= 1)) &&
    typeof reason === 'string' &&
    (span === undefined || isSpan(span))
  );
}

export function isProgramRun(answer: unknown): answer is ProgramRun {
  return isRecord(answer) && includes(endings, answer.ending) && typeof answer.message === 'string';
}

export function isSyntax(answer: unknown): answer is readonly (string | null)[] {
  return Array.isArray(answer) && answer.every((one) => one === null || typeof one === 'string');
}

function isSpan(span: unknown): span is Span {
  return isRecord(span) && Number.isInteger(span.start) && Number.isInteger(span.end);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function includes<T>(all: readonly T[], one: unknown): one is T {
  return all.includes(one as T);
}
