import { useState } from 'react';
import { enoughLabels } from '../../../src-main/contract/calibration.ts';
import type { GradedAnswer } from '../../../src-main/contract/calls/judging.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { useKeys } from '../../app/use-keys.ts';
import { useLate } from '../../app/use-late.ts';
import { AnswerText, Asked, DeskHead } from '../../components/answer-desk.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
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
  const total = place?.total ?? 0;
  return (
    <div className="judge answer-desk filling">
      <DeskHead
        title="Grade answers"
        about={`graded by ${desk.rater}`}
        done={place?.done ?? null}
        total={total}
        meter={{ label: 'Graded', goal: Math.min(enoughLabels, total) }}
        onUndo={() => void undo()}
        onStop={onStop}
      />
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

function Answer({ answer }: { readonly answer: GradedAnswer }) {
  const { text, length, messages, rubric, reference } = answer;
  return (
    <section className="desk-item" aria-label="Answer to grade" tabIndex={0}>
      <Asked
        messages={messages}
        more={[
          { name: 'rubric', text: rubric },
          ...(reference === null ? [] : [{ name: 'reference', text: reference }]),
        ]}
      />
      <h2>Answer</h2>
      <AnswerText text={text} length={length} />
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
    <div className="desk-keys grades" role="group" aria-label="Grade, from the worst to the best">
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
