/**
 * One tab stop for a table or list, arrows inside. The parts that can have the focus carry `data-row` and `data-column`
 * numbers; the one that had it last is the tab stop.
 */
import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import { useState } from 'react';

export interface Cell {
  readonly row: number;
  readonly column: number;
}

const moves: Readonly<Record<string, Cell>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

function cellOf(element: Element): Cell | null {
  const { row, column = '0' } = (element as HTMLElement).dataset;
  return row === undefined ? null : { row: Number(row), column: Number(column) };
}

function cellsIn(container: Element): readonly { readonly element: HTMLElement; readonly cell: Cell }[] {
  return [...container.querySelectorAll<HTMLElement>('[data-row]')].flatMap((element) => {
    const cell = cellOf(element);
    return cell === null ? [] : [{ element, cell }];
  });
}

/** Puts the focus on a row, or on the last one where there are fewer by now. False without rows. */
export function focusRow(container: Element | null, row: number, column = 0): boolean {
  if (container === null) return false;
  const cells = cellsIn(container);
  const rows = cells.map(({ cell }) => cell.row);
  const target = rows.includes(row) ? row : Math.max(-1, ...rows.filter((other) => other < row));
  const inRow = cells.filter(({ cell }) => cell.row === target);
  const found = inRow.find(({ cell }) => cell.column === column) ?? inRow.at(-1);
  found?.element.focus();
  return found !== undefined;
}

export interface Roving {
  /** For the element around. */
  readonly container: {
    readonly ref: RefObject<HTMLElement | null>;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onFocus: (event: FocusEvent) => void;
  };
  /** For each part that can have the focus. */
  cell(
    row: number,
    column?: number,
  ): {
    readonly 'data-row': number;
    readonly 'data-column': number;
    readonly tabIndex: 0 | -1;
  };
  /** The row that has the focus or had it last. */
  readonly row: number;
}

/** `rows` is how many there are now; a tab stop beyond them falls back to the last. */
export function useRoving(ref: RefObject<HTMLElement | null>, rows: number): Roving {
  const [current, setCurrent] = useState<Cell>({ row: 0, column: 0 });
  const row = Math.max(0, Math.min(current.row, rows - 1));
  return {
    row,
    container: {
      ref,
      onFocus: (event) => {
        const cell = cellOf(event.target);
        if (cell !== null) setCurrent(cell);
      },
      onKeyDown: (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const from = event.target instanceof Element ? cellOf(event.target) : null;
        if (from === null || ref.current === null) return;
        const move = moves[event.key];
        const ends: Readonly<Record<string, number>> = { Home: 0, End: rows - 1 };
        const end = ends[event.key];
        if (move === undefined && end === undefined) return;
        const to = { row: end ?? from.row + (move?.row ?? 0), column: from.column + (move?.column ?? 0) };
        if (to.row < 0 || to.row >= rows || to.column < 0) return;
        if (focusRow(ref.current, to.row, to.column)) event.preventDefault();
      },
    },
    cell: (cellRow, column = 0) => ({
      'data-row': cellRow,
      'data-column': column,
      tabIndex: cellRow === row && column === (current.row === row ? current.column : 0) ? 0 : -1,
    }),
  };
}
