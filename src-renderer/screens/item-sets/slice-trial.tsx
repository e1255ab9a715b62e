import { useId } from 'react';
import type { CheckTrial } from '../../../src-main/contract/calls/slices.ts';
import { visibleText } from '../../../src-main/contract/presentation/visible-text.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { SliceField } from './slice-field.tsx';
import { readPieces, trialWords } from './slice-words.ts';

/** The check against an example answer, as it is typed; and whether the check is sound by itself. */
export function SliceTrial({
  example,
  trial,
  onChange,
}: {
  readonly example: string;
  readonly trial: CheckTrial | null;
  readonly onChange: (example: string) => void;
}) {
  const heading = useId();
  const score = trial?.score ?? null;
  const [before, read, behind] = readPieces(example, score?.span ?? null);
  const reference = trial?.reference ?? null;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>Try it</h2>
      <SliceField
        word="An example answer"
        about="as a model might write it; it is no part of the item"
        rows={5}
        value={example}
        problems={[]}
        onChange={onChange}
      />
      <p className="trial-words" role="status">
        {trial === null ? '' : <b>{trialWords(trial)}</b>}
      </p>
      {read === '' ? null : (
        <div
          className="trial-answer"
          role="group"
          aria-label="The example answer, with what the scorer read marked"
          tabIndex={0}
        >
          {visibleText(before)}
          <mark>{visibleText(read)}</mark>
          {visibleText(behind)}
        </div>
      )}
      {score === null ? null : reference === null ? (
        <p className="muted small">The check tells no answer of its own to try it with.</p>
      ) : (
        <div className="trial-reference">
          <p className="small">The right answer itself scores 1.</p>
          <p className="mono small">{visibleText(reference.slice(0, 400))}</p>
          <Button
            small
            onClick={() => {
              onChange(reference);
            }}
          >
            Use it as the example
          </Button>
        </div>
      )}
      {trial?.emptyIsRight === true ? (
        <Notice tone="attention" title="An empty answer scores 1.">
          <p>A model that says nothing would pass. Ask for something that has to be there.</p>
        </Notice>
      ) : null}
    </section>
  );
}
