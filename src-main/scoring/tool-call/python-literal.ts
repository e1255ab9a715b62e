/** Python (and JavaScript) literals and calls, as far as tool calls use them. */
import type { Json } from '../../contract/item.ts';
import type { Argument } from './found-call.ts';

/** Deeper nesting is no call that anything would make; it bounds the stack and the time. */
const depthLimit = 50;

export type PythonRead<T> =
  | { readonly ok: true; readonly data: T; readonly end: number }
  /** `cutOff`: the text ends inside. */
  | { readonly ok: false; readonly at: number; readonly cutOff: boolean };

export interface PythonCall {
  readonly name: string;
  readonly arguments: ReadonlyMap<string, Argument>;
  readonly unnamed: readonly Argument[];
}

const spaces = /(?:\s|#[^\n]*\n)*/uy;
const identifier =
  /[\p{L}_][\p{L}\p{N}_]*(?:\s?\.\s?[\p{L}_][\p{L}\p{N}_]*|-[\p{L}_][\p{L}\p{N}_]*(?=[\p{L}\p{N}_-]*\())*/uy;
const number = /[+-]?(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?(?![\p{L}_])/uy;
const stringStart = /(?:[rRbBuUfF]{0,2})("""|'''|"|')/uy;
const constants = new Map<string, Json>([
  ['True', true],
  ['true', true],
  ['False', false],
  ['false', false],
  ['None', null],
  ['null', null],
  ['none', null],
  ['undefined', null],
]);

/** `name(key=value, …)` at `start`. */
export function readPythonCall(text: string, start: number, depth = 0): PythonRead<PythonCall> {
  const name = take(identifier, text, start);
  if (name === null) return fail(text, start);
  let at = skip(text, start + name.length);
  if (text[at] !== '(') return fail(text, at);
  if (depth > depthLimit) return { ok: false, at, cutOff: false };
  const named = new Map<string, Argument>();
  const unnamed: Argument[] = [];
  at = skip(text, at + 1);
  while (text[at] !== ')') {
    const spread = text.startsWith('**', at);
    const key = spread ? null : keyAt(text, at);
    const value = readValue(text, key ? key.end : spread ? at + 2 : at, depth + 1);
    if (!value.ok) return value;
    if (key) named.set(key.name, value.data);
    else if (!spread || !addMembers(named, value.data)) unnamed.push(value.data);
    at = skip(text, value.end);
    if (text[at] === ',') at = skip(text, at + 1);
    else if (text[at] !== ')') return fail(text, at);
  }
  const [only] = unnamed;
  // `get_weather({"city": "Oslo"})`: one object stands for all arguments.
  const isObject = unnamed.length === 1 && named.size === 0 && only !== undefined && addMembers(named, only);
  const plain = name.replace(/\s/gu, '');
  return { ok: true, data: { name: plain, arguments: named, unnamed: isObject ? [] : unnamed }, end: at + 1 };
}

/** A literal, or the source of what is none. */
export function readValue(text: string, start: number, depth: number): PythonRead<Argument> {
  if (depth > depthLimit) return { ok: false, at: start, cutOff: false };
  const at = skip(text, start);
  const head = text[at] ?? '';
  if (head === '[' || head === '(') return readList(text, at, head === '[' ? ']' : ')', depth);
  if (head === '{') return readDict(text, at, depth);
  const opened = take(stringStart, text, at);
  if (opened !== null) return readStrings(text, at);
  const digits = take(number, text, at);
  if (digits !== null) {
    const value = Number(digits.replaceAll('_', ''));
    if (Number.isFinite(value)) return literal(value, at + digits.length);
    return { ok: true, data: { as: 'unread', source: digits }, end: at + digits.length };
  }
  const word = take(identifier, text, at);
  if (word === null) return fail(text, at);
  const constant = constants.get(word);
  const end = at + word.length;
  if (constant !== undefined && text[skip(text, end)] !== '(') return literal(constant, end);
  if (text[skip(text, end)] !== '(') return { ok: true, data: { as: 'unread', source: word }, end };
  const call = readPythonCall(text, at, depth + 1);
  if (!call.ok) return call;
  return { ok: true, data: { as: 'unread', source: text.slice(at, call.end) }, end: call.end };
}

function readList(text: string, start: number, close: string, depth: number): PythonRead<Argument> {
  const items: Json[] = [];
  let unread = false;
  let commas = 0;
  let at = skip(text, start + 1);
  while (text[at] !== close) {
    const item = readValue(text, at, depth + 1);
    if (!item.ok) return item;
    if (item.data.as === 'json') items.push(item.data.value);
    else unread = true;
    at = skip(text, item.end);
    if (text[at] === ',') {
      commas++;
      at = skip(text, at + 1);
    } else if (text[at] !== close) return fail(text, at);
  }
  const end = at + 1;
  if (unread) return { ok: true, data: { as: 'unread', source: text.slice(start, end) }, end };
  const [only] = items;
  // Brackets around one value only group it: `(5)`.
  if (close === ')' && commas === 0 && items.length === 1 && only !== undefined) return literal(only, end);
  return literal(items, end);
}

function readDict(text: string, start: number, depth: number): PythonRead<Argument> {
  const members: [string, Json][] = [];
  let unread = false;
  let at = skip(text, start + 1);
  while (text[at] !== '}') {
    const key = readValue(text, at, depth + 1);
    if (!key.ok) return key;
    at = skip(text, key.end);
    if (text[at] !== ':') return fail(text, at);
    const value = readValue(text, at + 1, depth + 1);
    if (!value.ok) return value;
    // JavaScript leaves quotes around keys out.
    const name =
      key.data.as === 'json' ? key.data.value : key.data.as === 'unread' ? key.data.source : key.data.text;
    if (value.data.as === 'json')
      members.push([typeof name === 'string' ? name : JSON.stringify(name), value.data.value]);
    else unread = true;
    at = skip(text, value.end);
    if (text[at] === ',') at = skip(text, at + 1);
    else if (text[at] !== '}') return fail(text, at);
  }
  const end = at + 1;
  if (unread) return { ok: true, data: { as: 'unread', source: text.slice(start, end) }, end };
  return literal(Object.fromEntries(members), end);
}

/** One string, or several next to each other, which Python joins. */
function readStrings(text: string, start: number): PythonRead<Argument> {
  let value = '';
  let at = start;
  for (;;) {
    const opened = take(stringStart, text, at);
    if (opened === null) return literal(value, at);
    const raw = /^[^"']*[rR]/u.test(opened);
    const quote = /["'].*$/u.exec(opened)?.[0] ?? '"';
    const body = readString(text, at + opened.length, quote, raw);
    if (!body.ok) return body;
    value += body.data;
    const next = skip(text, body.end);
    if (take(stringStart, text, next) === null) return literal(value, body.end);
    at = next;
  }
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['0', '\0'],
  ['\n', ''],
]);

function readString(text: string, start: number, quote: string, raw: boolean): PythonRead<string> {
  let value = '';
  let from = start;
  for (let at = start; at < text.length; at++) {
    if (text.startsWith(quote, at)) {
      return { ok: true, data: value + text.slice(from, at), end: at + quote.length };
    }
    if (text[at] !== '\\') continue;
    if (raw) {
      at++;
      continue;
    }
    value += text.slice(from, at);
    const coded = /^(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8}))/u.exec(
      text.slice(at + 1, at + 10),
    );
    const code = parseInt(coded?.[1] ?? coded?.[2] ?? coded?.[3] ?? '', 16);
    const next = text[at + 1] ?? '';
    if (coded && code <= 0x10ffff) {
      value += String.fromCodePoint(code);
      at += coded[0].length;
    } else {
      // Python keeps the backslash of an escape that it does not know.
      value += escapes.get(next) ?? ('\\\'"'.includes(next) ? next : `\\${next}`);
      at++;
    }
    from = at + 1;
  }
  return { ok: false, at: text.length, cutOff: true };
}

function keyAt(text: string, start: number): { readonly name: string; readonly end: number } | null {
  const name = take(/[\p{L}_][\p{L}\p{N}_-]*|"[^"\n]{1,80}"|'[^'\n]{1,80}'/uy, text, start);
  if (name === null) return null;
  const equals = skip(text, start + name.length);
  const quoted = /^["']/u.test(name);
  if (text[equals] !== '=' && (quoted || text[equals] !== ':')) return null;
  if (text[equals + 1] === '=') return null;
  return { name: quoted ? name.slice(1, -1) : name, end: equals + 1 };
}

function addMembers(named: Map<string, Argument>, value: Argument): boolean {
  if (value.as !== 'json' || typeof value.value !== 'object' || value.value === null) return false;
  if (Array.isArray(value.value)) return false;
  for (const [key, inner] of Object.entries(value.value)) named.set(key, { as: 'json', value: inner });
  return true;
}

function literal(value: Json, end: number): PythonRead<Argument> {
  return { ok: true, data: { as: 'json', value }, end };
}

function fail(text: string, at: number): { ok: false; at: number; cutOff: boolean } {
  return { ok: false, at, cutOff: at >= text.length };
}

function take(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function skip(text: string, at: number): number {
  return at + (take(spaces, text, at)?.length ?? 0);
}
