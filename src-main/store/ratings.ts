/** What people chose between two candidates' answers, and which items of two runs have answers to choose between. */
import type { Rating, ReviewChoice } from '../contract/review.ts';
import { failure } from '../contract/result.ts';
import type { Connection } from './connection.ts';
import { StoreError } from './failures.ts';
import type { Keys } from './keys.ts';
import type { Store } from './store.ts';
import { whileUnchanged } from './while-unchanged.ts';

type Ratings = Pick<
  Store,
  'ratings' | 'ratedItems' | 'ratingTimes' | 'reviewItems' | 'putRating' | 'undoRating'
>;

interface Row {
  readonly rater: string;
  readonly item: string;
  readonly stratum: string;
  readonly one: string;
  readonly other: string;
  readonly turn: number;
  readonly swapped: number;
  readonly choice: ReviewChoice;
  readonly at: string;
}

export function ratings({ database, read, write }: Connection, keys: Keys): Ratings {
  const all = database.prepare<[number], Row>(
    `SELECT rating.rater, item.name AS item, item.stratum, rating.one, rating.other, rating.turn, rating.swapped,
       rating.choice, rating.at
     FROM rating JOIN item ON item.id = rating.item_id WHERE rating.plan_id = ? ORDER BY rating.id`,
  );
  const rated = database.prepare<
    [number, string, string, string],
    { readonly item: string; readonly turn: number }
  >(
    `SELECT item.name AS item, rating.turn FROM rating JOIN item ON item.id = rating.item_id
     WHERE rating.plan_id = ? AND rating.rater = ? AND rating.one = ? AND rating.other = ? ORDER BY rating.id`,
  );
  const times = database
    .prepare<[string, number], string>('SELECT at FROM rating WHERE rater = ? ORDER BY at DESC LIMIT ?')
    .pluck();
  const itemOf = database
    .prepare<[number, string], number>('SELECT id FROM item WHERE set_id = ? AND name = ?')
    .pluck();
  const insert = database.prepare<
    [number, string, number, string, string, number, number, ReviewChoice, string]
  >(
    `INSERT INTO rating (plan_id, rater, item_id, one, other, turn, swapped, choice, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const dropLast = database.prepare<[number, string, string, string]>(
    `DELETE FROM rating WHERE id = (
       SELECT max(id) FROM rating WHERE plan_id = ? AND rater = ? AND one = ? AND other = ?
     )`,
  );
  // The first sample of either side; a request that failed gave no answer to look at, nor did weighed options.
  const answered = database.prepare<[number, number], { readonly item: string; readonly same: number }>(
    `SELECT item.name AS item, one.text = other.text AS same
     FROM output AS one JOIN output AS other ON other.item_id = one.item_id AND other.sample = 0
     JOIN item ON item.id = one.item_id
     WHERE one.run_id = ? AND other.run_id = ? AND one.sample = 0
       AND one.finish NOT IN ('error', 'overlong') AND other.finish NOT IN ('error', 'overlong')
       AND one.options IS NULL AND other.options IS NULL
     ORDER BY item.id`,
  );
  const reviewable = whileUnchanged(database, (planHash: string, one: string, other: string) => {
    const run = (candidate: string): number => keys.run(planHash, { candidate, replicate: 1 });
    const rows = answered.all(run(one), run(other));
    return {
      items: rows.filter(({ same }) => same === 0).map(({ item }) => item),
      same: rows.filter(({ same }) => same === 1).length,
    };
  });

  return {
    ratings: (planHash) =>
      read(() =>
        all.all(keys.plan(planHash).id).map((row): Rating => ({ ...row, swapped: row.swapped === 1 })),
      ),
    ratedItems: (planHash, rater, { one, other }) =>
      read(() => rated.all(keys.plan(planHash).id, rater, one, other)),
    ratingTimes: (rater, limit) => read(() => times.all(rater, limit)),
    reviewItems: (planHash, { one, other }) => read(() => reviewable(planHash, one, other)),
    putRating: (planHash, rating) =>
      write(() => {
        const { id, setId } = keys.plan(planHash);
        const item = itemOf.get(setId, rating.item);
        if (item === undefined) throw new Error(`no item ${rating.item} in the plan's set`);
        const { rater, one, other, turn, swapped, choice, at } = rating;
        const put = insert.run(id, rater, item, one, other, turn, swapped ? 1 : 0, choice, at);
        if (put.changes !== 1) throw new StoreError(ratedElsewhere(rating.item));
      }),
    undoRating: (planHash, rater, { one, other }) =>
      write(() => dropLast.run(keys.plan(planHash).id, rater, one, other).changes === 1),
  };
}

function ratedElsewhere(item: string) {
  return failure('rating_stale', `${item} was rated under this name in another window.`, {
    next: 'Go on with the next item: that choice stands, and this one was not kept.',
    where: { item },
  }).error;
}
