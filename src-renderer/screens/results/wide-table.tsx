import type { TableProps } from '../../components/table.tsx';
import { Table } from '../../components/table.tsx';

/** A table that may be wider than the window: it scrolls sideways, by keyboard too. */
export function WideTable<Row>(props: TableProps<Row>) {
  return (
    <div className="wide-table" tabIndex={0} role="region" aria-label={props.label}>
      <Table {...props} />
    </div>
  );
}
