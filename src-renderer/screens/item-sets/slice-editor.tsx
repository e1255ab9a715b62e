import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { visibleText } from '../../../src-main/contract/presentation/visible-text.ts';
import { useClient, useStores } from '../../app/app-context.tsx';
import { useKeys } from '../../app/use-keys.ts';
import { useLate } from '../../app/use-late.ts';
import { useTitle } from '../../app/use-title.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Link } from '../../components/link.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { TextField } from '../../components/sentence-field.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import type { SliceEditorState, SliceStore } from '../../stores/slice-store.ts';
import { createSliceStore } from '../../stores/slice-store.ts';
import { freezeSliceRoute, setsRoute, sliceRoute, sortRoute } from './item-sets-query.ts';
import { SliceFreeze } from './slice-freeze.tsx';
import { SliceItemForm } from './slice-item-form.tsx';
import { countWords, itemPreview, savingWords } from './slice-words.ts';
import './slice-editor.css';

const rowHeight = 28;

/** Items written by hand: their list, and one of them beside it with its check tried as it is typed. */
export function SliceEditor({ slice, freezing }: { readonly slice: string; readonly freezing: boolean }) {
  const client = useClient();
  const [editor] = useState(() => createSliceStore(client, slice));
  const state = useStore(editor.store);
  useTitle(`${state.name === '' ? 'Hand-written items' : state.name}, item sets`);
  const late = useLate(!state.open && state.error === null);
  useEffect(() => {
    void editor.load();
    return () => {
      editor.close();
    };
  }, [editor]);
  const selected = state.items.find(({ key }) => key === state.selected);
  return (
    <div className="slice-editor filling">
      <ItemSide editor={editor} state={state} slice={slice} freezing={freezing} />
      <section
        className="slice-pane"
        aria-label={freezing ? 'Freeze the slice' : 'Editor of the item'}
        // A pane that scrolls can be scrolled by keyboard; its fields are tab stops of their own.
        tabIndex={-1}
      >
        {state.error === null ? null : <FailureNotice failure={state.error} />}
        {!state.open ? (
          <p className="waiting">{late ? 'Reading the slice' : ''}</p>
        ) : freezing ? (
          <SliceFreeze editor={editor} state={state} slice={slice} />
        ) : selected === undefined ? (
          <EmptyState
            title="No items yet."
            actions={
              <Button look="primary" hint="n" onClick={() => void editor.addBlank()}>
                Write the first item
              </Button>
            }
          >
            For cases that are rare and expensive to get wrong. Each item has its own check, and the check is
            tried against an example answer while you write it.
          </EmptyState>
        ) : (
          <SliceItemForm
            key={selected.key}
            id={selected.key}
            item={selected.item}
            items={state.items}
            problems={state.problems.get(selected.key) ?? []}
            kinds={state.kinds}
            trial={state.trial}
            onChange={(change) => {
              editor.change(selected.key, change);
            }}
          />
        )}
      </section>
    </div>
  );
}

function ItemSide({
  editor,
  state,
  slice,
  freezing,
}: {
  readonly editor: SliceStore;
  readonly state: SliceEditorState;
  readonly slice: string;
  readonly freezing: boolean;
}) {
  const { router, toasts, slices } = useStores();
  const { items, problems, selected } = state;
  const place = items.findIndex(({ key }) => key === selected);
  const go = (index: number) => {
    const key = items[Math.max(0, Math.min(items.length - 1, index))]?.key;
    if (key !== undefined) editor.select(key);
    if (freezing) router.replace(sliceRoute(slice));
  };
  const add = async () => {
    if (freezing) router.replace(sliceRoute(slice));
    await editor.addBlank();
    document.querySelector<HTMLElement>('.slice-pane [data-first]')?.focus();
  };
  const remove = async () => {
    const removed = await editor.remove();
    if (removed !== null) toasts.show(`Deleted ${removed.id === '' ? 'an item' : removed.id}.`, removed.undo);
  };
  const removeSlice = async () => {
    const answer = await slices.remove(slice);
    if (!answer.ok) return;
    toasts.show(`Deleted ${state.name}.`, async () => {
      await slices.restore(slice);
    });
    router.go(setsRoute);
  };
  useKeys('Hand-written items', [
    { keys: 'n', label: 'New item', run: () => void add() },
    { keys: 'Ctrl+Enter', label: 'New item, also from a field', inFields: true, run: () => void add() },
    {
      keys: 'j',
      label: 'Next item',
      run: () => {
        go(place + 1);
      },
    },
    {
      keys: 'k',
      label: 'Previous item',
      run: () => {
        go(place - 1);
      },
    },
    { keys: 'd', label: 'Duplicate the item', run: () => void editor.duplicate() },
    { keys: 'Delete', label: 'Delete the item', run: () => void remove() },
    {
      keys: 'e',
      label: 'Edit the item',
      run: () => document.querySelector<HTMLElement>('.slice-pane [data-first]')?.focus(),
    },
  ]);
  const onRange = useCallback(() => undefined, []);
  return (
    <section className="list-side" aria-label="Items of the slice">
      <div className="browser-head">
        <p className="way-back">
          <Link to={setsRoute} className="link">
            Item sets
          </Link>
        </p>
        <h1 tabIndex={-1}>Items written by hand</h1>
        <TextField
          label="Name of the slice"
          value={state.name}
          disabled={!state.open}
          problem={state.open && state.name.trim() === '' ? 'A slice needs a name.' : undefined}
          onCommit={(name) => {
            if (name.trim() !== '') void editor.rename(name.trim());
          }}
        />
        <p className="muted small" role="status">
          {state.open ? `${countWords(items.length, problems.size)}. ${savingWords(state)}` : ''}
        </p>
        {state.failing ? (
          <p>
            <Button small onClick={() => void editor.flush()}>
              Save it now
            </Button>
          </p>
        ) : null}
      </div>
      <div className="list-actions">
        <Button small hint="n" disabled={!state.open} onClick={() => void add()}>
          New
        </Button>
        <Button small hint="d" disabled={place === -1} onClick={() => void editor.duplicate()}>
          Duplicate
        </Button>
        <Button small hint="Delete" disabled={place === -1} onClick={() => void remove()}>
          Delete
        </Button>
      </div>
      <div className="list-actions">
        {items.length === 0 ? null : (
          <Button
            look={freezing ? 'plain' : 'primary'}
            small
            onClick={() => {
              router.go(freezeSliceRoute(slice));
            }}
          >
            Freeze…
          </Button>
        )}
        {items.length === 0 ? null : (
          <Button
            small
            onClick={() => {
              void editor.flush().then((flushed) => {
                if (flushed.ok) router.go(sortRoute({ of: 'slice', slice }));
              });
            }}
          >
            Sort into strata
          </Button>
        )}
        <Button look="quiet" small onClick={() => void removeSlice()}>
          Delete the slice
        </Button>
      </div>
      {items.length === 0 ? (
        <div className="no-rows" />
      ) : (
        <VirtualList
          label={countWords(items.length, problems.size)}
          count={items.length}
          rowHeight={rowHeight}
          selected={place === -1 ? null : place}
          onSelect={go}
          onRange={onRange}
          draw={(index) => {
            const one = items[index];
            if (one === undefined) return <span className="item-row" />;
            return (
              <span className="item-row">
                <span className="cut">{visibleText(one.item.id)}</span>
                <span className="cut muted">
                  {problems.has(one.key) ? 'unfinished' : one.item.check.kind}
                </span>
                <span className="cut">{visibleText(itemPreview(one.item))}</span>
              </span>
            );
          }}
        />
      )}
    </section>
  );
}
