import { useState } from 'react';
import { enoughLabels } from '../../../src-main/contract/calibration.ts';
import type { GradedAnswer, GradingPlace } from '../../../src-main/contract/calls/judging.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { visibleText } from '../../../src-main/contract/presentation/visible-text.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { useKeys } from '../../app/use-keys.ts';
import { useLate } from '../../app/use-late.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Meter } from '../../components/meter.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import type { Desk } from '../../stores/judging-store.ts';
import { keyOfGrade } from './grade-keys.ts';

/** One answer after the other, one grade each. */
export function GradeAnswers({ desk, onStop }: { readonly desk: Desk; readonly onStop: () => void }) {
  const { judging } = useStores();
  const { data: place, error, busy } = useResource(judging.place, desk);
  const [problem, setProblem] = useState<Failure | null>(null);
  const late = useLate(place === null && busy);
  const next = place?.next ?? null;
  const grade = async (given: string) => {
    if (next !== null) setProblem(await judging.grade(desk, next.turn, given));
  };
  const undo = async () => {
    if (place !== null && place.done > 0) setProblem(await judging.undo(desk));
  };
  useKeys('Grading', [
    ...(next?.grades ?? []).flatMap((name, index, grades) => {
      const keys = keyOfGrade(grades, index);
      return keys === null ? [] : [{ keys, label: `The grade ${name}`, run: () => void grade(name) }];
    }),
    { keys: 'z', label: 'Take the last grade back', run: () => void undo() },
  ]);
  const failed = problem ?? error;
  return (
    <div className="judge grading filling">
      <header className="grading-head">
        <h1>Grade answers</h1>
        <span className="muted cut">graded by {desk.rater}</span>
        {place === null ? null : <Progress place={place} />}
        <Button small hint="z" disabled={place === null || place.done === 0} onClick={() => void undo()}>
          Undo
        </Button>
        <Button small onClick={onStop}>
          Stop
        </Button>
      </header>
      {failed === null ? null : <FailureNotice failure={failed} />}
      {place === null ? (
        <p className="muted waiting">{late ? 'Reading the answer' : ''}</p>
      ) : next === null ? (
        <EmptyState
          title={place.done === 0 ? 'There is nothing to grade.' : 'You have graded every answer.'}
          actions={
            <Button look="primary" onClick={onStop}>
              See how far the judge agrees
            </Button>
          }
        >
          Every answer that a judge can read was shown.
        </EmptyState>
      ) : (
        <>
          {/* A new text for each answer, at its top; the buttons stay, and with them the focus. */}
          <Answer key={next.turn} answer={next} />
          <Grades grades={next.grades} onGrade={(name) => void grade(name)} />
        </>
      )}
    </div>
  );
}

function Progress({ place: { done, total } }: { readonly place: GradingPlace }) {
  const goal = Math.min(enoughLabels, total);
  return (
    <span className="grading-progress">
      <Meter label="Graded" done={Math.min(done, goal)} total={goal} />
      <span>
        {formatCount(done)} of {formatCount(total)}
      </span>
    </span>
  );
}

function Answer({ answer }: { readonly answer: GradedAnswer }) {
  const { text, length, messages, rubric, reference } = answer;
  return (
    <section className="graded" aria-label="Answer to grade" tabIndex={0}>
      <dl className="asked">
        {messages.map(({ role, content }, index) => (
          <div key={index}>
            <dt>{role}</dt>
            <dd>{visibleText(content)}</dd>
          </div>
        ))}
        <div>
          <dt>rubric</dt>
          <dd>{visibleText(rubric)}</dd>
        </div>
        {reference === null ? null : (
          <div>
            <dt>reference</dt>
            <dd>{visibleText(reference)}</dd>
          </div>
        )}
      </dl>
      <h2>Answer</h2>
      <pre className="answer-text">
        {visibleText(text)}
        {length > text.length ? (
          <span className="muted">… {formatCount(length - text.length)} more characters</span>
        ) : null}
      </pre>
    </section>
  );
}

function Grades({
  grades,
  onGrade,
}: {
  readonly grades: readonly string[];
  readonly onGrade: (grade: string) => void;
}) {
  return (
    <div className="grades" role="group" aria-label="Grade, from the worst to the best">
      {grades.map((name, index) => {
        const hint = keyOfGrade(grades, index);
        return (
          <Button
            key={name}
            {...(hint === null ? {} : { hint })}
            onClick={() => {
              onGrade(name);
            }}
          >
            {name}
          </Button>
        );
      })}
    </div>
  );
}
