import { useCallback, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { ReadingCounts, ReadingFilter, ReadingRow } from '../../../src-main/contract/calls/reading.ts';
import { partingKinds } from '../../../src-main/contract/divergence.ts';
import { partingWords } from '../../../src-main/contract/presentation/divergence-words.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { useStores } from '../../app/app-context.tsx';
import { useKeys } from '../../app/use-keys.ts';
import { useLate } from '../../app/use-late.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FlipBadge } from '../../components/flip-badge.tsx';
import { KeyHint } from '../../components/key-hint.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { Toggle } from '../../components/toggle.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { rowAt } from '../../stores/paged-list.ts';
import { filterWords } from '../../stores/reading-store.ts';
import { listLayout } from './list-layout.ts';
import type { ReadingQuery } from './reading-query.ts';

const rowHeight = 28;

/** The items under the filter, by stratum. */
export function ItemList({
  query,
  onQuery,
  selected,
  onSelect,
}: {
  readonly query: ReadingQuery;
  readonly onQuery: (query: ReadingQuery) => void;
  /** Place among the items. */
  readonly selected: number | null;
  readonly onSelect: (offset: number) => void;
}) {
  const { reading } = useStores();
  const pages = useStore(reading.list.store);
  const counts = useStore(reading.counts.store);
  const find = useRef<HTMLInputElement>(null);
  const filters = useRef<HTMLDivElement>(null);
  const late = useLate(counts.data === null && counts.busy);
  const candidate = query.candidate;
  const isBehind = (shown: { readonly candidate: string } | null, busy: boolean) =>
    busy || shown?.candidate !== candidate;
  const behind = pages.stale || isBehind(pages.input, pages.busy) || isBehind(counts.input, counts.busy);
  const layout = useMemo(() => listLayout(counts.data?.strata ?? []), [counts.data]);

  useKeys('Read', [
    { keys: '/', label: 'Find in prompts and answers', run: () => find.current?.focus() },
    { keys: 'f', label: 'Filters', run: () => filters.current?.querySelector('button')?.focus() },
  ]);

  const onRange = useCallback(
    (from: number, to: number) => {
      void reading.list.ensure(layout.offsetAt(from), layout.offsetAt(to - 1) + 1);
    },
    [layout, reading],
  );
  // A heading is stepped over; above the first one there is nothing to step to.
  const choose = (row: number, direction: 1 | -1) => {
    const place = layout.at(row);
    const aim = place.kind === 'item' || row === 0 ? row : row + direction;
    onSelect(layout.offsetAt(aim));
  };
  const toggle = (kind: ReadingFilter, pressed: boolean) => {
    const kinds = filterWords
      .map((filter) => filter.kind)
      .filter((one) => (one === kind ? pressed : query.kinds.includes(one)));
    onQuery({ ...query, kinds });
  };

  return (
    <section className="item-list" aria-label="Items" aria-busy={behind}>
      <div className="filters" role="group" aria-label="Show" ref={filters}>
        {filterWords.map(({ kind, word }) => (
          <Toggle
            key={kind}
            pressed={query.kinds.includes(kind)}
            onToggle={(pressed) => {
              toggle(kind, pressed);
            }}
          >
            {word} {counts.data === null ? '' : kindCount(counts.data, kind)}
          </Toggle>
        ))}
        {partingsOf(query, counts.data).map((kind) => (
          <Toggle
            key={kind}
            pressed={query.parting === kind}
            onToggle={(pressed) => {
              onQuery({ ...query, parting: pressed ? kind : null });
            }}
          >
            {capital(partingWords[kind])}{' '}
            {counts.data === null ? '' : formatCount(counts.data.partings[kind])}
          </Toggle>
        ))}
        <span className="pickers">
          <select
            className="field"
            aria-label="Stratum"
            value={query.stratum ?? ''}
            onChange={(event) => {
              onQuery({ ...query, stratum: event.target.value === '' ? null : event.target.value });
            }}
          >
            <option value="">All strata</option>
            {strataNames(query.stratum, counts.data?.strata ?? []).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <input
            className="field"
            type="search"
            ref={find}
            placeholder="Find text"
            aria-label="Find in prompts and answers"
            value={query.text}
            onChange={(event) => {
              onQuery({ ...query, text: event.target.value });
            }}
          />
          <KeyHint keys="/" />
        </span>
      </div>
      {pages.error === null ? null : (
        <FailureNotice
          failure={pages.error}
          actions={<Button onClick={() => void reading.list.refresh()}>Try again</Button>}
        />
      )}
      {layout.length === 0 && counts.data !== null ? (
        <EmptyState
          title={noneWords(query, counts.data.scored)}
          actions={
            <Button
              onClick={() => {
                onQuery({ ...query, kinds: [], parting: null, stratum: null, text: '' });
                // This button goes with the emptiness.
                filters.current?.querySelector('button')?.focus();
              }}
            >
              Show all items
            </Button>
          }
        />
      ) : layout.length === 0 ? (
        <p className="waiting muted">{late ? 'Reading the items' : ''}</p>
      ) : (
        <VirtualList
          label={`${formatCount(counts.data?.matching ?? 0)} items`}
          count={layout.length}
          rowHeight={rowHeight}
          selected={selected === null ? null : layout.rowOf(selected)}
          onSelect={choose}
          onRange={onRange}
          draw={(row) => {
            const place = layout.at(row);
            if (place.kind === 'heading') {
              const { stratum, matching, flips } = place.stratum;
              return (
                <span className="group">
                  <b>{stratum}</b>{' '}
                  <span className="muted">
                    {counts.data?.scored === false ? itemWords(matching) : flipWords(flips)}
                  </span>
                </span>
              );
            }
            return <ItemRow row={rowAt(pages, reading.list.pageSize, place.offset)} />;
          }}
        />
      )}
      <p className="position">
        <span>
          {selected === null || counts.data === null
            ? ''
            : `${formatCount(Math.min(selected + 1, counts.data.matching))} of ${formatCount(counts.data.matching)}`}
        </span>
        <span>{counts.data === null ? '' : `${formatCount(counts.data.items)} items in all`}</span>
      </p>
    </section>
  );
}

/** Those that can be chosen: none where partings were not measured. */
function partingsOf({ parting }: ReadingQuery, counts: ReadingCounts | null) {
  return partingKinds.filter((kind) => kind === parting || (counts?.partings[kind] ?? 0) > 0);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Nothing where it is not known yet. */
function kindCount({ scored, kinds }: ReadingCounts, kind: ReadingFilter): string {
  return !scored && (kind === 'lost' || kind === 'gained') ? '' : formatCount(kinds[kind]);
}

function itemWords(items: number): string {
  return items === 1 ? '1 item' : `${formatCount(items)} items`;
}

function flipWords(flips: number): string {
  return flips === 1 ? '1 flip' : `${formatCount(flips)} flips`;
}

/** Why the list is empty. */
function noneWords({ candidate, kinds, parting, stratum, text }: ReadingQuery, scored: boolean): string {
  const flips = kinds.length > 0 && kinds.every((kind) => kind === 'lost' || kind === 'gained');
  if (!flips || parting !== null || stratum !== null || text !== '' || candidate === null)
    return 'No items match.';
  if (!scored) return 'What was lost or gained is known when the run ends.';
  return kinds.length === 2 ? `${candidate} flipped no item.` : `${candidate} ${kinds[0] ?? ''} no item.`;
}

/** A stratum that was chosen stays in the list, though the filter leaves it empty. */
function strataNames(
  chosen: string | null,
  strata: readonly { readonly stratum: string }[],
): readonly string[] {
  return [...new Set([...strata.map(({ stratum }) => stratum), ...(chosen === null ? [] : [chosen])])];
}

function ItemRow({ row }: { readonly row: ReadingRow | undefined }) {
  if (row === undefined) return <span className="item-row" />;
  return (
    <span className="item-row">
      <FlipBadge flip={row.flip} {...row.values} />
      <span className="id cut">{row.item}</span>
      <span className="cut soft">{row.preview}</span>
    </span>
  );
}
