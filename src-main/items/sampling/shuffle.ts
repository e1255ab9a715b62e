/** Orders drawn by a seeded stream. */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { Stream } from '../../statistics/generator.ts';

/** A new list in random order, every order equally likely (Fisher and Yates, as Durstenfeld's algorithm 235 has it). */
export function shuffled<T>(values: readonly T[], stream: Stream): T[] {
  const order = [...values];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = uniformInt(stream, 0, last);
    const moved = order[last] as T;
    order[last] = order[other] as T;
    order[other] = moved;
  }
  return order;
}

/** So many of the values in random order, without replacement; every choice equally likely. */
export function drawn<T>(values: readonly T[], count: number, stream: Stream): T[] {
  const order = [...values];
  const wanted = Math.min(count, order.length);
  for (let first = 0; first < wanted; first += 1) {
    const other = uniformInt(stream, first, order.length - 1);
    const moved = order[first] as T;
    order[first] = order[other] as T;
    order[other] = moved;
  }
  return order.slice(0, wanted);
}
