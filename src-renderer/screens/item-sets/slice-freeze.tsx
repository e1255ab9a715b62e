import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Failure } from '../../../src-main/contract/result.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { SelectField, Sentence, SentenceLine, TextField } from '../../components/sentence-field.tsx';
import type { SliceEditorState, SliceStore } from '../../stores/slice-store.ts';
import { loadedRows } from '../../stores/paged-list.ts';
import { setRoute, sliceRoute } from './item-sets-query.ts';

const alone = '';

/** Makes a version of the items: of their own, or after all items of a version that is there. */
export function SliceFreeze({
  editor,
  state,
  slice,
}: {
  readonly editor: SliceStore;
  readonly state: SliceEditorState;
  readonly slice: string;
}) {
  const { itemSets, router, toasts } = useStores();
  const { pages } = useStore(itemSets.list.store);
  const [name, setName] = useState(state.name);
  const [onto, setOnto] = useState(alone);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Failure | null>(null);
  useEffect(() => {
    void itemSets.list.open({}, 'keep');
  }, [itemSets]);
  const sets = loadedRows({ pages });
  const chosen = sets.find((set) => set.name === onto);
  const own = name.trim();
  const same = sets.find((set) => set.name === own);
  const { items, problems } = state;
  const open = items.filter(({ key }) => problems.has(key));
  const freeze = async () => {
    setBusy(true);
    const answer = await editor.freeze(
      chosen?.name ?? own,
      chosen === undefined ? null : { name: chosen.name, version: chosen.version },
    );
    setBusy(false);
    if (!answer.ok) {
      setProblem(answer.error);
      return;
    }
    toasts.show(`Froze ${answer.data.name}@${answer.data.version}.`);
    router.replace(setRoute(answer.data));
  };
  return (
    <div className="slice-item">
      <h2>Freeze</h2>
      {open.length === 0 ? null : (
        <Notice
          tone="attention"
          title={`${formatCount(open.length)} ${open.length === 1 ? 'item is' : 'items are'} not finished, and nothing is frozen before all are.`}
        >
          <ul className="open-items">
            {open.slice(0, 20).map(({ key, item }) => (
              <li key={key}>
                <Link
                  to={sliceRoute(slice)}
                  className="link"
                  onClick={() => {
                    editor.select(key);
                  }}
                >
                  {item.id === '' ? 'An item without an id' : item.id}
                </Link>
                : {problems.get(key)?.[0]?.message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Sentence>
        <SentenceLine>
          Freeze {items.length === 1 ? 'the item' : `the ${formatCount(items.length)} items`}
          <SelectField
            label="Alone or together with a version"
            value={onto}
            options={[
              { value: alone, label: 'alone' },
              ...sets.map((set) => ({
                value: set.name,
                label: `after the ${formatCount(set.items)} items of ${set.name}@${set.version}`,
              })),
            ]}
            onChange={setOnto}
          />
        </SentenceLine>
        <SentenceLine>
          {chosen === undefined ? (
            <>
              as {same === undefined ? 'the first version of' : `version ${same.version + 1} of`}
              <TextField
                label="Name of the set"
                value={name}
                problem={own === '' ? 'A set needs a name.' : undefined}
                onCommit={setName}
              />
            </>
          ) : (
            <>
              as {chosen.name}@{chosen.version + 1}
            </>
          )}
        </SentenceLine>
      </Sentence>
      <p className="muted small">
        {chosen === undefined && same !== undefined
          ? `The new version has these items only, and none of ${same.name}@${same.version}. `
          : ''}
        {chosen !== undefined && chosen.heldOut > 0
          ? 'Held-out items of the version are carried over unseen. '
          : ''}
        The version says of each of these items that it was written by hand. It never changes afterwards, and
        the slice is done.
      </p>
      {problem === null ? null : <FailureNotice failure={problem} />}
      <div className="row-of-controls">
        <Button
          look="primary"
          disabled={busy || open.length > 0 || (chosen === undefined && own === '')}
          onClick={() => void freeze()}
        >
          Freeze
        </Button>
        <Link to={sliceRoute(slice)} className="link">
          Back to the items
        </Link>
      </div>
    </div>
  );
}
