import { useState } from 'react';
import { useStore } from 'zustand';
import type { DuplicateGroup } from '../../../src-main/contract/calls/preparing.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { visibleText } from '../../../src-main/contract/presentation/visible-text.ts';
import { useStores } from '../../app/app-context.tsx';
import { useKeys } from '../../app/use-keys.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import type { Column } from '../../components/table.tsx';
import { Table, TableCaption } from '../../components/table.tsx';
import { Toggle } from '../../components/toggle.tsx';
import { loadedRows } from '../../stores/paged-list.ts';
import type { PreparingStore } from '../../stores/preparing-store.ts';
import { decisionChoices, decisionWords, similarityWords } from './prepare-words.ts';

const facts: readonly Column<DuplicateGroup>[] = [
  { key: 'group', head: 'First item', text: ({ group }) => group },
  { key: 'items', head: 'Items', numeric: true, text: ({ items }) => formatCount(items) },
  { key: 'similarity', head: 'Alike', text: ({ similarity }) => similarityWords(similarity) },
  { key: 'checks', head: 'Checks', text: ({ disagree }) => (disagree ? 'differ' : 'the same') },
];
const decided: Column<DuplicateGroup> = {
  key: 'decision',
  head: 'Becomes',
  text: ({ decision }) => decisionWords(decision),
};

/** Groups of duplicates: arrows choose one, its items stand beside it, and for near-duplicates a digit decides. */
export function PrepareGroups({
  preparing,
  near,
}: {
  readonly preparing: PreparingStore;
  readonly near: boolean;
}) {
  const { settings } = useStores();
  const letterKeys = useStore(settings.store, ({ fields }) => fields.letterKeys);
  const state = useStore(preparing.groups.store);
  const [chosen, setChosen] = useState<string | null>(null);
  const rows = loadedRows(state);
  const group = rows.find((row) => row.group === chosen) ?? rows[0];
  const decide = (index: number) => {
    const choice = decisionChoices[index];
    if (near && group !== undefined && choice !== undefined) void preparing.decide(group.group, choice.value);
  };
  useKeys(
    'Duplicates',
    near
      ? decisionChoices.map(({ key, label }, index) => ({
          keys: key,
          label: `This group: ${label}`,
          run: () => {
            decide(index);
          },
        }))
      : [],
  );
  if (group === undefined) return state.error === null ? null : <FailureNotice failure={state.error} />;
  const rest = (state.total ?? 0) - rows.length;
  const columns = near ? [...facts, decided] : facts;
  return (
    <section aria-label="Groups">
      <TableCaption title="Groups" columns={columns} rows={rows}>
        {near
          ? `Arrows choose a group${letterKeys ? ', and a digit says what becomes of it' : ''}.`
          : 'Of each the first stays. Where the checks differ, one of them is wrong.'}
      </TableCaption>
      {state.error === null ? null : <FailureNotice failure={state.error} />}
      <div className="duplicate-groups">
        <div className="group-list">
          <Table
            label="Groups of duplicates"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.group}
            selected={group.group}
            onSelect={(row) => {
              setChosen(row.group);
            }}
          />
          {rest > 0 ? (
            <p>
              <Button
                disabled={state.busy}
                onClick={() => void preparing.groups.ensure(rows.length, rows.length + 1)}
              >
                Show more of {formatCount(rest)} others
              </Button>
            </p>
          ) : null}
        </div>
        <div className="group-members" role="region" aria-label={`Items alike ${group.group}`}>
          {near ? (
            <p className="row-of-controls" role="group" aria-label="What becomes of this group">
              {decisionChoices.map(({ value, label, key }, index) => (
                <Toggle
                  key={value}
                  pressed={group.decision === value}
                  onToggle={() => {
                    decide(index);
                  }}
                >
                  {letterKeys ? <kbd aria-hidden="true">{key}</kbd> : null} {label}
                </Toggle>
              ))}
            </p>
          ) : null}
          <ol>
            {group.members.map(({ id, stratum, check, preview }) => (
              <li key={id}>
                <b>{visibleText(id)}</b> <span className="muted">{visibleText(`${stratum}, ${check}`)}</span>
                <br />
                {visibleText(preview)}
              </li>
            ))}
          </ol>
          {group.items > group.members.length ? (
            <p className="muted">And {formatCount(group.items - group.members.length)} more.</p>
          ) : null}
        </div>
      </div>
    </section>
  );
}
