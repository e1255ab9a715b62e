import { useState } from 'react';
import { enoughLabels } from '../../../src-main/contract/calibration.ts';
import { RaterField } from '../../components/answer-desk.tsx';
import { Button } from '../../components/button.tsx';

/** Who grades. The same name goes on where it was. */
export function StartGrading({
  raters,
  onStart,
}: {
  readonly raters: readonly string[];
  readonly onStart: (start: { readonly rater: string }) => void;
}) {
  const [rater, setRater] = useState('');
  const [asked, setAsked] = useState(false);
  const unsigned = rater.trim() === '';
  return (
    <form
      className="start-grading desk-start"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (!unsigned) onStart({ rater: rater.trim() });
      }}
    >
      <h2>Grade answers by hand</h2>
      <p className="lead">
        You see one answer at a time, without the model’s name and without the judge’s grade, and give it a
        grade by the same rubric. Items come in an order drawn at random, so that those you grade stand for
        all; of each the answers of the baseline and of every candidate follow each other by lot. From{' '}
        {enoughLabels} grades on the agreement is known well enough.
      </p>
      <div className="desk-fields">
        <RaterField
          value={rater}
          known={raters}
          missing={asked && unsigned}
          longest={100}
          onChange={setRater}
        />
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
