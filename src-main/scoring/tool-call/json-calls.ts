/** Calls written as JSON, under the names that servers, templates and frameworks give to name and arguments. */
import type { Json } from '../../contract/item.ts';
import type { Span } from '../../contract/output.ts';
import { scanJson } from '../json-scan.ts';
import {
  bareName,
  brokenAt,
  jsonArguments,
  nothing,
  type Argument,
  type FoundCall,
  type ReadAt,
} from './found-call.ts';

type Members = { readonly [key: string]: Json };

const lists = ['tool_calls', 'tool_uses', 'function_calls', 'calls', 'tools'];
const wrappers = ['function', 'function_call', 'tool_call', 'call'];
const nameKeys = ['name', 'tool_name', 'function_name', 'recipient_name', 'tool', 'function', 'action'];
const argumentKeys = [
  'arguments',
  'parameters',
  'args',
  'params',
  'kwargs',
  'input',
  'tool_input',
  'action_input',
];
const bookkeeping = new Set(['id', 'type', 'index', 'call_id', 'tool_call_id', ...nameKeys]);

/** How deep wrappers may nest. */
const wrapperLimit = 4;

/** The JSON value at `start` as calls. `names`: the tools that the check knows, for `{"get_weather": {…}}`. */
export function jsonCallsAt(text: string, start: number, names: ReadonlySet<string>): ReadAt {
  const scan = scanJson(text, start);
  if (!scan.ok) {
    const reason = scan.why === 'end' ? 'a call ends before it is complete' : 'a call is not valid JSON';
    return brokenAt(start, Math.min(text.length, scan.at + 1), reason, scan.why === 'end');
  }
  const value = JSON.parse(text.slice(start, scan.end)) as Json;
  const calls = callsOf(value, { start, end: scan.end }, names, 0);
  return calls === null ? nothing : { found: true, calls, end: scan.end };
}

/** null: no call, or not calls alone. */
export function callsOf(
  value: Json,
  span: Span,
  names: ReadonlySet<string>,
  depth: number,
): FoundCall[] | null {
  if (depth > wrapperLimit || typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    if (value.length === 0) return null;
    const calls = value.map((one) => callsOf(one, span, names, depth + 1));
    return calls.every((one) => one !== null) ? calls.flat() : null;
  }
  for (const key of lists) {
    const list = value[key];
    if (Array.isArray(list)) return callsOf(list, span, names, depth + 1);
  }
  for (const key of wrappers) {
    const inner = value[key];
    if (typeof inner === 'object' && inner !== null) return callsOf(inner, span, names, depth + 1);
  }
  const call = plainCall(value, span) ?? keyedCall(value, span, names);
  return call && [call];
}

function plainCall(value: Members, span: Span): FoundCall | null {
  const nameKey = nameKeys.find((key) => typeof value[key] === 'string');
  const name = nameKey === undefined ? undefined : value[nameKey];
  if (typeof name !== 'string' || name === '' || name === 'Final Answer') return null;
  const key = argumentKeys.find((one) => Object.hasOwn(value, one));
  if (key === undefined) {
    const alone = Object.keys(value).every((one) => bookkeeping.has(one));
    return alone ? { name: bareName(name), arguments: new Map(), unnamed: 0, ...span } : null;
  }
  return withArguments(name, value[key] ?? null, span);
}

/** Arguments as an object, as a string that holds one (once or twice encoded), or nothing at all. */
export function withArguments(name: string, given: Json, span: Span): FoundCall {
  const call = { name: bareName(name), unnamed: 0, ...span };
  const value = decoded(given);
  if (value === null || (Array.isArray(value) && value.length === 0))
    return { ...call, arguments: new Map() };
  if (typeof value === 'object' && !Array.isArray(value)) return { ...call, arguments: jsonArguments(value) };
  const source = typeof value === 'string' ? value : JSON.stringify(value);
  const unread: Argument = { as: 'unread', source };
  return { ...call, arguments: new Map([['', unread]]), unnamed: 1 };
}

function decoded(value: Json): Json {
  let inner = value;
  for (let times = 0; times < 2 && typeof inner === 'string'; times++) {
    if (inner.trim() === '') return null;
    const start = inner.length - inner.trimStart().length;
    const scan = scanJson(inner, start);
    if (!scan.ok || inner.slice(scan.end).trim() !== '') return inner;
    inner = JSON.parse(inner) as Json;
  }
  return inner;
}

/** `{"get_weather": {"city": "Oslo"}}` */
function keyedCall(value: Members, span: Span, names: ReadonlySet<string>): FoundCall | null {
  const [entry, more] = Object.entries(value);
  if (!entry || more) return null;
  const [name, given] = entry;
  if (!names.has(bareName(name)) || typeof given !== 'object' || Array.isArray(given)) return null;
  return withArguments(name, given, span);
}
