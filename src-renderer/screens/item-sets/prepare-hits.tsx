import { useState } from 'react';
import { useStore } from 'zustand';
import type { ScrubHit } from '../../../src-main/contract/calls/preparing.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { visibleText } from '../../../src-main/contract/presentation/visible-text.ts';
import type { RecordOf } from '../../../src-main/contract/preparation.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { SelectField } from '../../components/sentence-field.tsx';
import type { Column } from '../../components/table.tsx';
import { Table, TableCaption } from '../../components/table.tsx';
import { loadedRows } from '../../stores/paged-list.ts';
import type { PreparingStore } from '../../stores/preparing-store.ts';

const line = (text: string) => visibleText(text.replace(/\s+/gu, ' '));

const columns: readonly Column<ScrubHit>[] = [
  { key: 'item', head: 'Item', text: ({ item }) => item, width: '9rem' },
  { key: 'place', head: 'Place', text: ({ field }) => field, width: '9rem' },
  { key: 'rule', head: 'Rule', text: ({ rule }) => rule, width: '6rem' },
  {
    key: 'change',
    head: 'Before and after',
    text: ({ before, after }) =>
      `${line(before.lead + before.found + before.tail)} ${after === null ? '(kept)' : `→ ${line(after.lead + after.placeholder + after.tail)}`}`,
    draw: ({ before, after }) => (
      <span className="scrub-change">
        <span>
          {line(before.lead)}
          {after === null ? <mark>{line(before.found)}</mark> : <del>{line(before.found)}</del>}
          {line(before.tail)}
        </span>
        {after === null ? (
          <span className="muted">kept</span>
        ) : (
          <span>
            {line(after.lead)}
            <ins>{after.placeholder}</ins>
            {line(after.tail)}
          </span>
        )}
      </span>
    ),
  },
];

/** Among the choices, in place of a rule: no rule is called so. */
const keptHits = '=';

const sum = (counts: readonly (readonly [string, number])[]) =>
  counts.reduce((total, [, count]) => total + count, 0);

/** Every hit of the scrubbing that is looked at, page by page. */
export function PrepareHits({
  preparing,
  record,
}: {
  readonly preparing: PreparingStore;
  readonly record: RecordOf<'scrub'>;
}) {
  const state = useStore(preparing.hits.store);
  const [shown, setShown] = useState('');
  const rows = loadedRows(state);
  const found = Object.entries(record.byRule).filter(([, count]) => count > 0);
  const kept = sum(Object.entries(record.kept ?? {}));
  const total = sum(found) + kept;
  if (total === 0) return null;
  const rest = (state.total ?? 0) - rows.length;
  return (
    <section aria-label="Hits">
      <TableCaption title="Hits" columns={columns} rows={rows}>
        What is struck out goes; what is underlined takes its place.
        {kept === 0 ? null : ' What is framed stays: to be rid of it, change the file or its mapping.'}
      </TableCaption>
      <div className="row-of-controls">
        Show
        <SelectField
          label="Hits to show"
          value={shown}
          options={[
            { value: '', label: `all ${formatCount(total)}` },
            ...found.map(([name, count]) => ({ value: name, label: `${name}, ${formatCount(count)}` })),
            ...(kept === 0 ? [] : [{ value: keptHits, label: `kept, ${formatCount(kept)}` }]),
          ]}
          onChange={(chosen) => {
            setShown(chosen);
            void preparing.showHits(
              chosen === keptHits ? { kept: true } : chosen === '' ? {} : { rule: chosen },
            );
          }}
        />
      </div>
      {state.error === null ? null : <FailureNotice failure={state.error} />}
      <Table
        label="Hits, before and after"
        className="scrub-hits"
        columns={columns}
        rows={rows}
        rowKey={(row) => `${rows.indexOf(row)}`}
      />
      {rest > 0 ? (
        <p>
          <Button
            disabled={state.busy}
            onClick={() => void preparing.hits.ensure(rows.length, rows.length + 1)}
          >
            Show more of {formatCount(rest)} others
          </Button>
        </p>
      ) : null}
    </section>
  );
}
