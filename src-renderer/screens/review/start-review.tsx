import { useState } from 'react';
import type { CallOutput } from '../../../src-main/contract/calls/calls.ts';
import { longestRater } from '../../../src-main/contract/review.ts';
import { RaterField } from '../../components/answer-desk.tsx';
import { Button } from '../../components/button.tsx';
import '../../components/field.css';

/** Who rates, and which two candidates. Everyone signs with a name of their own: the same name goes on where it was. */
export function StartReview({
  about,
  selected,
  onStart,
}: {
  readonly about: CallOutput<'review.read_review'>;
  /** The candidate that is proposed beside the baseline; null: the first. */
  readonly selected: string | null;
  readonly onStart: (start: { readonly rater: string; readonly one: string; readonly other: string }) => void;
}) {
  const { candidates, baseline, raters } = about;
  const proposed = selected ?? candidates.find((name) => name !== baseline) ?? '';
  const [rater, setRater] = useState('');
  const [one, setOne] = useState(baseline);
  const [other, setOther] = useState(proposed);
  const [asked, setAsked] = useState(false);
  const unsigned = rater.trim() === '';
  const alike = one === other;
  const problem = unsigned ? 'Type a name to sign with.' : alike ? 'Choose two candidates.' : null;
  return (
    <form
      className="start-review desk-start desk-fields"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (problem === null) onStart({ rater: rater.trim(), one, other });
      }}
    >
      <p className="lead">
        You see two answers to the same item, without names, on sides drawn for you, and choose the better
        one. The first 20 items and every fifth after them are the same for everyone, to see whether people
        agree; some come twice, to see whether your choices stay. You can stop at any time and go on under the
        same name.
      </p>
      <RaterField
        value={rater}
        known={raters.map((known) => known.rater)}
        missing={asked && unsigned}
        longest={longestRater}
        onChange={setRater}
      />
      <CandidateField label="Between" value={one} candidates={candidates} onChoose={setOne} />
      <CandidateField label="and" value={other} candidates={candidates} onChoose={setOther} />
      <Button submit look="primary">
        Start
      </Button>
      {asked && problem !== null ? (
        <p className="problem" role="alert">
          {problem}
        </p>
      ) : null}
    </form>
  );
}

function CandidateField({
  label,
  value,
  candidates,
  onChoose,
}: {
  readonly label: string;
  readonly value: string;
  readonly candidates: readonly string[];
  readonly onChoose: (name: string) => void;
}) {
  return (
    <label>
      <span>{label}</span>
      <select
        className="field"
        value={value}
        onChange={(event) => {
          onChoose(event.target.value);
        }}
      >
        {candidates.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}
