import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app/app-context.tsx';
import { comparisonRoute } from '../../app/routes.ts';
import type { ScreenProps } from '../../app/screens.tsx';
import { useKeys } from '../../app/use-keys.ts';
import { useTitle } from '../../app/use-title.ts';
import { Segmented } from '../../components/segmented.tsx';
import { rowAt } from '../../stores/paged-list.ts';
import { ItemList } from './item-list.tsx';
import { ItemPane } from './item-pane.tsx';
import type { ReadingQuery, ReadingStart } from './reading-query.ts';
import { queryOf, readingQuery, readingStart, requestOf } from './reading-query.ts';
import './read.css';

/** The outputs themselves, baseline and candidate side by side. */
export function ReadScreen({ route }: ScreenProps<'comparison'>) {
  useTitle('Read');
  const { comparison } = route;
  const { router, comparisons, reading } = useStores();
  const head = useStore(comparisons.head.store, (state) =>
    state.input?.comparison === comparison ? state.data : null,
  );
  // As it was when the screen opened: the end of a run takes nobody away from what they read.
  const [start, setStart] = useState<ReadingStart | null>(null);
  if (start === null && head !== null) setStart(readingStart(head));
  const query = readingQuery(route.query, start);
  const { candidate } = query;
  const request = JSON.stringify(requestOf(query));
  const [selected, setSelected] = useState(0);
  const pages = useStore(reading.list.store);
  const matching = useStore(reading.counts.store, (state) => state.data?.matching ?? 0);

  useEffect(() => {
    if (candidate === null || start === null) return;
    const asked = { comparison, candidate, filter: JSON.parse(request) as ReturnType<typeof requestOf> };
    setSelected(0);
    // What is typed is waited for a moment; a click is not.
    const timer = setTimeout(() => {
      void reading.list.open(asked, 'keep');
      void reading.counts.read(asked);
    }, 60);
    return () => {
      clearTimeout(timer);
    };
  }, [reading, comparison, candidate, request, start]);

  const go = (offset: number) => {
    setSelected(Math.max(0, Math.min(matching - 1, offset)));
  };
  useKeys('Read', [
    {
      keys: 'j',
      label: 'Next item',
      run: () => {
        go(selected + 1);
      },
    },
    {
      keys: 'k',
      label: 'Previous item',
      run: () => {
        go(selected - 1);
      },
    },
  ]);
  const change = (next: ReadingQuery) => {
    router.replace(comparisonRoute(comparison, 'read', queryOf(next)));
  };

  useEffect(() => {
    if (matching > 0) void reading.list.ensure(selected, selected + 1);
  }, [reading, selected, matching]);
  const row = rowAt(pages, reading.list.pageSize, selected);

  return (
    <div className="read filling">
      <h1 className="unseen">Read</h1>
      <div className="list-side">
        {head === null || head.candidates.length < 2 ? null : (
          <div className="candidate-choice">
            <Segmented
              label="Candidate"
              options={head.candidates.map((name) => ({ value: name, label: name }))}
              value={candidate ?? ''}
              onChange={(name) => {
                change({ ...query, candidate: name });
              }}
            />
          </div>
        )}
        <ItemList query={query} onQuery={change} selected={matching === 0 ? null : selected} onSelect={go} />
      </div>
      <section className="item-pane" aria-label="Item">
        {row === undefined || candidate === null || matching === 0 ? null : (
          <ItemPane comparison={comparison} candidate={candidate} name={row.item} />
        )}
      </section>
    </div>
  );
}
