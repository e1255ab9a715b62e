import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Sorting } from '../../../src-main/contract/calls/strata.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useClient, useStores } from '../../app/app-context.tsx';
import type { Route } from '../../app/routes.ts';
import { useLate } from '../../app/use-late.ts';
import { useTitle } from '../../app/use-title.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Link } from '../../components/link.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { SortingStore } from '../../stores/sorting-store.ts';
import { createSortingStore } from '../../stores/sorting-store.ts';
import type { RoutedSortable } from './item-sets-query.ts';
import { setRoute, sliceRoute } from './item-sets-query.ts';
import { SortingDesk } from './sorting-desk.tsx';

/** Items one at a time, each given a stratum and a band by a key. */
export function StrataByHand({ what }: { readonly what: RoutedSortable }) {
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

function backOf(what: RoutedSortable): Route {
  return what.of === 'slice' ? sliceRoute(what.slice) : setRoute(what.set);
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
