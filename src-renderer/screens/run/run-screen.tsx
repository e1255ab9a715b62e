import { useState } from 'react';
import type { RunOverview } from '../../../src-main/contract/calls/runs.ts';
import type { Failure, Result } from '../../../src-main/contract/result.ts';
import { formatCount, formatTimeLeft } from '../../../src-main/contract/presentation/numbers.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { comparisonRoute } from '../../app/routes.ts';
import type { ScreenProps } from '../../app/screens.tsx';
import { useKeys } from '../../app/use-keys.ts';
import { useLate } from '../../app/use-late.ts';
import { useTitle } from '../../app/use-title.ts';
import { Button } from '../../components/button.tsx';
import { useFocusReturn } from '../../components/focus-return.ts';
import { Link } from '../../components/link.tsx';
import { localClock } from '../../components/local-time.ts';
import { Meter } from '../../components/meter.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Differences } from './differences.tsx';
import { LatestAnswers } from './latest-answers.tsx';
import { RunTable } from './run-table.tsx';
import { WhatRan } from './what-ran.tsx';
import './run.css';

const latestShown = 12;

const stateWords: Readonly<Record<RunOverview['state'], string>> = {
  registered: 'Not started',
  running: 'Running',
  paused: 'Paused',
  stopped: 'Stopped',
  finished: 'Finished',
  cancelled: 'Cancelled',
};

/** How far every run is, what it runs on, and what came last. Results come when it ends. */
export function RunScreen({ route }: ScreenProps<'comparison'>) {
  useTitle('Run');
  const { comparison } = route;
  const { run } = useStores();
  const { data, error, busy } = useResource(run.overview, { comparison });
  const tracks = useResource(run.tracks, { comparison });
  const latest = useResource(run.latest, { comparison, limit: latestShown });
  const late = useLate(data === null && busy);
  if (error !== null && data === null)
    return (
      <>
        <PageHead title="Run" />
        <FailureNotice
          failure={error}
          actions={<Button onClick={() => void run.overview.refresh()}>Try again</Button>}
        />
      </>
    );
  if (data?.comparison !== comparison) return <p className="muted">{late ? 'Reading how far it is' : ''}</p>;
  return (
    <div className="run">
      <RunHead overview={data} />
      <Differences comparison={comparison} differences={data.differences} />
      {data.notices.length === 0 ? null : (
        <Notice title={data.notices.at(-1)?.text ?? ''}>
          {data.notices.length === 1 ? null : (
            <details>
              <summary>{formatCount(data.notices.length - 1)} earlier</summary>
              <ul>
                {data.notices.slice(0, -1).map(({ at, text }, index) => (
                  <li key={index}>
                    <span className="muted">{localClock(at)}</span> {text}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </Notice>
      )}
      <RunTable overview={data} tracks={tracks.data} />
      {data.judging === null ? null : <JudgeLine judging={data.judging} />}
      <section aria-label="Latest answers">
        <div className="table-caption">
          <div className="grow">
            <h2>Latest answers</h2>
            <p>
              {data.state === 'finished'
                ? 'The run has ended: scores and differences are there.'
                : 'You can read them now. Scores and differences come when the run ends; looking earlier is called peeking and goes into the report.'}
            </p>
          </div>
          <Link to={comparisonRoute(comparison, 'read', { show: 'all' })} className="button">
            Read answers
          </Link>
          {data.state === 'finished' || data.done === 0 ? null : (
            <Link to={comparisonRoute(comparison, 'results', { peek: 'yes' })} className="button quiet">
              Peek at results…
            </Link>
          )}
        </div>
        <LatestAnswers rows={latest.data?.rows ?? []} />
      </section>
      <WhatRan comparison={comparison} runs={data.runs} />
    </div>
  );
}

const judgeWords: Readonly<Record<NonNullable<RunOverview['judging']>['state'], string>> = {
  waiting: 'It reads the answers when all are there.',
  running: 'It reads the answers.',
  stopped: 'It stopped before it had read every answer; it goes on with the run.',
  complete: 'It has read every answer.',
  failed: 'It could not read every answer: those left have no grade.',
};

function JudgeLine({ judging }: { readonly judging: NonNullable<RunOverview['judging']> }) {
  const { state, done, total, secondsLeft, loading, error } = judging;
  return (
    <section aria-label="Judge" className="judge-line">
      <h2>Judge</h2>
      {total === null ? null : (
        <Meter label="Answers judged" done={done} total={total} idle={state !== 'running'} />
      )}
      <p>
        {loading ? 'It is being opened. ' : `${judgeWords[state]} `}
        {formatCount(done)}
        {total === null ? '' : ` of ${formatCount(total)}`} judged
        {state === 'running' && secondsLeft !== null ? `, ${formatTimeLeft(secondsLeft)} left` : ''}.
      </p>
      {error === null ? null : <FailureNotice failure={error} />}
    </section>
  );
}

function RunHead({ overview }: { readonly overview: RunOverview }) {
  const { run, router } = useStores();
  const { comparison, state, done, total, secondsLeft, loading } = overview;
  const [problem, setProblem] = useState<Failure | null>(null);
  const [asking, setAsking] = useState(false);
  const going = state === 'running';
  const ended = state === 'finished' || state === 'cancelled';
  const carryOut = async (work: Promise<Result<unknown>>) => {
    const answer = await work;
    setProblem(answer.ok ? null : answer.error);
    setAsking(false);
    await run.overview.refresh();
  };
  const pauseOrGoOn = () => {
    if (going) void carryOut(run.pause(comparison));
    else if (!ended) void carryOut(run.start(comparison));
  };
  useKeys('Run', [{ keys: 'p', label: 'Pause, or go on', run: pauseOrGoOn }]);
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
  return (
    <>
      <div className="run-head">
        <h1 tabIndex={-1}>
          {stateWords[state]}
          {ended && done === total ? '' : `, ${percent} %`}
        </h1>
        <Meter label="Answers of all runs" done={done} total={total} idle={!going} large />
        <p>
          {formatCount(done)} of {formatCount(total)} answers
        </p>
        <p>
          {going && secondsLeft !== null ? (
            <>
              <b>{formatTimeLeft(secondsLeft)}</b> left
            </>
          ) : null}
        </p>
        <span className="grow" />
        {state === 'finished' ? (
          <Button
            look="primary"
            onClick={() => {
              router.go(comparisonRoute(comparison, 'results'));
            }}
          >
            Results
          </Button>
        ) : null}
        {ended ? null : (
          <Button look={going ? 'plain' : 'primary'} hint="p" onClick={pauseOrGoOn}>
            {going ? 'Pause' : done === 0 ? 'Start' : 'Go on'}
          </Button>
        )}
        {ended ? null : (
          <Button
            look="quiet"
            aria-expanded={asking}
            onClick={() => {
              setAsking(!asking);
            }}
          >
            Cancel…
          </Button>
        )}
      </div>
      {asking ? (
        <CancelQuestion
          onKeep={() => {
            setAsking(false);
          }}
          onCancel={() => void carryOut(run.cancel(comparison))}
        />
      ) : null}
      {problem === null ? null : <FailureNotice failure={problem} />}
      {loading === null ? null : (
        <p className="muted" role="status">
          Loading {loading.key.candidate} since {localClock(loading.since)}
          {done === 0 ? '. Waiting for the first answer.' : ''}
        </p>
      )}
    </>
  );
}

function CancelQuestion({
  onKeep,
  onCancel,
}: {
  readonly onKeep: () => void;
  readonly onCancel: () => void;
}) {
  useFocusReturn();
  return (
    <Notice
      tone="attention"
      title="Cancel this run?"
      actions={
        <>
          <Button onClick={onKeep}>Keep it</Button>
          <Button onClick={onCancel}>Cancel the run</Button>
        </>
      }
    >
      <p>Its answers stay readable. To stop for a while, pause it instead.</p>
    </Notice>
  );
}
