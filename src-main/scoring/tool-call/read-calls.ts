/** The tool calls of an answer. The most explicit spelling that is there is the one that counts. */
import type { Json } from '../../contract/item.ts';
import { jsonIn } from '../json-found.ts';
import type { BrokenCall, CallsRead, FoundCall } from './found-call.ts';
import { framedCalls } from './framed-calls.ts';
import { callsOf } from './json-calls.ts';
import { pythonCallsIn } from './python-calls.ts';
import { argumentsAt, ownJsonAt } from './tagged-arguments.ts';

type Names = ReadonlySet<string>;

/**
 * In this order: between marks, in fenced blocks, as JSON in the text, as Python in the text, as ReAct's Action and
 * Action Input. A call that prose mentions first and a mark carries out is one call.
 * @param names the tools that the check knows
 */
export function readCalls(text: string, names: Names): CallsRead {
  let broken: BrokenCall | null = null;
  for (const reader of [framedCalls, fencedCalls, jsonCalls, pythonCallsIn, reactCalls]) {
    const read = reader(text, names);
    if (read && read.calls.length > 0) return read;
    broken ??= read?.broken ?? null;
  }
  return { calls: [], broken };
}

const fence = /(?:```+|~~~+)[ \t]*[\w+-]*[^\S\n]*\n?/gu;
const fenceEnd = /```|~~~/gu;

/** Fences hold JSON, or Python (Gemma's tool_code). */
function fencedCalls(text: string, names: Names): CallsRead | null {
  const calls: FoundCall[] = [];
  let broken: BrokenCall | null = null;
  let readTo = 0;
  for (const match of text.matchAll(fence)) {
    if (match.index < readTo) continue;
    const start = match.index + match[0].length;
    // JSON is read from the fence on: its strings may hold backticks.
    const whole = ownJsonAt(text, start, names);
    fenceEnd.lastIndex = whole.found ? whole.end : start;
    const close = fenceEnd.exec(text);
    const end = close?.index ?? text.length;
    const inside =
      whole.found && text.slice(whole.end, end).trim() === '' ? whole : bodyCalls(text, start, end, names);
    calls.push(...(inside?.calls ?? []));
    if (inside && 'broken' in inside) broken ??= inside.broken;
    readTo = close ? end + close[0].length : end;
  }
  return calls.length > 0 || broken ? { calls, broken } : null;
}

function bodyCalls(text: string, start: number, end: number, names: Names): CallsRead | null {
  const body = text.slice(start, end);
  const read = jsonCalls(body, names) ?? pythonCallsIn(body);
  if (!read) return null;
  const moved = <T extends { readonly start: number; readonly end: number }>(one: T) => ({
    ...one,
    start: one.start + start,
    end: one.end + start,
  });
  return { calls: read.calls.map(moved), broken: read.broken && moved(read.broken) };
}

/** How a call begins, in whatever quotes. */
const callLike = /["'](?:name|tool_name|function|arguments|parameters|tool_calls)["']\s*:/u;

function jsonCalls(text: string, names: Names): CallsRead | null {
  const calls: FoundCall[] = [];
  let broken: BrokenCall | null = null;
  for (const piece of jsonIn(text)) {
    if (piece.ok) {
      const value = JSON.parse(text.slice(piece.start, piece.end)) as Json;
      calls.push(...(callsOf(value, piece, names, 0) ?? []));
    } else if (callLike.test(text.slice(piece.start, piece.start + 200))) {
      const cutOff = piece.why === 'end';
      const reason = cutOff ? 'a call ends before it is complete' : 'a call is not valid JSON';
      broken ??= { start: piece.start, end: Math.min(text.length, piece.at + 1), reason, cutOff };
    }
  }
  return calls.length > 0 || broken ? { calls, broken } : null;
}

const react = /^[ \t]*Action:[ \t]*([\p{L}_][\p{L}\p{N}_.-]*)[ \t]*\n\s*Action Input:\s*(?=\{)/gmu;

function reactCalls(text: string): CallsRead | null {
  const calls: FoundCall[] = [];
  let broken: BrokenCall | null = null;
  for (const match of text.matchAll(react)) {
    const read = argumentsAt(text, match.index + match[0].length, match[1] ?? '', match.index);
    if (read.found) calls.push(...read.calls);
    else broken ??= read.broken;
  }
  return calls.length > 0 || broken ? { calls, broken } : null;
}
