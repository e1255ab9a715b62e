import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Sortable, SortedItem, Sorting } from '../../../src-main/contract/calls/strata.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { visibleText } from '../../../src-main/contract/presentation/visible-text.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useClient, useStores } from '../../app/app-context.tsx';
import type { Route } from '../../app/routes.ts';
import { useKeys } from '../../app/use-keys.ts';
import { useLate } from '../../app/use-late.ts';
import { useTitle } from '../../app/use-title.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Link } from '../../components/link.tsx';
import { Meter } from '../../components/meter.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { Given, SortingStore } from '../../stores/sorting-store.ts';
import { createSortingStore } from '../../stores/sorting-store.ts';
import { setRoute, sliceRoute } from './item-sets-query.ts';
import { choicesOf, progressWords, whereItGoes } from './sorting-words.ts';
import { StratumKeys } from './stratum-keys.tsx';
import { useDigits } from './use-digits.ts';
import './strata-by-hand.css';

/** Items one at a time, each given a stratum and a band by a key. */
export function StrataByHand({ what }: { readonly what: Sortable }) {
  const client = useClient();
  const [store] = useState(() => createSortingStore(client, what));
  const { sorting, error } = useStore(store.store);
  useTitle('Strata by hand, item sets');
  const late = useLate(sorting === null && error === null);
  useEffect(() => {
    void store.open();
  }, [store]);
  return (
    <div className="item-sets strata-by-hand">
      <p className="way-back">
        <Link to={backOf(what)} className="link">
          {sorting?.title ?? 'Back'}
        </Link>
      </p>
      <PageHead title="Strata by hand">
        {what.of === 'version' ? <FreezeNext store={store} set={what.set} sorting={sorting} /> : null}
      </PageHead>
      {error === null ? null : <FailureNotice failure={error} />}
      {sorting === null ? (
        <p className="waiting">{late ? 'Reading the items' : ''}</p>
      ) : sorting.items === 0 ? (
        <EmptyState title="There are no items to sort." />
      ) : (
        <SortingDesk what={what} store={store} sorting={sorting} />
      )}
    </div>
  );
}

function backOf(what: Sortable): Route {
  if (what.of === 'slice') return sliceRoute(what.slice);
  return setRoute(what.set);
}

function SortingDesk({
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

function FreezeNext({
  store,
  set,
  sorting,
}: {
  readonly store: SortingStore;
  readonly set: { readonly name: string; readonly version: number };
  readonly sorting: Sorting | null;
}) {
  const { router, toasts } = useStores();
  const [problem, setProblem] = useState<Failure | null>(null);
  const nothing = sorting === null || sorting.strataGiven + sorting.bandsGiven === 0;
  const freeze = async () => {
    const answer = await store.freezeNext(set);
    if (!answer.ok) {
      setProblem(answer.error);
      return;
    }
    toasts.show(`Froze ${answer.data.name}@${answer.data.version}.`);
    router.replace(setRoute(answer.data));
  };
  return (
    <>
      {problem === null ? null : <FailureNotice failure={problem} />}
      <Button
        look="primary"
        disabled={nothing}
        title={nothing ? 'Nothing is given yet.' : undefined}
        onClick={() => void freeze()}
      >
        Freeze the next version
      </Button>
    </>
  );
}
