/**
 * Exemplars: solved items shown before the question. They come from the dev split alone, and never from the item
 * that is asked or from its cluster, because an exemplar that gives the answer away measures nothing.
 */
import type { Item } from '../../contract/item.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { referenceAnswer } from '../../scoring/registry.ts';
import { createStream } from '../../statistics/generator.ts';
import { shuffled } from '../sampling/shuffle.ts';

export interface Exemplar {
  readonly id: string;
  /** What was asked last. */
  readonly input: string;
  readonly answer: string;
}

export type ExemplarChoice =
  | { readonly kind: 'fixed'; readonly ids: readonly string[] }
  /** Drawn anew for each item. With `sameStratum` from the item's own stratum only. */
  | { readonly kind: 'drawn'; readonly count: number; readonly seed: number; readonly sameStratum?: boolean };

/** Solved items that exemplars may be taken from. */
export interface ExemplarPool {
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
    answer: references.get(item.id) ?? referenceAnswer(item.check),
  }));
  return success({
    items: solved.flatMap((item) => (item.answer === null ? [] : [{ ...item, answer: item.answer }])),
    unanswered: solved.filter(({ answer }) => answer === null).map(({ id }) => id),
  });
}

/**
 * The exemplars of one item, the same at every call. Fixed ones keep their order; one that is the item itself, or of
 * its cluster, is left out. Fails with `usage` for a fixed id that the pool does not have.
 */
export function exemplarsFor(
  item: Item,
  pool: ExemplarPool,
  choice: ExemplarChoice,
): Result<readonly Exemplar[]> {
  const apart = pool.items.filter(
    (other) => other.id !== item.id && (item.cluster === undefined || other.cluster !== item.cluster),
  );
  if (choice.kind === 'fixed') {
    const missing = choice.ids.find((id) => pool.items.every((other) => other.id !== id));
    if (missing !== undefined) {
      return failure('usage', `The exemplar ${missing} is not among the dev items with an answer.`, {
        next: 'Choose another exemplar.',
        where: { item: missing },
      });
    }
    return success(choice.ids.flatMap((id) => apart.filter((other) => other.id === id).map(toExemplar)));
  }
  const candidates =
    choice.sameStratum === true ? apart.filter(({ stratum }) => stratum === item.stratum) : apart;
  const ordered = candidates.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const stream = createStream(choice.seed, `exemplars/${item.id}`);
  return success(shuffled(ordered, stream).slice(0, choice.count).map(toExemplar));
}

function toExemplar({ id, messages, answer }: Item & { readonly answer: string }): Exemplar {
  return { id, input: messages.findLast(({ role }) => role === 'user')?.content ?? '', answer };
}
