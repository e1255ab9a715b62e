/** The blind review of the comparison that is open: who rated, where one rater is, and what it all comes to. */
import type { CallInput } from '../../src-main/contract/calls/calls.ts';
import type { ReviewItem, ReviewSide } from '../../src-main/contract/calls/review.ts';
import type { Failure } from '../../src-main/contract/result.ts';
import type { Client } from '../client/client.ts';
import { createResource } from './resource.ts';

type Pair = CallInput<'review.read_next'>;

export function createReviewStore(client: Client) {
  const about = createResource(client, 'review.read_review');
  const place = createResource(client, 'review.read_next');
  const figures = createResource(client, 'review.read_figures');
  /** One choice at a time: a key that is held down chooses once. */
  let choosing = false;

  /** What a choice or its undoing answers with is the new place. Null, or why it could not be kept. */
  async function change(
    pair: Pair,
    work: () => Promise<Awaited<ReturnType<typeof client.call<'review.rate_item'>>>>,
  ): Promise<Failure | null> {
    if (choosing) return null;
    choosing = true;
    const answer = await work();
    choosing = false;
    if (answer.ok) {
      if (JSON.stringify(place.store.getState().input) === JSON.stringify(pair)) place.put(answer.data);
      return null;
    }
    // Rated in another window: that one went on, and so does this.
    if (answer.error.code === 'rating_stale') await place.refresh();
    return answer.error;
  }

  /** Read again each time that it is gone to, and not with each choice: that would be thousands of times. */
  async function open(resource: typeof about | typeof figures, comparison: string): Promise<void> {
    if (resource.store.getState().input?.comparison === comparison) await resource.refresh();
    else await resource.read({ comparison });
  }

  return {
    about,
    place,
    figures,
    openAbout: (comparison: string) => open(about, comparison),
    openFigures: (comparison: string) => open(figures, comparison),
    rate: (pair: Pair, { item, turn }: Pick<ReviewItem, 'item' | 'turn'>, side: ReviewSide) =>
      change(pair, () => client.call('review.rate_item', { ...pair, item, turn, side })),
    undo: (pair: Pair) => change(pair, () => client.call('review.undo_rating', pair)),
    exportRatings: (comparison: string, format: 'csv' | 'jsonl', folder: string) =>
      client.call('review.export_ratings', { comparison, format, folder }),
  };
}
