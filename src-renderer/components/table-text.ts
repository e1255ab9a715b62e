/** Tables as text, for spreadsheets and for documents. */

/** Rows of cells, the head first. */
export type TextTable = readonly (readonly string[])[];

/** One line a row, tabs between. What would break a cell becomes a space. */
export function toTsv(table: TextTable): string {
  return (
    table.map((row) => row.map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t')).join('\n') + '\n'
  );
}

/** A pipe table. `numeric` names the columns that stand to the right. */
export function toMarkdown(table: TextTable, numeric: ReadonlySet<number>): string {
  const [head, ...body] = table;
  if (head === undefined) return '';
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const safe = (cell: string) =>
    cell
      .replaceAll(/[\r\n]+/g, ' ')
      .replaceAll('\\', '\\\\')
      .replaceAll('|', '\\|');
  const rule = head.map((_, index) => (numeric.has(index) ? '--:' : '---'));
  return [line(head.map(safe)), line(rule), ...body.map((row) => line(row.map(safe)))].join('\n') + '\n';
}
