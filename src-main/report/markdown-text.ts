/** Text made safe to stand in Markdown. */
import type { TextTable } from '../contract/presentation/review-tables.ts';
import { visibleLine, visibleText } from '../contract/presentation/visible-text.ts';

/**
 * On one line, with everything escaped that Markdown would read as markup, HTML, a link or a formula. An underscore
 * within a word stays as it is (Q4_K_M): GitHub's Markdown reads no emphasis there.
 */
export function inline(text: string): string {
  return visibleLine(text)
    .replaceAll('\\', '\\\\')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[`*[\]~$|]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/:(?=\/\/|\w+:)/g, '\\:')
    .replace(/\bwww\./gi, (start) => `${start.slice(0, -1)}\\.`)
    .replace(/^[-+#=>]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}

/** A fenced block; the fence is longer than any run of backticks within. */
export function fence(text: string): string {
  const shown = visibleText(text);
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}text\n${shown}\n${mark}`;
}

/** A table; `numeric` names the columns that stand to the right. Cells are escaped here. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numeric: ReadonlySet<number> = new Set(),
): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(inline).join(' | ')} |`;
  const rule = `|${head.map((_, index) => (numeric.has(index) ? ' ---: ' : ' --- ')).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

export function textTable({ heads, words, rows }: TextTable): string {
  const numeric = new Set(heads.keys().filter((index) => index >= words));
  return table(
    heads,
    rows.map(({ cells }) => cells),
    numeric,
  );
}
