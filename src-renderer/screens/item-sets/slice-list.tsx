import { useState } from 'react';
import { useStore } from 'zustand';
import type { SliceSummary } from '../../../src-main/contract/calls/slices.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { localDay } from '../../components/local-time.ts';
import { FailureNotice } from '../../components/notice.tsx';
import type { Column } from '../../components/table.tsx';
import { Table, TableCaption } from '../../components/table.tsx';
import { loadedRows } from '../../stores/paged-list.ts';
import { sliceRoute } from './item-sets-query.ts';

const columns: readonly Column<SliceSummary>[] = [
  {
    key: 'name',
    head: 'Slice',
    text: ({ name }) => name,
    draw: ({ slice, name }) => (
      <Link to={sliceRoute(slice)} className="set-link" tabIndex={-1}>
        {name}
      </Link>
    ),
  },
  { key: 'items', head: 'Items', numeric: true, text: ({ items }) => formatCount(items) },
  { key: 'unfinished', head: 'Unfinished', numeric: true, text: ({ unfinished }) => formatCount(unfinished) },
  { key: 'saved', head: 'Saved', numeric: true, text: ({ savedAt }) => localDay(savedAt, new Date()) },
];

/** Items that are being written by hand and are in no version yet. Nothing where there are none. */
export function SliceList() {
  const { slices, router } = useStores();
  const { total, pages, error } = useStore(slices.list.store);
  const [selected, setSelected] = useState<string | null>(null);
  const rows = loadedRows({ pages });
  if (error !== null)
    return (
      <FailureNotice
        failure={error}
        actions={<Button onClick={() => void slices.list.refresh()}>Try again</Button>}
      />
    );
  if (total === null || total === 0) return null;
  return (
    <section className="narrow">
      <TableCaption title="Being written by hand" columns={columns} rows={rows}>
        Drafts, in no version until they are frozen.
      </TableCaption>
      <Table
        label="Slices that are being written by hand"
        columns={columns}
        rows={rows}
        rowKey={({ slice }) => slice}
        selected={selected}
        onSelect={({ slice }) => {
          setSelected(slice);
        }}
        onOpen={({ slice }) => {
          router.go(sliceRoute(slice));
        }}
      />
    </section>
  );
}
