import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useClient } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import type { PreparingStore } from '../../stores/preparing-store.ts';
import { createSortingStore } from '../../stores/sorting-store.ts';
import { SortingDesk } from './sorting-desk.tsx';

/** Strata by hand as a step: what is given waits in the app until the step is taken. */
export function PrepareByHand({ preparing }: { readonly preparing: PreparingStore }) {
  const client = useClient();
  const { importing } = preparing;
  const what = { of: 'import', importing } as const;
  const [store] = useState(() => createSortingStore(client, what));
  const { sorting, error } = useStore(store.store);
  const [problem, setProblem] = useState<Failure | null>(null);
  useEffect(() => {
    void store.open();
  }, [store]);
  const take = async () => {
    const taken = await store.takeStep(importing);
    setProblem(taken.ok ? null : taken.error);
    if (taken.ok) await preparing.reread();
  };
  const failed = problem ?? error;
  return (
    <div className="strata-by-hand">
      {failed === null ? null : <FailureNotice failure={failed} />}
      {sorting === null ? null : (
        <>
          <SortingDesk what={what} store={store} sorting={sorting} />
          <div className="row-of-controls">
            <Button disabled={sorting.strataGiven + sorting.bandsGiven === 0} onClick={() => void take()}>
              Take this step
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
