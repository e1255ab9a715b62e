/** JSON that a person types into a field: parsed, and what is wrong said with its line. */
import { isNode, parseDocument } from 'yaml';
import type { Json } from '../../contract/item.ts';
import { scanJson } from '../../scoring/json-scan.ts';

export type TypedJson =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly line: number; readonly message: string };

/** The value of a text, or the line (from 1) at which it stops to be JSON. */
export function parseTypedJson(text: string): TypedJson {
  const scan = scanJson(text, 0);
  if (!scan.ok) {
    const words = { end: 'the text ends inside the value', depth: 'it is nested too deep', syntax: '' };
    const found = scan.why === 'syntax' ? foundWords(text, scan.at) : words[scan.why];
    // Where the text ends is behind the last line that has anything on it.
    const at = scan.why === 'end' ? text.trimEnd().length : scan.at;
    return { ok: false, line: lineAt(text, at), message: `This is not valid JSON: ${found}.` };
  }
  const rest = text.slice(scan.end);
  if (rest.trim() === '') return { ok: true, value: JSON.parse(text) as Json };
  const at = scan.end + rest.length - rest.trimStart().length;
  return {
    ok: false,
    line: lineAt(text, at),
    message: 'This is not valid JSON: more follows after the value.',
  };
}

function foundWords(text: string, at: number): string {
  const before = text.slice(0, at).trimEnd().at(-1) ?? '';
  const [character = ''] = text.slice(at);
  if (character === '}' || character === ']')
    return before === ',' ? `a comma stands before ${character}` : `${character} does not belong here`;
  if (character === "'") return 'texts stand in double quotes';
  if (character < ' ') return 'a text goes over the end of its line; write \\n inside it';
  if (character === '"') return 'a comma is missing before this text';
  return `${character} was not expected here`;
}

/** The line of the value at a path, from 1; of what is around it where there is no such value. Null without a place. */
export function lineOfPath(text: string, path: readonly (string | number)[]): number | null {
  // JSON is YAML, and its parser keeps where each value stands.
  const document = parseDocument(text);
  for (let length = path.length; length >= 0; length -= 1) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lineAt(text, node.range[0]);
  }
  return null;
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
