import { useEffect } from 'react';
import { useResource, useStores } from '../../app/app-context.tsx';
import { comparisonRoute } from '../../app/routes.ts';
import type { ScreenProps } from '../../app/screens.tsx';
import { useLate } from '../../app/use-late.ts';
import { useTitle } from '../../app/use-title.ts';
import { FailureNotice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { CalibrationFigures } from './calibration-figures.tsx';
import { GradeAnswers } from './grade-answers.tsx';
import { StartGrading } from './start-grading.tsx';
import './judge.css';

/** How far the judge can be trusted, and the desk at which people grade answers without seeing its grades. */
export function JudgeScreen({ route }: ScreenProps<'comparison'>) {
  const { comparison, query } = route;
  const { router } = useStores();
  const { rater } = query;
  useTitle('Judge');
  if (rater !== undefined)
    return (
      <GradeAnswers
        key={rater}
        desk={{ comparison, rater }}
        onStop={() => {
          router.replace(comparisonRoute(comparison, 'judge'));
        }}
      />
    );
  return (
    <div className="judge">
      <PageHead title="Judge" />
      <Overview comparison={comparison} />
    </div>
  );
}

function Overview({ comparison }: { readonly comparison: string }) {
  const { judging, router } = useStores();
  const { data, error, busy } = useResource(judging.calibration, { comparison });
  const late = useLate(data === null && busy);
  useEffect(() => {
    // Grades were given since it was read.
    void judging.calibration.refresh();
  }, [judging]);
  if (error !== null) return <FailureNotice failure={error} />;
  if (data === null) return <p className="muted">{late ? 'Reading how far the judge agrees' : ''}</p>;
  if (data.calibration === null) return <p className="muted">The plan of this comparison has no judge.</p>;
  return (
    <>
      <CalibrationFigures calibration={data.calibration} />
      <StartGrading
        raters={data.calibration.raters.map((one) => one.rater)}
        onStart={(start) => {
          router.go(comparisonRoute(comparison, 'judge', start));
        }}
      />
    </>
  );
}
