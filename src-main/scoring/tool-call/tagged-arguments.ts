/** Calls whose name and arguments stand in tags of their own, without types. */
import type { Json } from '../../contract/item.ts';
import type { Span } from '../../contract/output.ts';
import { scanJson } from '../json-scan.ts';
import { bareName, brokenAt, nothing, type Argument, type FoundCall, type ReadAt } from './found-call.ts';
import { jsonCallsAt, withArguments } from './json-calls.ts';

/** A tag name with the prefixes that DeepSeek (`|DSML|`), Step (`steptml:`) and others put before it. */
const prefix = '(?:[|｜]DSML[|｜]|[a-z]+:)?';
const callStart = new RegExp(
  `\\s*<${prefix}(?:(?:function|invoke|tool)(?:=\\s*["']?([^<>"'\\n]+?)["']?|\\s+name\\s*=\\s*["']([^"'\\n]+)["'][^<>]*)|(?:invoke|function|tool_use)>\\s*<${prefix}(?:tool_)?name>\\s*([^<>\\n]+?)\\s*</${prefix}(?:tool_)?name)>`,
  'iuy',
);
const callEnd = new RegExp(`\\s*</${prefix}(?:function|invoke|tool|tool_use)>`, 'iuy');
const parameter = new RegExp(
  `\\s*<${prefix}(?:parameter|param|arg|argument)(?:=\\s*["']?([^<>"'\\n]+?)["']?|\\s+name\\s*=\\s*["']([^"'\\n]+)["'](\\s+string\\s*=\\s*["']true["'])?[^<>]*)>`,
  'iuy',
);
const parameterEnd = new RegExp(`</${prefix}(?:parameter|param|arg|argument)>`, 'giu');
const grouping = new RegExp(`\\s*</?${prefix}(?:parameters|arguments|args)>`, 'iuy');
const anyTag = /\s*<([\w-]+)>/uy;

/** `<function=f><parameter=a>1</parameter></function>` and its relatives; also JSON between the tags of the call. */
export function taggedCallAt(text: string, start: number): ReadAt {
  const opened = matchAt(callStart, text, start);
  if (!opened) return nothing;
  const name = opened[1] ?? opened[2] ?? opened[3] ?? '';
  let at = start + opened[0].length;
  const inner = at + skipped(text, at);
  if (text[inner] === '{') {
    const read = argumentsAt(text, inner, name, start + skipped(text, start));
    if (!read.found) return read;
    return { ...read, end: read.end + (matchAt(callEnd, text, read.end)?.[0].length ?? 0) };
  }
  const values = new Map<string, Argument>();
  for (;;) {
    const group = matchAt(grouping, text, at);
    if (group) {
      at += group[0].length;
      continue;
    }
    const end = matchAt(callEnd, text, at);
    if (end) return oneCall(name, values, { start: start + skipped(text, start), end: at + end[0].length });
    const named = matchAt(parameter, text, at);
    const any = named ? null : matchAt(anyTag, text, at);
    const key = named ? (named[1] ?? named[2]) : any?.[1];
    const tag = named ?? any;
    if (!tag || key === undefined) break;
    const from = at + tag[0].length;
    const close = named ? closingTag(text, from) : plainClose(text, from, key);
    if (!close) return brokenAt(start, text.length, 'a call ends before it is complete', true);
    const value = withoutLineBreaks(text.slice(from, close.start));
    values.set(key.trim(), named?.[3] ? { as: 'json', value } : { as: 'text', text: value });
    at = close.end;
  }
  if (text.slice(at).trim() === '')
    return brokenAt(start, text.length, 'a call ends before it is complete', true);
  return values.size === 0
    ? brokenAt(start, at, 'a call cannot be read', false)
    : oneCall(name, values, { start: start + skipped(text, start), end: at });
}

const glmName = /\s*([\w.:-]+)\s*(?=<arg_key>|<\/tool_call>)/uy;
const glmPair = /\s*<arg_key>([^<]*)<\/arg_key>\s*<arg_value>/uy;

/** GLM: `name<arg_key>city</arg_key><arg_value>Oslo</arg_value>`, inside `<tool_call>`. */
export function keyValueCallAt(text: string, start: number): ReadAt {
  const opened = matchAt(glmName, text, start);
  if (!opened) return nothing;
  const values = new Map<string, Argument>();
  let at = start + opened[0].length;
  for (;;) {
    const pair = matchAt(glmPair, text, at);
    if (!pair) break;
    const from = at + pair[0].length;
    const close = text.indexOf('</arg_value>', from);
    if (close < 0) return brokenAt(start, text.length, 'a call ends before it is complete', true);
    values.set((pair[1] ?? '').trim(), { as: 'text', text: withoutLineBreaks(text.slice(from, close)) });
    at = close + '</arg_value>'.length;
  }
  return oneCall(opened[1] ?? '', values, { start: start + skipped(text, start), end: at });
}

const nameThenJson =
  /\s*(?:>>>|#)?\s*(?:function\s*<[|｜]tool[▁_]sep[|｜]>\s*)?([\p{L}_][\p{L}\p{N}_.:/-]*?)(?::\d+)?\s*(?:\[CALL_ID\]\s*[\w-]*\s*)?(?:\[ARGS\]|<[|｜]tool_call_argument_begin[|｜]>|<[|｜]tool[▁_]sep[|｜]>)?\s*(?:```(?:json)?\s*)?(?=\{)/uy;

/** `name{…}`, `name[ARGS]{…}` (Mistral), `name<|tool_call_argument_begin|>{…}` (Kimi), `name\n{…}` (DeepSeek, functionary). */
export function namedJsonAt(text: string, start: number): ReadAt {
  const opened = matchAt(nameThenJson, text, start);
  const name = opened?.[1];
  if (!opened || name === undefined) return nothing;
  const from = start + opened[0].length;
  const read = argumentsAt(text, from, name, start + skipped(text, start));
  if (!read.found || !opened[0].includes('```')) return read;
  const fence = /\s*```/uy;
  fence.lastIndex = read.end;
  return fence.test(text) ? { ...read, end: fence.lastIndex } : read;
}

/** The arguments alone, as JSON, of a call whose name stood before them. `spanStart`: where the call began. */
export function argumentsAt(text: string, start: number, name: string, spanStart: number): ReadAt {
  const from = start + skipped(text, start);
  const scan = scanJson(text, from);
  if (!scan.ok) {
    return brokenAt(spanStart, text.length, 'the arguments of a call are not valid JSON', scan.why === 'end');
  }
  const given = JSON.parse(text.slice(from, scan.end)) as Json;
  const call = withArguments(bareName(name), given, { start: spanStart, end: scan.end });
  return { found: true, calls: [call], end: scan.end };
}

/** JSON that names its own call. */
export function ownJsonAt(text: string, start: number, names: ReadonlySet<string>): ReadAt {
  const from = start + skipped(text, start);
  return text[from] === '{' || text[from] === '[' ? jsonCallsAt(text, from, names) : nothing;
}

function oneCall(name: string, values: ReadonlyMap<string, Argument>, span: Span): ReadAt {
  const call: FoundCall = { name: bareName(name), arguments: values, unnamed: 0, ...span };
  return { found: true, calls: [call], end: span.end };
}

function closingTag(text: string, from: number): Span | null {
  parameterEnd.lastIndex = from;
  const close = parameterEnd.exec(text);
  return close && { start: close.index, end: close.index + close[0].length };
}

function plainClose(text: string, from: number, name: string): Span | null {
  const close = text.indexOf(`</${name}>`, from);
  return close < 0 ? null : { start: close, end: close + name.length + 3 };
}

/** Templates put the value on lines of its own. */
function withoutLineBreaks(value: string): string {
  return value.replace(/^\r?\n/u, '').replace(/\r?\n$/u, '');
}

function skipped(text: string, start: number): number {
  return /^\s*/u.exec(text.slice(start, start + 500))?.[0].length ?? 0;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
