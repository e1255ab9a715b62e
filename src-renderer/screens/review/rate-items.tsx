import { useState } from 'react';
import type { CallInput } from '../../../src-main/contract/calls/calls.ts';
import type { ReviewItem, ReviewPlace, ReviewSide } from '../../../src-main/contract/calls/review.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { visibleText } from '../../../src-main/contract/presentation/visible-text.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { useKeys } from '../../app/use-keys.ts';
import { useLate } from '../../app/use-late.ts';
import { AnswerText, Asked, DeskHead } from '../../components/answer-desk.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';

/** One item after the other: two answers, one choice. */
export function RateItems({
  pair,
  onStop,
}: {
  readonly pair: CallInput<'review.read_next'>;
  readonly onStop: () => void;
}) {
  const { review } = useStores();
  const { data: place, error, busy } = useResource(review.place, pair);
  const [problem, setProblem] = useState<Failure | null>(null);
  const late = useLate(place === null && busy);
  const next = place?.next ?? null;
  const choose = async (side: ReviewSide) => {
    if (next !== null) setProblem(await review.rate(pair, next, side));
  };
  const undo = async () => {
    if (place !== null && place.done > 0) setProblem(await review.undo(pair));
  };
  const choice = (keys: string, label: string, side: ReviewSide) => ({
    keys,
    label,
    run: () => void choose(side),
  });
  useKeys('Review', [
    choice('1', 'The first answer is better', 'first'),
    choice('2', 'The second answer is better', 'second'),
    choice('0', 'Neither is better', 'tie'),
    { keys: 'z', label: 'Take the last choice back', run: () => void undo() },
  ]);
  const failed = problem ?? error;
  return (
    <div className="review answer-desk filling">
      <DeskHead
        title="Review"
        about={`${pair.one} and ${pair.other}, rated by ${pair.rater}`}
        done={place?.done ?? null}
        total={place?.total ?? 0}
        meter={{ label: 'Rated' }}
        onUndo={() => void undo()}
        onStop={onStop}
      />
      {failed === null ? null : <FailureNotice failure={failed} />}
      {place?.stretch.due === true ? <BreakNotice minutes={place.stretch.minutes} /> : null}
      {place === null ? (
        <p className="muted waiting">{late ? 'Reading the item' : ''}</p>
      ) : next === null ? (
        <Done place={place} onStop={onStop} />
      ) : (
        <>
          {/* A new text for each item, at its top; the buttons stay, and with them the focus. */}
          <Item key={`${next.turn} ${next.item}`} item={next} />
          <Choices onChoose={(side) => void choose(side)} />
        </>
      )}
    </div>
  );
}

function BreakNotice({ minutes }: { readonly minutes: number }) {
  return (
    <Notice tone="attention" title={`You have been choosing for ${formatCount(minutes)} minutes.`}>
      <p>
        Choices drift when one is tired. Take ten minutes: your place is kept, and this goes away by itself
        afterwards.
      </p>
    </Notice>
  );
}

function Done({ place, onStop }: { readonly place: ReviewPlace; readonly onStop: () => void }) {
  return (
    <EmptyState
      title={place.total === 0 ? 'There is nothing to choose between.' : 'You have rated every item.'}
      actions={
        <Button look="primary" onClick={onStop}>
          See what people preferred
        </Button>
      }
    >
      {place.same === 0
        ? 'Every item of this pair that has two answers in words was shown.'
        : `${formatCount(place.same)} items were not shown: both gave the same answer to them.`}
    </EmptyState>
  );
}

function Item({ item }: { readonly item: ReviewItem }) {
  return (
    <section className="desk-item" aria-label="Item" tabIndex={0}>
      <Asked messages={item.messages} />
      <details>
        <summary>What a right answer is</summary>
        <pre className="answer-text">{visibleText(item.expected)}</pre>
      </details>
      <div className="two-answers">
        <Answer name="First answer" answer={item.first} />
        <Answer name="Second answer" answer={item.second} />
      </div>
    </section>
  );
}

function Choices({ onChoose }: { readonly onChoose: (side: ReviewSide) => void }) {
  const choice = (hint: string, side: ReviewSide, words: string) => (
    <Button
      hint={hint}
      onClick={() => {
        onChoose(side);
      }}
    >
      {words}
    </Button>
  );
  return (
    <div className="desk-keys choices" role="group" aria-label="Which answer is better">
      {choice('1', 'first', 'First is better')}
      {choice('0', 'tie', 'Neither')}
      {choice('2', 'second', 'Second is better')}
    </div>
  );
}

function Answer({ name, answer }: { readonly name: string; readonly answer: ReviewItem['first'] }) {
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      <AnswerText text={answer.text} length={answer.length} />
    </section>
  );
}
