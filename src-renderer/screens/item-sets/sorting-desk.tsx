import { useState } from 'react';
import { useStore } from 'zustand';
import type { Sortable, SortedItem, Sorting } from '../../../src-main/contract/calls/strata.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { visibleText } from '../../../src-main/contract/presentation/visible-text.ts';
import { useKeys } from '../../app/use-keys.ts';
import { Button } from '../../components/button.tsx';
import { Meter } from '../../components/meter.tsx';
import type { Given, SortingStore } from '../../stores/sorting-store.ts';
import { choicesOf, progressWords, whereItGoes } from './sorting-words.ts';
import { StratumKeys } from './stratum-keys.tsx';
import { useDigits } from './use-digits.ts';
import './strata-by-hand.css';

/** One item at a time, and the keys that give it a stratum and a band. */
export function SortingDesk({
  what,
  store,
  sorting,
}: {
  readonly what: Sortable;
  readonly store: SortingStore;
  readonly sorting: Sorting;
}) {
  const { at, undoable, ...known } = useStore(store.store);
  useStore(store.list.store);
  const [moveOn, setMoveOn] = useState(true);
  const row = store.rowOf(at);
  const strata = choicesOf(
    known.strata,
    sorting.strata.map(({ stratum, items }) => ({ name: stratum, items })),
  );
  const bands = choicesOf(
    known.bands,
    sorting.bands.map(({ band, items }) => ({ name: band, items })),
  );
  const give = (change: Partial<Given>) => {
    void store.give(change);
    if (moveOn && change.stratum !== undefined && change.stratum !== null) store.go(at + 1);
  };
  const next = () => {
    store.go(at + 1);
  };
  const previous = () => {
    store.go(at - 1);
  };
  useKeys('Strata by hand', [
    { keys: 'j', label: 'Next item', run: next },
    { keys: 'k', label: 'Previous item', run: previous },
    { keys: 'ArrowRight', label: 'Next item', run: next },
    { keys: 'ArrowLeft', label: 'Previous item', run: previous },
    ...(undoable === 0 ? [] : [{ keys: 'z', label: 'Undo', run: () => void store.undo() }]),
  ]);
  useDigits('Strata by hand', (digit, shift) => {
    const choice = (shift ? bands : strata)[digit - 1]?.name;
    if (digit === 0) give(shift ? { band: null } : { stratum: null });
    else if (choice !== undefined) give(shift ? { band: choice } : { stratum: choice });
  });
  return (
    <>
      <div className="sorting-progress">
        <Meter label="Items that were given a stratum" done={sorting.strataGiven} total={sorting.items} />
        <span role="status">{progressWords(sorting)}</span>
        <span className="muted small">{whereItGoes(what, sorting)}</span>
      </div>
      <div className="sorting-desk">
        <section aria-label="Item" className="sorting-item">
          <div className="row-of-controls">
            <Button small hint="k" disabled={at === 0} onClick={previous}>
              Previous
            </Button>
            <Button small hint="j" disabled={at >= sorting.items - 1} onClick={next}>
              Next
            </Button>
            <span className="muted">
              {formatCount(at + 1)} of {formatCount(sorting.items)}
            </span>
            <Button small hint="z" disabled={undoable === 0} onClick={() => void store.undo()}>
              Undo
            </Button>
          </div>
          {row === undefined ? null : <ItemText row={row} />}
        </section>
        <div className="sorting-keys">
          <StratumKeys
            title="Stratum"
            choices={strata}
            chosen={row?.stratum ?? null}
            given={row?.given.stratum ?? null}
            shift={false}
            onGive={(stratum) => {
              give({ stratum });
            }}
            onAdd={(stratum) => {
              store.addStratum(stratum);
              give({ stratum });
            }}
          />
          <StratumKeys
            title="Band"
            choices={bands}
            chosen={row?.band ?? null}
            given={row?.given.band ?? null}
            shift
            onGive={(band) => {
              give({ band });
            }}
            onAdd={(band) => {
              store.addBand(band);
              give({ band });
            }}
          />
          <p className="small">
            <label>
              <input
                type="checkbox"
                checked={moveOn}
                onChange={(event) => {
                  setMoveOn(event.target.checked);
                }}
              />{' '}
              Go on to the next item after a stratum
            </label>
          </p>
        </div>
      </div>
    </>
  );
}

function ItemText({ row }: { readonly row: SortedItem }) {
  return (
    <>
      <p className="item-facts">
        <b>{visibleText(row.id)}</b>{' '}
        <span className="muted">
          {visibleText([row.check, row.stratum, row.band].filter((part) => part !== null).join(', '))}
        </span>
      </p>
      <dl className="item-parts" tabIndex={0} aria-label="Text of the item">
        {row.messages.map(({ role, content }, index) => (
          <div key={index}>
            <dt>{role}</dt>
            <dd>{visibleText(content)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
