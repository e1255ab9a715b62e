/** The program in an answer: a fenced block, else the whole. */
import type { Span } from '../contract/output.ts';

export type Language = 'python' | 'javascript';

export interface Block extends Span {
  readonly text: string;
  /** False where the answer ends inside it. */
  readonly closed: boolean;
  /** False where the answer has no block, and this is the whole of it. */
  readonly fenced: boolean;
}

const labels: Readonly<Record<Language, RegExp>> = {
  python: /^(?:python[\d.]*|py3?|pycon|ipython)$/iu,
  javascript: /^(?:javascript|js|jsx|mjs|cjs|node|nodejs|ecmascript)$/iu,
};

/**
 * What of the answer is the program: of the fenced blocks in its language, or without one, the first that defines the
 * entry point, else the first; without any block the whole answer, which may be the rest of a function.
 */
export function programBlock(text: string, language: Language, entryPoint: string | undefined): Block {
  const blocks = [...fencedBlocks(text)];
  const own = blocks.filter(({ label }) => labels[language].test(label));
  const candidates = own.length > 0 ? own : blocks.filter(({ label }) => label === '');
  const defining = candidates.find((block) => entryPoint !== undefined && defines(block.text, entryPoint));
  return (
    defining ??
    candidates[0] ??
    blocks[0] ?? { text, start: 0, end: text.length, closed: true, fenced: false }
  );
}

/** Whether a name is given a value at the beginning of a line: as a function, a class, or by assignment. */
function defines(code: string, name: string): boolean {
  return definitionOf(code, name) !== null;
}

/** Where the line begins that defines the name; null where none does. */
export function definitionOf(code: string, name: string): number | null {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  const definition = new RegExp(
    String.raw`^(?:export\s+(?:default\s+)?)?(?:(?:async\s+)?(?:def|function\s*\*?)\s+|class\s+|(?:const|let|var)\s+|(?:module\.)?exports\.)?${escaped}(?![\w$])\s*(?:\(|=(?!=)|:|\{|<|extends\b)`,
    'mu',
  );
  for (const line of code.matchAll(/^.*$/gmu)) {
    // A call at the beginning of a line is no definition.
    if (definition.test(line[0]) && !isCall(line[0], escaped)) return line.index;
  }
  return null;
}

function isCall(line: string, escaped: string): boolean {
  return new RegExp(String.raw`^${escaped}\s*\(`, 'u').test(line);
}

interface Labelled extends Block {
  readonly label: string;
}

/**
 * Blocks between lines of three or more backticks or tildes; an indented fence takes its indentation off its lines. As in
 * CommonMark (0.31, section 4.5), what is indented by four columns more is inside: a fence in a docstring ends nothing.
 */
function* fencedBlocks(text: string): Generator<Labelled> {
  let open: { mark: string; label: string; start: number; indent: string } | null = null;
  let at = 0;
  for (const line of text.split('\n')) {
    const fence = /^([ \t]*)(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*$/u.exec(line);
    if (fence && open === null) {
      const label = (fence[3] ?? '').replace(/^\{?\.?|\}$/gu, '');
      open = { mark: fence[2] ?? '', label, start: at + line.length + 1, indent: fence[1] ?? '' };
    } else if (
      fence &&
      open !== null &&
      fence[2]?.startsWith(open.mark) === true &&
      fence[3] === '' &&
      columns(fence[1] ?? '') <= columns(open.indent) + 3
    ) {
      yield block(text, open, at, true);
      open = null;
    }
    at += line.length + 1;
  }
  if (open !== null) yield block(text, open, text.length, false);
}

/** Tabs stop at every fourth column. */
function columns(indent: string): number {
  let at = 0;
  for (const one of indent) at += one === '\t' ? 4 - (at % 4) : 1;
  return at;
}

function block(
  text: string,
  { label, start, indent }: { label: string; start: number; indent: string },
  end: number,
  closed: boolean,
): Labelled {
  const from = Math.min(start, text.length);
  const inside = text.slice(from, Math.max(from, end));
  const lines = inside
    .split('\n')
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
  return { label, text: lines.join('\n'), start: from, end: Math.max(from, end), closed, fenced: true };
}
