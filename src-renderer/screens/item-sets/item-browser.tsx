import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { visibleText } from '../../../src-main/contract/presentation/visible-text.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { useKeys } from '../../app/use-keys.ts';
import { useLate } from '../../app/use-late.ts';
import { useTitle } from '../../app/use-title.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { KeyHint } from '../../components/key-hint.tsx';
import { Link } from '../../components/link.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import type { SetReference } from '../../stores/item-sets-store.ts';
import { rowAt } from '../../stores/paged-list.ts';
import { setRoute } from './item-sets-query.ts';
import { whyHidden } from './item-sets-words.ts';
import { ItemView } from './item-view.tsx';

const rowHeight = 28;

/** The dev items of a version, one beside the list. */
export function ItemBrowser({ set }: { readonly set: SetReference }) {
  useTitle(`Dev items of ${set.name}@${set.version}`);
  const { itemSets } = useStores();
  const { name, version } = set;
  const detail = useResource(itemSets.detail, set);
  const pages = useStore(itemSets.items.store);
  const [stratum, setStratum] = useState('');
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState(0);
  const find = useRef<HTMLInputElement>(null);
  const late = useLate(pages.total === null && pages.error === null);
  const total = pages.total ?? 0;

  useEffect(() => {
    const wanted = search.trim();
    const timer = setTimeout(() => {
      setSelected(0);
      void itemSets.items.open(
        {
          set: { name, version },
          ...(stratum === '' ? {} : { stratum }),
          ...(wanted === '' ? {} : { search: wanted }),
        },
        'keep',
      );
    }, 60);
    return () => {
      clearTimeout(timer);
    };
  }, [itemSets, name, version, stratum, search]);

  const go = (index: number) => {
    setSelected(Math.max(0, Math.min(total - 1, index)));
  };
  useKeys('Dev items', [
    {
      keys: 'j',
      label: 'Next item',
      run: () => {
        go(selected + 1);
      },
    },
    {
      keys: 'k',
      label: 'Previous item',
      run: () => {
        go(selected - 1);
      },
    },
    { keys: '/', label: 'Find in ids and prompts', run: () => find.current?.focus() },
  ]);
  useEffect(() => {
    if (total > 0) void itemSets.items.ensure(selected, selected + 1);
  }, [itemSets, selected, total]);
  const onRange = useCallback((from: number, to: number) => void itemSets.items.ensure(from, to), [itemSets]);
  // Rows of the version before stay in the store until the first page of this one is here.
  const own = pages.input?.set.name === name && pages.input.set.version === version && !pages.stale;
  const row = own ? rowAt(pages, itemSets.items.pageSize, selected) : undefined;
  const heldOut = detail.data?.strata.reduce((sum, one) => sum + one.heldOut, 0) ?? 0;

  return (
    <div className="item-browser filling">
      <section className="list-side" aria-label="Dev items">
        <div className="browser-head">
          <h1 tabIndex={-1}>
            <Link to={setRoute(set)} className="link">
              {name}@{version}
            </Link>
            , dev items
          </h1>
          <div className="pickers">
            <select
              className="field"
              aria-label="Stratum"
              value={stratum}
              onChange={(event) => {
                setStratum(event.target.value);
              }}
            >
              <option value="">All strata</option>
              {(detail.data?.strata ?? []).map((one) => (
                <option key={one.stratum}>{one.stratum}</option>
              ))}
            </select>
            <input
              className="field"
              type="search"
              ref={find}
              placeholder="Find text"
              aria-label="Find in ids and prompts"
              value={search}
              onChange={(event) => {
                setSearch(event.target.value);
              }}
            />
            <KeyHint keys="/" />
          </div>
        </div>
        {pages.error === null ? null : (
          <FailureNotice
            failure={pages.error}
            actions={<Button onClick={() => void itemSets.items.refresh()}>Try again</Button>}
          />
        )}
        {!own || pages.total === null ? (
          <p className="waiting">{late ? 'Reading the items' : ''}</p>
        ) : total === 0 ? (
          <EmptyState
            title="No dev items match."
            actions={
              <Button
                onClick={() => {
                  setStratum('');
                  setSearch('');
                }}
              >
                Clear filters
              </Button>
            }
          />
        ) : (
          <VirtualList
            label={`${formatCount(total)} dev items`}
            count={total}
            rowHeight={rowHeight}
            selected={selected}
            onSelect={go}
            onRange={onRange}
            draw={(index) => {
              const one = rowAt(pages, itemSets.items.pageSize, index);
              if (one === undefined) return <span className="item-row" />;
              return (
                <span className="item-row">
                  <span className="cut">{visibleText(one.id)}</span>
                  <span className="cut muted">{visibleText(one.stratum)}</span>
                  <span className="cut">{visibleText(one.preview)}</span>
                </span>
              );
            }}
          />
        )}
        <p className="position">
          {total === 0 ? '' : `${formatCount(selected + 1)} of ${formatCount(total)} dev items. `}
          {heldOut === 0 ? '' : `${formatCount(heldOut)} held out. ${whyHidden}`}
        </p>
      </section>
      <section className="item-pane" aria-label="Item" tabIndex={0}>
        {row === undefined ? null : <ItemPane set={set} item={row.id} />}
      </section>
    </div>
  );
}

function ItemPane({ set, item }: { readonly set: SetReference; readonly item: string }) {
  const { itemSets } = useStores();
  const { name, version } = set;
  const { data, error } = useResource(itemSets.item, { set: { name, version }, item });
  const late = useLate(data === null && error === null);
  if (error !== null) return <FailureNotice failure={error} />;
  if (data === null) return <p className="waiting">{late ? 'Reading the item' : ''}</p>;
  return <ItemView item={data} />;
}
