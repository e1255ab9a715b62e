import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app/app-context.tsx';
import { comparisonRoute } from '../../app/routes.ts';
import type { ScreenProps } from '../../app/screens.tsx';
import { useLate } from '../../app/use-late.ts';
import { useTitle } from '../../app/use-title.ts';
import { FailureNotice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RateItems } from './rate-items.tsx';
import { ReviewFiguresView } from './review-figures.tsx';
import { StartReview } from './start-review.tsx';
import './review.css';

/** Two candidates' answers side by side, without names, and what people chose so far. */
export function ReviewScreen({ route }: ScreenProps<'comparison'>) {
  useTitle('Review');
  const { comparison, query } = route;
  const { router } = useStores();
  const { rater, one, other } = query;
  if (rater === undefined || one === undefined || other === undefined)
    return <ReviewStart comparison={comparison} />;
  return (
    <RateItems
      key={JSON.stringify([rater, one, other])}
      pair={{ comparison, rater, one, other }}
      onStop={() => {
        router.replace(comparisonRoute(comparison, 'review', {}));
      }}
    />
  );
}

function ReviewStart({ comparison }: { readonly comparison: string }) {
  const { router, review, comparisons } = useStores();
  const { data, error, busy, input } = useStore(review.about.store);
  const selected = useStore(comparisons.head.store, (state) => state.data?.firstFlipped ?? null);
  useEffect(() => {
    void review.openAbout(comparison);
  }, [review, comparison]);
  const about = input?.comparison === comparison ? data : null;
  const late = useLate(about === null && busy);
  return (
    <div className="review">
      <PageHead title="Review" />
      {error === null ? null : <FailureNotice failure={error} />}
      {about === null ? (
        <p className="muted">{late ? 'Reading who has rated' : ''}</p>
      ) : (
        <>
          <StartReview
            about={about}
            selected={selected}
            onStart={(start) => {
              router.go(comparisonRoute(comparison, 'review', start));
            }}
          />
          {about.raters.length === 0 && !about.judged ? null : <ReviewFiguresView comparison={comparison} />}
        </>
      )}
    </div>
  );
}
