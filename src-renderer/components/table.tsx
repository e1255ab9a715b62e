import type { ReactNode } from 'react';
import { useRef } from 'react';
import { CopyTable } from './copy-table.tsx';
import { useRoving } from './roving.ts';
import { TableFrame } from './table-frame.tsx';
import type { TextTable } from './table-text.ts';
import './table.css';

export interface Column<Row> {
  readonly key: string;
  readonly head: string;
  /** In place of the head for those who look, such as an axis. */
  readonly drawHead?: ReactNode;
  /** To the right, and so in Markdown. */
  readonly numeric?: boolean;
  /** Such as `6rem`; absent: as much as it needs. */
  readonly width?: string;
  /** What is copied; also what is shown, where `draw` is absent. */
  readonly text: (row: Row) => string;
  readonly draw?: (row: Row) => ReactNode;
}

export interface TableProps<Row> {
  /** Read out when the table is entered. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Makes rows choosable: one tab stop, arrows inside. */
  readonly selected?: string | null;
  readonly onSelect?: (row: Row) => void;
  /** Enter or double click on a row. */
  readonly onOpen?: (row: Row) => void;
  readonly dense?: boolean;
  /** A class for layouts of its own. */
  readonly className?: string;
}

function textTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): TextTable {
  return [columns.map(({ head }) => head), ...rows.map((row) => columns.map(({ text }) => text(row)))];
}

/** The first column heads its row. */
export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  selected,
  onSelect,
  onOpen,
  dense = false,
  className = '',
}: TableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const roving = useRoving(body, rows.length);
  const choosable = onSelect !== undefined;
  const hasChosen = rows.some((row) => rowKey(row) === selected);
  return (
    <TableFrame label={label}>
      <table
        className={`table${dense ? ' dense' : ''} ${className}`}
        aria-label={label}
        {...(choosable ? { role: 'grid' } : {})}
      >
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} style={width === undefined ? undefined : { width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ key, head, drawHead, numeric }) => (
              <th key={key} scope="col" className={numeric === true ? 'num' : undefined}>
                {drawHead ?? head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...(choosable ? { ...roving.container, ref: body } : {})}>
          {rows.map((row, index) => (
            <tr
              key={rowKey(row)}
              {...(choosable
                ? {
                    ...roving.cell(index),
                    // Entering the table must not choose another row: the chosen one is where it is entered.
                    ...(hasChosen ? { tabIndex: rowKey(row) === selected ? 0 : -1 } : {}),
                    'aria-selected': rowKey(row) === selected,
                    onClick: () => {
                      onSelect(row);
                    },
                    onFocus: () => {
                      if (rowKey(row) !== selected) onSelect(row);
                    },
                    onDoubleClick: () => onOpen?.(row),
                    onKeyDown: (event) => {
                      if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(row);
                    },
                  }
                : {})}
            >
              {columns.map((column, place) => (
                <TableCell key={column.key} column={column} row={row} heads={place === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function TableCell<Row>({
  column,
  row,
  heads,
}: {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly heads: boolean;
}) {
  const content = column.draw === undefined ? column.text(row) : column.draw(row);
  const className = column.numeric === true ? 'num' : undefined;
  if (!heads) return <td className={className}>{content}</td>;
  return (
    <th scope="row" className={className}>
      {content}
    </th>
  );
}

/** What stands over a table: its title, what the numbers are, and the two ways to take them along. */
export function TableCaption<Row>({
  title,
  children,
  columns,
  rows,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}) {
  const numeric = new Set(columns.flatMap((column, index) => (column.numeric === true ? [index] : [])));
  return (
    <div className="table-caption">
      <div className="grow">
        <h2>{title}</h2>
        {children === undefined ? null : <p>{children}</p>}
      </div>
      <CopyTable table={() => textTable(columns, rows)} numeric={numeric} title={title} />
    </div>
  );
}
