import { useId, useState } from 'react';
import { enoughLabels } from '../../../src-main/contract/calibration.ts';
import { Button } from '../../components/button.tsx';
import '../../components/field.css';

/** Who grades, and beside the baseline which candidate's answers. The same name goes on where it was. */
export function StartGrading({
  candidates,
  raters,
  onStart,
}: {
  readonly candidates: readonly string[];
  readonly raters: readonly string[];
  readonly onStart: (start: { readonly rater: string; readonly candidate: string }) => void;
}) {
  const names = useId();
  const [rater, setRater] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const candidate = chosen ?? candidates[0] ?? '';
  const unsigned = rater.trim() === '';
  return (
    <form
      className="start-grading"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (!unsigned && candidate !== '') onStart({ rater: rater.trim(), candidate });
      }}
    >
      <h2>Grade answers by hand</h2>
      <p className="lead">
        You see one answer at a time, without the model’s name and without the judge’s grade, and give it a
        grade by the same rubric. Items come in an order drawn at random, so that those you grade stand for
        all. From {enoughLabels} grades on the agreement is known well enough.
      </p>
      <div className="fields">
        <label>
          <span>Your name</span>
          <input
            className="field"
            value={rater}
            maxLength={100}
            list={names}
            autoComplete="off"
            aria-invalid={asked && unsigned}
            onChange={(event) => {
              setRater(event.target.value);
            }}
          />
          <datalist id={names}>
            {raters.map((known) => (
              <option key={known} value={known} />
            ))}
          </datalist>
        </label>
        <label>
          <span>Answers of the baseline and of</span>
          <select
            className="field"
            value={candidate}
            onChange={(event) => {
              setChosen(event.target.value);
            }}
          >
            {candidates.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <Button submit look="primary">
          Start
        </Button>
      </div>
      {asked && unsigned ? (
        <p className="problem" role="alert">
          Type a name to sign with.
        </p>
      ) : null}
    </form>
  );
}
