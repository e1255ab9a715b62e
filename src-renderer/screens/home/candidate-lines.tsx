import type { CandidateSummary, ComparisonSummary } from '../../../src-main/contract/calls/comparisons.ts';
import type { Axis } from '../../../src-main/contract/presentation/axis.ts';
import { absent, formatCount, formatPoints } from '../../../src-main/contract/presentation/numbers.ts';
import { Meter } from '../../components/meter.tsx';
import { MiniForest } from '../../components/mini-forest.tsx';
import { PlanState, Verdict } from '../../components/verdict.tsx';
import { draftWords } from './home-words.ts';

/** A line for each candidate: its result beside its place on the axis, or how far it is. */
export function CandidateLines({
  comparison,
  axis,
}: {
  readonly comparison: ComparisonSummary;
  readonly axis: Axis;
}) {
  const { state, problem, candidates } = comparison;
  if (problem !== null) {
    return (
      <p className="problem">
        {problem.message} <span className="soft">{problem.next}</span>
      </p>
    );
  }
  if (state === 'draft' || state === 'registered') return <p className="muted">{draftWords(comparison)}</p>;
  // Of a comparison that has ended the baseline has neither a result of its own nor progress.
  const shown = candidates.filter(
    ({ isBaseline, result, progress }) => !isBaseline || result !== null || progress !== null,
  );
  return (
    <ul className="candidate-lines">
      {shown.map((candidate) => (
        <li key={candidate.candidate} className={candidate.result === null ? 'progress' : 'result'}>
          {candidate.result !== null ? (
            <ResultLine name={candidate.candidate} result={candidate.result} axis={axis} />
          ) : candidate.progress === null ? (
            <LineWithoutResult name={candidate.candidate} />
          ) : (
            <ProgressLine candidate={candidate} progress={candidate.progress} running={state === 'running'} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Its run failed, or its comparison is not worked out yet: the state beside it says which. */
function LineWithoutResult({ name }: { readonly name: string }) {
  return (
    <>
      <span className="cut" title={name}>
        {name}
      </span>
      <span />
      <span className="num muted">{absent}</span>
      <span className="muted">not compared</span>
    </>
  );
}

function ResultLine({
  name,
  result,
  axis,
}: {
  readonly name: string;
  readonly result: NonNullable<CandidateSummary['result']>;
  readonly axis: Axis;
}) {
  return (
    <>
      <span className="cut" title={name}>
        {name}
      </span>
      <MiniForest result={result} axis={axis} />
      <span className={result.delta === null ? 'num muted' : 'num'}>
        {formatPoints(result.delta)}
        <span className="unseen"> points, </span>
      </span>
      <Verdict verdict={result.verdict} />
      <span className="plan">{result.plan === null ? null : <PlanState plan={result.plan} />}</span>
    </>
  );
}

const times = (replicates: number) =>
  replicates === 1 ? '' : replicates === 2 ? ', twice' : `, ${formatCount(replicates)} times`;

function ProgressLine({
  candidate,
  progress: { done, total },
  running,
}: {
  readonly candidate: CandidateSummary;
  readonly progress: NonNullable<CandidateSummary['progress']>;
  readonly running: boolean;
}) {
  const label = candidate.candidate + times(candidate.replicates);
  return (
    <>
      <span className="cut" title={label}>
        {label}
      </span>
      <Meter label={label} done={done} total={total} idle={!running} />
      <span className="num soft">{total === 0 ? absent : `${Math.floor((done / total) * 100)} %`}</span>
      <span className="muted">
        {formatCount(done)} of {formatCount(total)}
      </span>
    </>
  );
}
