/** FunctionGemma and Gemma 4: `call:name{city:<escape>Oslo<escape>,days:3}`, strings between markers of their own. */
import type { Json } from '../../contract/item.ts';
import { scanJson } from '../json-scan.ts';
import { bareName, brokenAt, jsonArguments, nothing, type ReadAt } from './found-call.ts';

const head = /\s*call:\s*([\p{L}_][\p{L}\p{N}_.:-]*)\s*(?=\{)/uy;
const markers = ['<escape>', '<|"|>'];
const depthLimit = 50;

export function gemmaCallAt(text: string, start: number): ReadAt {
  head.lastIndex = start;
  const opened = head.exec(text);
  if (!opened) return nothing;
  const from = start + opened[0].length;
  const read = readValue(text, from, 0);
  if (!read.ok) {
    const reason = read.cutOff
      ? 'a call ends before it is complete'
      : 'the arguments of a call cannot be read';
    return brokenAt(start, text.length, reason, read.cutOff);
  }
  const members = read.value as { [key: string]: Json };
  const call = { name: bareName(opened[1] ?? ''), arguments: jsonArguments(members), unnamed: 0 };
  return { found: true, calls: [{ ...call, start, end: read.end }], end: read.end };
}

type Read =
  | { readonly ok: true; readonly value: Json; readonly end: number }
  | { readonly ok: false; readonly cutOff: boolean };

function readValue(text: string, start: number, depth: number): Read {
  const at = skip(text, start);
  if (at >= text.length) return { ok: false, cutOff: true };
  if (depth > depthLimit) return { ok: false, cutOff: false };
  const marker = markers.find((one) => text.startsWith(one, at));
  if (marker !== undefined) {
    const close = text.indexOf(marker, at + marker.length);
    if (close < 0) return { ok: false, cutOff: true };
    return { ok: true, value: text.slice(at + marker.length, close), end: close + marker.length };
  }
  if (text[at] === '{' || text[at] === '[') return readMembers(text, at, depth);
  const scan = scanJson(text, at);
  if (scan.ok) return { ok: true, value: JSON.parse(text.slice(at, scan.end)) as Json, end: scan.end };
  // A string that the model left without markers runs to the next separator.
  const bare = /^[^,{}[\]<>"]+/u.exec(text.slice(at, at + 500))?.[0];
  if (bare === undefined || at + bare.length >= text.length) return { ok: false, cutOff: bare !== undefined };
  return { ok: true, value: bare.trim(), end: at + bare.length };
}

function readMembers(text: string, start: number, depth: number): Read {
  const isList = text[start] === '[';
  const close = isList ? ']' : '}';
  const entries: [string, Json][] = [];
  let at = skip(text, start + 1);
  while (text[at] !== close) {
    let key = '';
    if (!isList) {
      const name = /^(?:<escape>|<\|"\|>|")?([^:"{}[\],<>]{1,80}?)(?:<escape>|<\|"\|>|")?\s*:/u.exec(
        text.slice(at, at + 120),
      );
      if (!name) return { ok: false, cutOff: at >= text.length };
      key = (name[1] ?? '').trim();
      at += name[0].length;
    }
    const value = readValue(text, at, depth + 1);
    if (!value.ok) return value;
    entries.push([key, value.value]);
    at = skip(text, value.end);
    if (text[at] === ',') at = skip(text, at + 1);
    else if (text[at] !== close) return { ok: false, cutOff: at >= text.length };
  }
  const value = isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
  return { ok: true, value, end: at + 1 };
}

function skip(text: string, at: number): number {
  const space = /\s*/uy;
  space.lastIndex = at;
  space.test(text);
  return space.lastIndex;
}
