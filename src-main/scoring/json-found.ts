/** The JSON of an answer: the whole of it, else a fenced block, else the first balanced value. */
import type { Json } from '../contract/item.ts';
import type { Span } from '../contract/output.ts';
import { depthLimit, scanJson } from './json-scan.ts';

export interface JsonValue extends Span {
  readonly value: Json;
  readonly where: 'the whole answer' | 'a fenced block' | 'the text';
}

export type JsonFound =
  | { readonly ok: true; readonly data: JsonValue }
  /** Offsets of what looked like JSON, where something did. */
  | { readonly ok: false; readonly reason: string; readonly near?: Span };

export type JsonKind = 'object' | 'array';

/** The answer must be JSON and nothing else. */
export function wholeJson(text: string): JsonFound {
  const start = text.length - text.trimStart().length;
  const scan = scanJson(text, start);
  if (!scan.ok) return broken(text, start, scan.why, scan.at);
  if (text.slice(scan.end).trim() !== '') {
    return { ok: false, reason: 'the answer is not JSON alone', near: { start, end: scan.end } };
  }
  return { ok: true, data: read(text, start, scan.end, 'the whole answer') };
}

/**
 * @param kind of the value that is expected: a footnote `[1]` before an object is passed over. A value of the other
 * kind is still found where there is none of this one.
 */
export function findJson(text: string, kind: JsonKind | null): JsonFound {
  const whole = wholeJson(text);
  if (whole.ok) return whole;
  return inFence(text) ?? inText(text, kind);
}

const fence = /(?:```+|~~~+)[ \t]*([\w+-]*)[^\S\n]*\n?/gu;
const fenceEnd = /\s*(?:```|~~~|$)/uy;

/** The first fenced block that is JSON; one that says so before one that does not. */
function inFence(text: string): JsonFound | null {
  let unlabelled: JsonFound | null = null;
  let from = 0;
  for (const match of text.matchAll(fence)) {
    if (match.index < from) continue;
    const start = match.index + match[0].length;
    const scan = scanJson(text, start);
    if (!scan.ok) continue;
    fenceEnd.lastIndex = scan.end;
    if (!fenceEnd.test(text)) continue;
    from = scan.end;
    const found = { ok: true, data: read(text, start, scan.end, 'a fenced block') } as const;
    if (/^json/iu.test(match[1] ?? '')) return found;
    if (typeof found.data.value === 'object' && found.data.value !== null) unlabelled ??= found;
  }
  return unlabelled;
}

function inText(text: string, kind: JsonKind | null): JsonFound {
  let other: JsonFound | null = null;
  let failed: JsonFound | null = null;
  for (const piece of jsonIn(text)) {
    if (piece.ok) {
      const found = { ok: true, data: read(text, piece.start, piece.end, 'the text') } as const;
      if (kind === null || kindOf(found.data.value) === kind) return found;
      other ??= found;
    } else {
      failed ??= broken(text, piece.start, piece.why, piece.at);
      if (piece.why === 'end') return other ?? broken(text, piece.start, piece.why, piece.at);
    }
  }
  return other ?? failed ?? { ok: false, reason: 'found no JSON' };
}

export type JsonPiece =
  | { readonly ok: true; readonly start: number; readonly end: number }
  | {
      readonly ok: false;
      readonly start: number;
      readonly why: 'syntax' | 'end' | 'depth';
      readonly at: number;
    };

/**
 * Objects and lists that stand side by side in a text, and what begins like one and is none. What stands inside a
 * broken value is part of it and no value of its own. Ends after a value that the text cuts off. Linear.
 */
export function* jsonIn(text: string): Generator<JsonPiece> {
  let closers: ReadonlyMap<number, number> | null = null;
  let at = nextBracket(text, 0);
  while (at >= 0) {
    const scan = scanJson(text, at);
    if (scan.ok) {
      yield { ok: true, start: at, end: scan.end };
      at = nextBracket(text, scan.end);
      continue;
    }
    yield { ok: false, start: at, why: scan.why, at: scan.at };
    if (scan.why === 'end') return;
    closers ??= bracketPairs(text);
    const close = closers.get(at);
    at = nextBracket(text, close === undefined ? Math.max(at + 1, scan.at) : close + 1);
  }
}

/** `object` and `array`; scalars are neither. */
export function kindOf(value: Json): JsonKind | null {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' && value !== null ? 'object' : null;
}

/** The closing bracket of each opening one, strings inside brackets skipped. One pass. */
function bracketPairs(text: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  const quotesEnd = text.lastIndexOf('"');
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '{' || character === '[') open.push(at);
    else if (character === '}' || character === ']') {
      const opener = open.at(-1);
      if (opener === undefined || text[opener] !== (character === '}' ? '{' : '[')) continue;
      pairs.set(opener, at);
      open.pop();
    } else if (character === '"' && open.length > 0 && at < quotesEnd) {
      at = stringEnd(text, at);
    }
  }
  return pairs;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function nextBracket(text: string, from: number): number {
  const brace = text.indexOf('{', from);
  const bracket = text.indexOf('[', from);
  if (brace < 0 || bracket < 0) return Math.max(brace, bracket);
  return Math.min(brace, bracket);
}

function read(text: string, start: number, end: number, where: JsonValue['where']): JsonValue {
  const from = start + (text.slice(start, end).length - text.slice(start, end).trimStart().length);
  return { value: JSON.parse(text.slice(from, end)) as Json, start: from, end, where };
}

function broken(text: string, start: number, why: 'syntax' | 'end' | 'depth', at: number): JsonFound {
  const near = { start, end: Math.min(text.length, at + 1) };
  if (why === 'depth')
    return { ok: false, reason: `the JSON is nested more than ${String(depthLimit)} deep`, near };
  if (why === 'end') {
    const reason = start >= text.length ? 'the output is empty' : 'the JSON ends before it is complete';
    return { ok: false, reason, near };
  }
  if (!/[{["]/u.test(text[start] ?? '')) return { ok: false, reason: 'found no JSON' };
  const context = JSON.stringify(text.slice(Math.max(start, at - 10), at + 10));
  return { ok: false, reason: `the JSON is broken at ${context}`, near };
}
