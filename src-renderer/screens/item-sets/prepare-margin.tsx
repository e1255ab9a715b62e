import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { StratumAnswer } from '../../../src-main/contract/calls/preparing.ts';
import { formatCount, formatPointsSize } from '../../../src-main/contract/presentation/numbers.ts';
import { FailureNotice } from '../../components/notice.tsx';
import { NumberField, Sentence, SentenceLine } from '../../components/sentence-field.tsx';
import type { Column } from '../../components/table.tsx';
import { Table, TableCaption } from '../../components/table.tsx';
import { loadedRows } from '../../stores/paged-list.ts';
import type { PreparingStore } from '../../stores/preparing-store.ts';
import { enoughWords, missingWords } from './prepare-words.ts';

const columns: readonly Column<StratumAnswer>[] = [
  { key: 'stratum', head: 'Stratum', text: ({ stratum }) => stratum },
  { key: 'items', head: 'Items', numeric: true, text: ({ items }) => formatCount(items) },
  { key: 'heldOut', head: 'Held out', numeric: true, text: ({ heldOut }) => formatCount(heldOut) },
  { key: 'needed', head: 'Needed', numeric: true, text: ({ needed }) => formatCount(needed) },
  { key: 'enough', head: 'Enough?', text: missingWords },
  {
    key: 'detects',
    head: 'Smallest drop shown, points',
    numeric: true,
    text: ({ detects }) => formatPointsSize(detects),
  },
];

/** Whether each stratum has enough held-out items for a margin, before anything has run. */
export function PrepareMargin({
  preparing,
  heldOut,
  seed,
  looked,
}: {
  readonly preparing: PreparingStore;
  /** Share of each stratum. */
  readonly heldOut: number;
  readonly seed: number;
  /** The items are those that the step which is looked at would leave. */
  readonly looked: boolean;
}) {
  const [margin, setMargin] = useState(4);
  const [differ, setDiffer] = useState(10);
  const state = useStore(preparing.strata.store);
  useEffect(() => {
    void preparing.ask({ margin: margin / 100, discordance: differ / 100, heldOut, seed });
  }, [preparing, margin, differ, heldOut, seed]);
  const rows = loadedRows(state);
  const enough = rows.filter((row) => row.enough).length;
  const rest = (state.total ?? 0) - rows.length;
  return (
    <section aria-label="Enough items for the margin?">
      <TableCaption title="Enough items for the margin?" columns={columns} rows={rows}>
        {looked ? 'As it would be after the step that is looked at. ' : ''}
        Two-sided 95 %, power 80 %, items taken as independent.
      </TableCaption>
      <Sentence body>
        <SentenceLine>
          For a drop of
          <NumberField
            label="Margin, points"
            value={margin}
            min={0.1}
            max={100}
            decimals={1}
            onCommit={setMargin}
          />
          points in each stratum, where
          <NumberField
            label="Answers that differ, percent"
            value={differ}
            min={0.1}
            max={100}
            decimals={1}
            onCommit={setDiffer}
          />
          % of the answers are expected to differ
        </SentenceLine>
      </Sentence>
      {state.error === null ? null : <FailureNotice failure={state.error} />}
      {state.total === null ? null : (
        <>
          {rest > 0 ? null : (
            <p className="margin-answer">
              <b>{enoughWords(enough, rows.length, margin / 100)}</b>
            </p>
          )}
          <Table
            label="Items of each stratum and what the margin needs"
            columns={columns}
            rows={rows}
            rowKey={({ stratum }) => stratum}
          />
          {rest > 0 ? <p className="muted">And {formatCount(rest)} strata more.</p> : null}
        </>
      )}
    </section>
  );
}
