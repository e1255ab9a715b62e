/**
 * Exemplars: solved items shown before the question. They come from the dev split alone, and never from the item
 * that is asked or from its cluster, because an exemplar that gives the answer away measures nothing.
 */
import type { FewShot } from '../../contract/candidate.ts';
import type { Item } from '../../contract/item.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { isWeighed, weighedAnswer } from '../../scoring/choice-options.ts';
import { referenceAnswer } from '../../scoring/registry.ts';
import { createStream } from '../../statistics/generator.ts';
import { drawn } from '../sampling/shuffle.ts';

export interface Exemplar {
  readonly id: string;
  /** What was asked last. */
  readonly input: string;
  readonly answer: string;
}

/** Solved items that exemplars may be taken from. */
export interface ExemplarPool {
  /** By id, so that what is drawn does not depend on the file's order. */
  readonly items: readonly (Item & { readonly answer: string })[];
  /** Items that have no answer to show; they were left out. */
  readonly unanswered: readonly string[];
}

/**
 * Fails with `held_out_refused` when any of the items is held out.
 * @param references answers in the source's own words (worked solutions) by item id; else the check's own is shown
 */
export function exemplarPool(
  items: readonly Item[],
  references: ReadonlyMap<string, string> = new Map(),
): Result<ExemplarPool> {
  const held = items.find(({ split }) => split === 'held_out');
  if (held !== undefined) {
    return failure('held_out_refused', `${held.id} is held out: it cannot be shown as an exemplar.`, {
      next: 'Take exemplars from the dev split.',
      where: { item: held.id },
    });
  }
  const solved = items.map((item) => ({
    ...item,
    answer: references.get(item.id) ?? answerOf(item),
  }));
  return success({
    items: solved
      .flatMap((item) => (item.answer === null ? [] : [{ ...item, answer: item.answer }]))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    unanswered: solved.filter(({ answer }) => answer === null).map(({ id }) => id),
  });
}

function answerOf({ check, messages }: Item): string | null {
  return isWeighed(check) ? weighedAnswer(check, messages) : referenceAnswer(check);
}

/**
 * The exemplars of one item, the same at every call. Fixed ones keep their order; one that is the item itself, or of
 * its cluster, is left out. Fails with `exemplars_missing` for a fixed id that the pool does not have, and where
 * fewer can be drawn than are asked for.
 */
export function exemplarsFor(item: Item, pool: ExemplarPool, choice: FewShot): Result<readonly Exemplar[]> {
  const missing = missingExemplars(pool, choice);
  if (missing !== null) return missing;
  const apart = pool.items.filter(
    (other) => other.id !== item.id && (item.cluster === undefined || other.cluster !== item.cluster),
  );
  if (choice.from === 'fixed')
    return success(choice.ids.flatMap((id) => apart.filter((other) => other.id === id).map(toExemplar)));
  const candidates = choice.sameStratum ? apart.filter(({ stratum }) => stratum === item.stratum) : apart;
  if (candidates.length < choice.count)
    return failure(
      'exemplars_missing',
      `${item.id} needs ${choice.count} exemplars, and ${pool.items.length} dev items with an answer leave ${candidates.length}: itself, its cluster${choice.sameStratum ? ' and other strata' : ''} are left out.`,
      { next: 'Ask for fewer exemplars, or give more items to the dev split.', where: { item: item.id } },
    );
  const stream = createStream(choice.seed, `exemplars/${item.id}`);
  return success(drawn(candidates, choice.count, stream).map(toExemplar));
}

/** Why no item at all can have these exemplars; null where the pool has them. Fails with `exemplars_missing`. */
export function missingExemplars(pool: ExemplarPool, choice: FewShot): Result<never> | null {
  const there = pool.items.length;
  const without =
    pool.unanswered.length === 0 ? '' : ` (${pool.unanswered.length} others have none that could be shown)`;
  if (choice.from === 'drawn') {
    if (there >= choice.count) return null;
    return failure(
      'exemplars_missing',
      `${choice.count} exemplars are to be drawn, and the dev split has ${there} ${there === 1 ? 'item' : 'items'} with an answer${without}.`,
      { next: 'Ask for fewer exemplars, or give more items to the dev split.' },
    );
  }
  const lacking = choice.ids.filter((id) => pool.items.every((other) => other.id !== id));
  const [first] = lacking;
  if (first === undefined) return null;
  const reason = pool.unanswered.includes(first)
    ? 'has no answer that could be shown'
    : 'is not in the dev split';
  return failure(
    'exemplars_missing',
    `The exemplar ${first} ${reason}${lacking.length === 1 ? '' : `, and ${lacking.length - 1} more are not there`}: exemplars come from the ${there} dev items with an answer.`,
    { next: 'Name dev items of the same set.', where: { item: first } },
  );
}

function toExemplar({ id, messages, answer }: Item & { readonly answer: string }): Exemplar {
  return { id, input: messages.findLast(({ role }) => role === 'user')?.content ?? '', answer };
}
