/** Calls written as Python: `[f(a=1), g()]` (Llama 4, LFM2, Olmo 3), a line of its own, or within a sentence. */
import {
  bareName,
  brokenAt,
  nothing,
  type Argument,
  type CallsRead,
  type FoundCall,
  type ReadAt,
} from './found-call.ts';
import { readPythonCall, type PythonCall } from './python-literal.ts';

/** Calls at `start`: a list in brackets, or one after the other, with commas, semicolons or line breaks between. */
export function pythonCallsAt(text: string, start: number): ReadAt {
  const bracket = /\s*\[\s*/uy;
  bracket.lastIndex = start;
  const opened = bracket.exec(text);
  const calls: FoundCall[] = [];
  let at = opened ? bracket.lastIndex : start;
  for (;;) {
    const assigned = prefixAt(text, at);
    const read = readPythonCall(text, assigned);
    if (!read.ok) {
      if (calls.length > 0 && !opened) return { found: true, calls, end: at };
      const looksLikeCall = /^[\p{L}_][\p{L}\p{N}_.]*\s?\(/u.test(text.slice(assigned, assigned + 100));
      if (!looksLikeCall && calls.length === 0) return nothing;
      const reason = read.cutOff ? 'a call ends before it is complete' : 'a call cannot be read as Python';
      return brokenAt(start, Math.min(text.length, read.at + 1), reason, read.cutOff);
    }
    calls.push(...unwrapped(read.data, text, assigned, read.end));
    const next = /\s*(?:[,;]\s*|(?=\]))|[ \t]*\n\s*/uy;
    next.lastIndex = read.end;
    const separator = next.exec(text);
    at = separator ? next.lastIndex : read.end;
    if (opened && text[at] === ']') return { found: true, calls, end: at + 1 };
    if (!separator) {
      if (!opened) return { found: true, calls, end: read.end };
      const cutOff = text.slice(at).trim() === '';
      return brokenAt(
        start,
        at,
        cutOff ? 'the list of calls is not closed' : 'the list of calls is broken',
        cutOff,
      );
    }
  }
}

/** Calls anywhere in a text: in brackets, else on lines of their own, else in sentences with arguments by name. */
export function pythonCallsIn(text: string): CallsRead | null {
  return bracketed(text) ?? onOwnLines(text) ?? inSentences(text);
}

const bracketStart = /\[\s*(?:[\p{L}_][\p{L}\p{N}_.-]*)\(/gu;

function bracketed(text: string): CallsRead | null {
  return collect(text, bracketStart, (at) => pythonCallsAt(text, at));
}

const lineStart =
  /^[ \t]*(?:[\p{L}_][\p{L}\p{N}_]*[ \t]*=[ \t]*)?(?:await[ \t]+)?[\p{L}_][\p{L}\p{N}_.-]*\(/gmu;

function onOwnLines(text: string): CallsRead | null {
  return collect(text, lineStart, (at) => {
    const start = at + (/^[ \t]*/u.exec(text.slice(at, at + 200))?.[0].length ?? 0);
    const read = readPythonCall(text, prefixAt(text, start));
    if (!read.ok)
      return read.cutOff ? brokenAt(start, text.length, 'a call ends before it is complete', true) : nothing;
    // "Oslo(Norway)" is a phrase, "lookup(city)" a line of a program: a call comes with values.
    if (read.data.name !== 'print' && read.data.unnamed.some((argument) => argument.as === 'unread'))
      return nothing;
    const rest = /^[ \t]*[;,]?[ \t]*(?:\n|$|(?=[\p{L}_][\p{L}\p{N}_.]*\())/u.test(
      text.slice(read.end, read.end + 100),
    );
    if (!rest) return nothing;
    const calls = unwrapped(read.data, text, start, read.end);
    return calls.length === 0 ? nothing : pythonCallsAt(text, start);
  });
}

const wordStart =
  /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_.-]*\((?=\s*(?:[\p{L}_][\p{L}\p{N}_]*\s*=|\{\s*["'\p{L}]))/gu;

function inSentences(text: string): CallsRead | null {
  return collect(text, wordStart, (at) => {
    const read = readPythonCall(text, at);
    if (!read.ok)
      return read.cutOff ? brokenAt(at, text.length, 'a call ends before it is complete', true) : nothing;
    const calls = unwrapped(read.data, text, at, read.end);
    return calls.length === 0 ? nothing : { found: true, calls, end: read.end };
  });
}

function collect(text: string, pattern: RegExp, readAt: (at: number) => ReadAt): CallsRead | null {
  const calls: FoundCall[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index < end) continue;
    const read = readAt(match.index);
    if (read.found) {
      calls.push(...read.calls);
      end = read.end;
    } else if (read.broken?.cutOff) {
      return { calls, broken: read.broken };
    }
  }
  return calls.length === 0 ? null : { calls, broken: null };
}

/** Past `result = ` and `await `. */
function prefixAt(text: string, start: number): number {
  const prefix = /(?:[\p{L}_][\p{L}\p{N}_]*[ \t]*=[ \t]*)?(?:await[ \t]+)?(?=[\p{L}_])/uy;
  prefix.lastIndex = start;
  return prefix.test(text) ? prefix.lastIndex : start;
}

/** `print(get_weather(city="Oslo"))` is a call of get_weather; `print(result)` is none. */
function unwrapped(call: PythonCall, text: string, start: number, end: number): FoundCall[] {
  if (call.name === 'print' && call.arguments.size === 0) {
    return call.unnamed.flatMap((argument) => {
      if (argument.as !== 'unread' || !argument.source.endsWith(')')) return [];
      const at = text.indexOf(argument.source, start);
      const inner = at < 0 ? null : readPythonCall(text, at);
      return inner?.ok ? unwrapped(inner.data, text, at, inner.end) : [];
    });
  }
  // The built-in tools of Llama 3: `brave_search.call(query="…")`.
  const name = bareName(call.name.replace(/\.call$/u, ''));
  const given: ReadonlyMap<string, Argument> = call.arguments;
  return [{ name, arguments: given, unnamed: call.unnamed.length, start, end }];
}
