/** Review: choices of people between two candidates' answers. Which answer is whose stays on this side. */
import type { Handlers } from '../../contract/calls/calls.ts';
import { longestText } from '../../contract/calls/reading.ts';
import type { ReviewPlace, ReviewSide } from '../../contract/calls/review.ts';
import type { RegisteredPlan } from '../../contract/plan.ts';
import type { ReviewChoice } from '../../contract/review.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { stretchOf } from '../../experiment/review/break-reminder.ts';
import { showings, type ReviewedPair, type Showing } from '../../experiment/review/order.ts';
import { expectedWords } from '../../report/expected-words.ts';
import { hasEnded, planOf } from '../comparison-state.ts';
import type { AppContext } from '../context.ts';
import { judgeReviewOf } from '../judge-review.ts';
import { PlanItems } from '../plan-items.ts';
import { figuresOf } from '../review-figures.ts';
import { exportRatings } from '../review-plan.ts';

type ReviewHandlers = Pick<
  Handlers,
  | 'review.read_review'
  | 'review.read_next'
  | 'review.rate_item'
  | 'review.undo_rating'
  | 'review.read_figures'
  | 'review.export_ratings'
>;

/** Choices that are looked at for a break: more than anybody makes in a day. */
const recentChoices = 5000;

interface Asked {
  readonly comparison: string;
  readonly rater: string;
  readonly one: string;
  readonly other: string;
}

interface Opened {
  readonly registered: RegisteredPlan;
  readonly rater: string;
  readonly pair: ReviewedPair;
  readonly order: readonly Showing[];
  readonly same: number;
}

export function reviewHandlers(context: AppContext): ReviewHandlers {
  const { store } = context;
  const items = new PlanItems(context);
  /** The latest order: it is the same for every item of a sitting. */
  let kept: {
    readonly key: string;
    readonly items: readonly string[];
    readonly order: readonly Showing[];
  } | null = null;

  function ended(comparison: string): Result<RegisteredPlan> {
    const plan = planOf(store, comparison);
    if (!plan.ok) return plan;
    if (hasEnded(store.runs(comparison)) && context.runs.running(comparison) === null) return plan;
    return failure('run_unfinished', 'Answers are reviewed when the run has ended.', {
      next: 'Wait for it: then every item has the answers of both candidates.',
    });
  }

  /** The plan, its items read (and the reading logged), and the order in which the rater sees them. */
  function opened({ comparison, rater, ...named }: Asked): Result<Opened> {
    const plan = ended(comparison);
    if (!plan.ok) return plan;
    const signed = rater.trim();
    if (signed === '')
      return failure('usage', 'A rater signs with a name.', { next: 'Type a name, and start again.' });
    const names = plan.data.plan.candidates.map(({ name }) => name);
    const places = [names.indexOf(named.one), names.indexOf(named.other)].toSorted((a, b) => a - b);
    const [one, other] = places.map((place) => names[place]);
    if (one === undefined || other === undefined || one === other)
      return failure(
        'comparison_unknown',
        `${named.one} and ${named.other} are no two candidates of the plan.`,
        {
          next: 'Choose two of its candidates.',
        },
      );
    const read = items.of(plan.data);
    if (!read.ok) return read;
    const pair = { one, other };
    const { items: differing, same } = store.reviewItems(comparison, pair);
    const key = JSON.stringify([comparison, one, other, signed]);
    if (kept?.key !== key || kept.items !== differing)
      kept = { key, items: differing, order: showings(differing, pair, signed, plan.data.plan.seed) };
    return success({ registered: plan.data, rater: signed, pair, order: kept.order, same });
  }

  function placeOf({ registered, rater, pair, order, same }: Opened): Result<ReviewPlace> {
    const { hash } = registered;
    const done = new Set(store.ratedItems(hash, rater, pair).map(showingKey));
    const stretch = stretchOf(store.ratingTimes(rater, recentChoices), context.now());
    const left = order.filter((showing) => !done.has(showingKey(showing)));
    const next = left[0] === undefined ? success(null) : shown(registered, pair, left[0]);
    if (!next.ok) return next;
    return success({ done: order.length - left.length, total: order.length, same, next: next.data, stretch });
  }

  function shown(
    registered: RegisteredPlan,
    { one, other }: ReviewedPair,
    { item: id, turn, swapped }: Showing,
  ): Result<ReviewPlace['next']> {
    const read = items.of(registered);
    if (!read.ok) return read;
    const item = read.data.get(id);
    if (item === undefined) return failure('comparison_unknown', `The plan has no item ${id}.`);
    const answer = (candidate: string) => {
      const text = store.output(registered.hash, { candidate, replicate: 1 }, id, 0)?.text ?? '';
      return { text: text.slice(0, longestText), length: text.length };
    };
    return success({
      item: id,
      turn,
      stratum: item.stratum,
      messages: [...item.messages],
      expected: expectedWords(item.check),
      first: answer(swapped ? other : one),
      second: answer(swapped ? one : other),
    });
  }

  return {
    'review.read_review': ({ comparison }) => {
      const plan = ended(comparison);
      if (!plan.ok) return Promise.resolve(plan);
      const { candidates, baseline } = plan.data.plan;
      const raters = Map.groupBy(store.ratings(comparison), ({ rater }) => rater);
      return Promise.resolve(
        success({
          candidates: candidates.map(({ name }) => name),
          baseline,
          raters: [...raters].map(([rater, ratings]) => ({ rater, ratings: ratings.length })),
          judged: store.pairJudge(comparison) !== null,
        }),
      );
    },
    'review.read_next': (asked) => {
      const found = opened(asked);
      return Promise.resolve(found.ok ? placeOf(found.data) : found);
    },
    'review.rate_item': ({ item, turn, side, ...asked }) => {
      const found = opened(asked);
      if (!found.ok) return Promise.resolve(found);
      const { rater, pair, order, registered } = found.data;
      const showing = order.find((one) => one.item === item && one.turn === turn);
      if (showing === undefined)
        return Promise.resolve(
          failure('comparison_unknown', `${item} is not shown to ${rater} at that turn.`, {
            next: 'Open the review again.',
          }),
        );
      const put = store.putRating(registered.hash, {
        rater,
        item,
        ...pair,
        turn,
        swapped: showing.swapped,
        choice: choiceOf(side, showing.swapped),
        at: context.now(),
      });
      if (!put.ok) return Promise.resolve(put);
      return Promise.resolve(placeOf(found.data));
    },
    'review.undo_rating': (asked) => {
      const found = opened(asked);
      if (!found.ok) return Promise.resolve(found);
      const { rater, pair, registered } = found.data;
      const undone = store.undoRating(registered.hash, rater, pair);
      if (!undone.ok) return Promise.resolve(undone);
      return Promise.resolve(placeOf(found.data));
    },
    'review.read_figures': ({ comparison }) => {
      const plan = planOf(store, comparison);
      return Promise.resolve(
        plan.ok
          ? success({ figures: figuresOf(store, plan.data), judge: judgeReviewOf(store, plan.data) })
          : plan,
      );
    },
    'review.export_ratings': async ({ comparison, format, folder }) => {
      const plan = planOf(store, comparison);
      return plan.ok ? exportRatings(store, plan.data, format, folder) : plan;
    },
  };
}

function showingKey({ item, turn }: { readonly item: string; readonly turn: number }): string {
  return `${turn} ${item}`;
}

function choiceOf(side: ReviewSide, swapped: boolean): ReviewChoice {
  if (side === 'tie') return 'tie';
  return (side === 'first') === swapped ? 'other' : 'one';
}
