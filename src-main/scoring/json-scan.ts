/** Where a JSON value ends, by RFC 8259 and nothing more: no comments, no trailing commas, no NaN. */

/** `syntax`: the text breaks the grammar. `end`: the text ends inside the value. `depth`: nested too deep. */
export type JsonScan =
  | { readonly ok: true; readonly end: number }
  | { readonly ok: false; readonly why: 'syntax' | 'end' | 'depth'; readonly at: number };

/** Deeper nesting than this is no answer to anything, and recursive readers overflow on it. */
export const depthLimit = 200;

const space = /[ \t\n\r]*/uy;
const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;
/** What a value that runs into the end of the text can look like there. */
const openLiteral = /(?:t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|n(?:u(?:ll?)?)?|-?[\d.eE+-]*)$/uy;

/**
 * The value that begins at `start`, white space before it allowed. Iterative, so that no nesting overflows the stack;
 * linear in the value's length.
 */
export function scanJson(text: string, start: number): JsonScan {
  /** What may follow: a closing bracket for each open value. */
  const open: ('}' | ']')[] = [];
  let at = skip(space, text, start);
  for (;;) {
    const head = text[at];
    if (head === undefined) return { ok: false, why: 'end', at };
    if (head === '{' || head === '[') {
      if (open.length === depthLimit) return { ok: false, why: 'depth', at };
      const close = head === '{' ? '}' : ']';
      at = skip(space, text, at + 1);
      if (text[at] === close) {
        at++;
      } else {
        open.push(close);
        if (close === '}') {
          const key = scanKey(text, at);
          if (!key.ok) return key;
          at = key.end;
        }
        continue;
      }
    } else {
      const scalar = scanScalar(text, at);
      if (!scalar.ok) return scalar;
      at = scalar.end;
    }
    for (;;) {
      const close = open.at(-1);
      if (close === undefined) return { ok: true, end: at };
      at = skip(space, text, at);
      const next = text[at];
      if (next === undefined) return { ok: false, why: 'end', at };
      if (next === close) {
        open.pop();
        at++;
        continue;
      }
      if (next !== ',') return { ok: false, why: 'syntax', at };
      at = skip(space, text, at + 1);
      if (close === '}') {
        const key = scanKey(text, at);
        if (!key.ok) return key;
        at = key.end;
      }
      break;
    }
  }
}

/** A key, its colon and the white space after it. */
function scanKey(text: string, start: number): JsonScan {
  if (text[start] === undefined) return { ok: false, why: 'end', at: start };
  if (text[start] !== '"') return { ok: false, why: 'syntax', at: start };
  const key = scanScalar(text, start);
  if (!key.ok) return key;
  const colon = skip(space, text, key.end);
  if (text[colon] === undefined) return { ok: false, why: 'end', at: colon };
  if (text[colon] !== ':') return { ok: false, why: 'syntax', at: colon };
  return { ok: true, end: skip(space, text, colon + 1) };
}

function scanScalar(text: string, start: number): JsonScan {
  if (text[start] === '"') return scanString(text, start);
  const end = skip(literal, text, start);
  if (end > start && !/[\d.eE]/u.test(text[end] ?? '')) return { ok: true, end };
  const cutOff = text.length - start < 40 && skip(openLiteral, text, start) === text.length;
  return { ok: false, why: cutOff ? 'end' : 'syntax', at: start };
}

function scanString(text: string, start: number): JsonScan {
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '"') return { ok: true, end: at + 1 };
    if (character < ' ') return { ok: false, why: 'syntax', at };
    if (character !== '\\') continue;
    const escape = text.slice(at, at + 6);
    if (/^\\(?:u[\dA-Fa-f]{0,3})?$/u.test(escape)) return { ok: false, why: 'end', at };
    const length = /^\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/u.exec(escape)?.[0].length;
    if (length === undefined) return { ok: false, why: 'syntax', at };
    at += length - 1;
  }
  return { ok: false, why: 'end', at: text.length };
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return from + (pattern.exec(text)?.[0].length ?? 0);
}
