/**
 * Where a broken template is broken. @huggingface/jinja names no place in its errors; the place is found by handing
 * its lexer the text line by line, and its parser a list of tokens that remembers how far it was read.
 */
import * as jinja from '@huggingface/jinja';

interface Token {
  readonly type: string;
}

const { tokenize, parse } = jinja as unknown as {
  readonly tokenize: (text: string, options: object) => readonly Token[];
  readonly parse: (tokens: readonly Token[]) => object;
};

/** As the package's own Template has them. */
const blankRules = { lstrip_blocks: true, trim_blocks: true };

/** Every line is tokenised with all before it: a text beyond this gets no line. */
const mostLines = 3000;

export interface TemplateFault {
  /** Counted from 1; null where it cannot be told. */
  readonly line: number | null;
  readonly reason: string;
}

/** The first thing wrong with a template's text; null: it can be parsed. */
export function templateFault(text: string): TemplateFault | null {
  let tokens: readonly Token[];
  try {
    tokens = tokenize(text, blankRules);
  } catch (error) {
    return { line: lexerLine(text, messageOf(error)), reason: words(messageOf(error)) };
  }
  let farthest = 0;
  const watched = new Proxy(tokens, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) farthest = Math.max(farthest, Number(key));
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  try {
    parse(watched);
    return null;
  } catch (error) {
    if (farthest >= tokens.length)
      return { line: linesOf(text).length, reason: 'it ends inside a block or an expression' };
    return { line: tokenLine(text, farthest), reason: words(messageOf(error)) };
  }
}

/** The first line from which on every longer beginning of the text fails in the same way. */
function lexerLine(text: string, message: string): number | null {
  const lines = linesOf(text);
  if (lines.length > mostLines) return null;
  let found = lines.length;
  for (let count = lines.length; count >= 1; count -= 1) {
    const beginning = tokensOf(lines.slice(0, count).join('\n'));
    if (beginning !== message) break;
    found = count;
  }
  return found;
}

/** The first line by whose end there are more tokens than `index`. */
function tokenLine(text: string, index: number): number | null {
  const lines = linesOf(text);
  if (lines.length > mostLines) return null;
  for (let count = 1; count < lines.length; count += 1) {
    const beginning = tokensOf(lines.slice(0, count).join('\n'));
    if (typeof beginning === 'number' && beginning > index) return count;
  }
  return lines.length;
}

/** How many tokens a text has, or why it cannot be tokenised. */
function tokensOf(text: string): number | string {
  try {
    return tokenize(text, blankRules).length;
  } catch (error) {
    return messageOf(error);
  }
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' && lines.length > 1 ? lines.slice(0, -1) : lines;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The library's message as part of a sentence. */
function words(message: string): string {
  const plain = message.replace(/^Parser Error: /, '').replace(/\.$/, '');
  return plain.charAt(0).toLowerCase() + plain.slice(1);
}
