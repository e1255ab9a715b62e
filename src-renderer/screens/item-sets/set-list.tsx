import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ItemSetSummary } from '../../../src-main/contract/calls/items.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useStores } from '../../app/app-context.tsx';
import { useLate } from '../../app/use-late.ts';
import { useTitle } from '../../app/use-title.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Link } from '../../components/link.tsx';
import { localDay } from '../../components/local-time.ts';
import { FailureNotice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { Column } from '../../components/table.tsx';
import { Table, TableCaption } from '../../components/table.tsx';
import { loadedRows } from '../../stores/paged-list.ts';
import { importRoute, setRoute, sliceRoute } from './item-sets-query.ts';
import { SliceList } from './slice-list.tsx';
import { freeName } from './slice-words.ts';

const columns: readonly Column<ItemSetSummary>[] = [
  {
    key: 'name',
    head: 'Set',
    text: ({ name }) => name,
    draw: (set) => (
      <Link to={setRoute(set)} className="set-link" tabIndex={-1}>
        {set.name}
      </Link>
    ),
  },
  {
    key: 'version',
    head: 'Latest version',
    numeric: true,
    text: ({ version }) => formatCount(version),
  },
  { key: 'items', head: 'Items', numeric: true, text: ({ items }) => formatCount(items) },
  { key: 'dev', head: 'Dev', numeric: true, text: ({ dev }) => formatCount(dev) },
  { key: 'heldOut', head: 'Held out', numeric: true, text: ({ heldOut }) => formatCount(heldOut) },
  { key: 'strata', head: 'Strata', numeric: true, text: ({ strata }) => formatCount(strata) },
  {
    key: 'comparisons',
    head: 'Comparisons',
    numeric: true,
    text: ({ comparisons }) => formatCount(comparisons),
  },
  { key: 'frozen', head: 'Frozen', numeric: true, text: ({ frozenAt }) => localDay(frozenAt, new Date()) },
  {
    key: 'hash',
    head: 'sha256',
    text: ({ hash }) => hash,
    draw: ({ hash }) => <code title={hash}>{hash.slice(0, 12)}</code>,
  },
];

/** Every set, by name, each with its latest version. */
export function SetList() {
  useTitle('Item sets');
  const { itemSets, slices, router } = useStores();
  const { total, pages, error, input } = useStore(itemSets.list.store);
  const written = useStore(slices.list.store);
  const [problem, setProblem] = useState<Failure | null>(null);
  const [search, setSearch] = useState(input?.search ?? '');
  const [selected, setSelected] = useState<string | null>(null);
  const late = useLate(total === null && error === null);
  const rows = loadedRows({ pages });
  useEffect(() => {
    const wanted = search.trim();
    const timer = setTimeout(
      () => {
        void itemSets.list.open(wanted === '' ? {} : { search: wanted }, 'keep');
      },
      itemSets.list.store.getState().input === null ? 0 : 120,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [itemSets, search]);

  useEffect(() => {
    void slices.list.open({});
  }, [slices]);
  const writeByHand = async () => {
    const made = await slices.create(freeName(loadedRows(written)));
    if (made.ok) router.go(sliceRoute(made.data.slice));
    else setProblem(made.error);
  };

  const goImport = () => {
    router.go(importRoute);
  };
  const none = total === 0 && input?.search === undefined;
  return (
    <div className="item-sets">
      <PageHead title="Item sets">
        <input
          className="field"
          type="search"
          placeholder="Filter by name"
          aria-label="Filter item sets"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
          }}
        />
        <Button onClick={() => void writeByHand()}>Write items by hand</Button>
        <Button look="primary" onClick={goImport}>
          Import items
        </Button>
      </PageHead>
      {problem === null ? null : <FailureNotice failure={problem} />}
      {error === null ? null : (
        <FailureNotice
          failure={error}
          actions={<Button onClick={() => void itemSets.list.refresh()}>Try again</Button>}
        />
      )}
      {none ? (
        <EmptyState title="No item sets yet.">
          Import your own logs or a benchmark file: JSONL, JSON, CSV, Parquet or YAML. A set is frozen as a
          version, so that two comparisons can be known to have asked the same.
        </EmptyState>
      ) : total === 0 ? (
        <EmptyState
          title="No item set matches."
          actions={
            <Button
              onClick={() => {
                setSearch('');
              }}
            >
              Clear the filter
            </Button>
          }
        />
      ) : total === null ? (
        <p className="waiting">{late ? 'Reading the item sets' : ''}</p>
      ) : (
        <section>
          <TableCaption
            title={`${formatCount(total)} ${total === 1 ? 'set' : 'sets'}`}
            {...{ columns, rows }}
          >
            Each in its latest version. A version never changes.
          </TableCaption>
          <Table
            label="Item sets, by name"
            columns={columns}
            rows={rows}
            rowKey={({ name }) => name}
            selected={selected}
            onSelect={({ name }) => {
              setSelected(name);
            }}
            onOpen={(set) => {
              router.go(setRoute(set));
            }}
          />
          {rows.length < total ? (
            <p className="more-rows">
              <Button onClick={() => void itemSets.list.ensure(rows.length, rows.length + 1)}>
                Show more, {rows.length} of {total}
              </Button>
            </p>
          ) : null}
        </section>
      )}
      <SliceList />
    </div>
  );
}
