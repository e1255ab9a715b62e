/**
 * YAML 1.2, read whole. Aliases are allowed and counted: a file of a few lines whose aliases unfold into millions
 * of nodes, or into themselves, is refused before it unfolds.
 */
import { Composer, Lexer, LineCounter, Parser, type CST } from 'yaml';
import type { Json } from '../../contract/item.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { describePlace, withinDepth } from './json-text.ts';

/** The parser needs seconds for a megabyte and holds it all in memory. */
export const maximumYamlBytes = 4 * 1024 * 1024;

/** Nodes that aliases may add, for each node that is written down. The library's own default, made explicit. */
const maximumAliasCount = 100;
const deepest = 200;

/** Open tokens of the parser; a level of nesting takes up to four. Composing deeper ones takes exponential time. */
const deepestTokens = 300;

/** One value for each document of the text, with JSON's types only. */
export function parseYaml(text: string, file: string): Result<readonly Json[]> {
  const lines = new LineCounter();
  try {
    const tokens = parseTokens(text, lines);
    if (tokens === null) return tooDeep(file);
    const values: Json[] = [];
    for (const document of new Composer({ version: '1.2' }).compose(tokens)) {
      const error = document.errors[0];
      if (error !== undefined) {
        const { line } = lines.linePos(error.pos[0]);
        return failure('file_broken', `${file}, line ${line}: this is not valid YAML.`, {
          next: 'Mend the file at that line: indentation and quotes are the usual causes.',
          where: { file, line },
          detail: error.message,
        });
      }
      const value: unknown = document.toJS({ maxAliasCount: maximumAliasCount });
      if (!withinDepth(value, deepest)) {
        return tooDeep(file);
      }
      const plain = plainJson(value);
      if (!plain.ok) {
        return failure('file_broken', `${file}: ${plain.error.message}`, {
          next: 'Use text, numbers, true, false, null, lists and maps only.',
          where: { file },
        });
      }
      values.push(plain.data);
    }
    return success(values);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return failure('file_broken', `${describePlace({ file })}: the YAML cannot be unfolded.`, {
      next: 'Use fewer aliases, or write the repeated parts out.',
      where: { file },
      detail,
    });
  }
}

/** The text as tokens, or null when they nest too deep to be composed. */
function parseTokens(text: string, lines: LineCounter): CST.Token[] | null {
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > deepestTokens) return null;
  }
  tokens.push(...parser.end());
  return tokens;
}

function tooDeep(file: string): Result<never> {
  return failure('file_broken', `${file}: the YAML is nested too deep, or refers to itself.`, {
    next: 'Write the repeated parts out, without an alias to what surrounds them.',
    where: { file },
  });
}

/** YAML knows values that JSON does not: not-a-number, bigints, binary, maps with keys that are no text. */
function plainJson(value: unknown): Result<Json> {
  if (value === null || value === undefined) return success(null);
  if (typeof value === 'string' || typeof value === 'boolean') return success(value);
  if (typeof value === 'number') return success(Number.isFinite(value) ? value : null);
  if (Array.isArray(value)) {
    const list: Json[] = [];
    for (const element of value) {
      const plain = plainJson(element);
      if (!plain.ok) return plain;
      list.push(plain.data);
    }
    return success(list);
  }
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    const members: [string, Json][] = [];
    for (const [key, member] of Object.entries(value)) {
      const plain = plainJson(member);
      if (!plain.ok) return plain;
      members.push([key, plain.data]);
    }
    return success(Object.fromEntries(members));
  }
  const kind = typeof value === 'object' ? value.constructor.name : typeof value;
  return failure('file_broken', `a value is of a kind that JSON does not have (${kind}).`);
}
