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
  return (
    <ul className="candidate-lines">
      {candidates.map((candidate) => (
        <li key={candidate.candidate} className={candidate.result === null ? 'progress' : 'result'}>
          {candidate.result === null ? (
            <ProgressLine candidate={candidate} running={state === 'running'} />
          ) : (
            <ResultLine name={candidate.candidate} result={candidate.result} axis={axis} />
          )}
        </li>
      ))}
    </ul>
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
  running,
}: {
  readonly candidate: CandidateSummary;
  readonly running: boolean;
}) {
  const label = candidate.candidate + times(candidate.replicates);
  const { done, total } = candidate.progress ?? { done: 0, total: 0 };
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
