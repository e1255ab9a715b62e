/**
 * Python's strip, lstrip and rstrip with characters. @huggingface/jinja 0.5.11 ignores the argument and strips all
 * whitespace, so that `content.lstrip('\n')`, which dozens of templates contain, would lose leading spaces too. The
 * parsed template is changed to call the function below in their place.
 */
import type { TemplateNode } from './jinja.ts';

/** No template can write this name, so it never meets a variable of its own. */
export const stripName = '#strip';

const sides: ReadonlySet<string> = new Set(['strip', 'lstrip', 'rstrip']);

const isNode = (value: unknown): value is TemplateNode =>
  typeof value === 'object' && value !== null && 'type' in value;

/** The template with `text.lstrip(characters)` as a call of `#strip`; what has no such calls is returned as it was. */
export function withPythonStrip(program: TemplateNode): TemplateNode {
  return rewrite(program) as TemplateNode;
}

function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite);
  if (value instanceof Map) return new Map([...value].map(([key, entry]) => [rewrite(key), rewrite(entry)]));
  if (!isNode(value)) return value;
  const entries = Object.entries(value).map(([name, field]) => [name, rewrite(field)] as const);
  // Nodes are plain records to the interpreter, which goes by their type.
  const node = Object.assign(
    Object.create(Object.getPrototypeOf(value) as object) as object,
    Object.fromEntries(entries),
  );
  return stripCall(node as TemplateNode) ?? node;
}

function stripCall(node: TemplateNode): TemplateNode | null {
  const { callee, args } = node as { readonly callee?: unknown; readonly args?: unknown };
  if (node.type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return null;
  const property = callee['property'];
  if (callee['computed'] === true || !isNode(property) || !Array.isArray(args) || args.length === 0)
    return null;
  const side = property['value'];
  if (typeof side !== 'string' || !sides.has(side)) return null;
  return {
    type: 'CallExpression',
    callee: { type: 'Identifier', value: stripName },
    args: [{ type: 'StringLiteral', value: side }, callee['object'], ...(args as unknown[])],
  };
}

/** Python's `str.strip(characters)` and its one-sided forms; none strips whitespace. Throws for what is no text. */
export function stripCharacters(side: unknown, text: unknown, characters: unknown): string {
  if (typeof text !== 'string') throw new Error(`cannot call ${String(side)} on what is not text`);
  if (characters === null || characters === undefined) {
    return side === 'lstrip' ? text.trimStart() : side === 'rstrip' ? text.trimEnd() : text.trim();
  }
  if (typeof characters !== 'string') throw new Error(`${String(side)} takes the characters as text`);
  const strippable = new Set(characters);
  // By code points, as Python counts characters.
  const symbols = Array.from(text);
  let start = 0;
  let end = symbols.length;
  const at = (index: number): boolean => strippable.has(symbols[index] ?? '');
  if (side !== 'rstrip') while (start < end && at(start)) start++;
  if (side !== 'lstrip') while (end > start && at(end - 1)) end--;
  return symbols.slice(start, end).join('');
}
