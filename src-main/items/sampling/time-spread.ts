/** A sample that is spread over weeks and weekdays, so that one busy Monday does not stand for a year. */
import { success, failure, type Result } from '../../contract/result.ts';
import { createStream, generatorName } from '../../statistics/generator.ts';
import { shuffled } from './shuffle.ts';
import { weekOf, type Timed } from './time-histogram.ts';

export interface TimeSpreadRecord {
  readonly seed: number;
  readonly generator: string;
  readonly wanted: number;
  readonly drawn: number;
  /** Items without a time, which cannot be drawn. */
  readonly untimed: number;
}

/**
 * Draws evenly over the weeks, and within a week evenly over the weekdays, as far as there are items: what one week
 * lacks the others give. Within a weekday every item is equally likely. The sample keeps the file's order.
 *
 * @param part of the items that are drawn from apart from others, such as a stratum: each part has its own draws
 */
export function timeSpread<T extends Timed & { readonly id: string }>(
  items: readonly T[],
  wanted: number,
  seed: number,
  part = '',
): Result<{ readonly sample: readonly T[]; readonly record: TimeSpreadRecord }> {
  if (!Number.isInteger(wanted) || wanted < 0) {
    return failure('usage', 'The size of a sample is a whole number of items.', {
      next: 'Correct the number.',
    });
  }
  const cells = new Map<number, string[][]>();
  let untimed = 0;
  for (const { id, time } of items) {
    const at = weekOf(time);
    if (at === null) {
      untimed += 1;
      continue;
    }
    const week = cells.get(at.monday) ?? Array.from({ length: 7 }, (): string[] => []);
    week[at.weekday]?.push(id);
    cells.set(at.monday, week);
  }
  const stream = createStream(seed, part === '' ? 'time-spread' : `time-spread/${part}`);
  const weeks = [...cells.keys()].toSorted((one, other) => one - other);
  const sizes = weeks.map((monday) => (cells.get(monday) ?? []).reduce((sum, ids) => sum + ids.length, 0));
  const chosen = new Set<string>();
  for (const [index, share] of evenShares(sizes, wanted, stream).entries()) {
    const week = cells.get(weeks[index] ?? 0) ?? [];
    const days = evenShares(
      week.map((ids) => ids.length),
      share,
      stream,
    );
    for (const [weekday, count] of days.entries()) {
      for (const id of shuffled((week[weekday] ?? []).toSorted(), stream).slice(0, count)) chosen.add(id);
    }
  }
  return success({
    sample: items.filter(({ id }) => chosen.has(id)),
    record: { seed, generator: generatorName, wanted, drawn: chosen.size, untimed },
  });
}

/**
 * Shares of `total` that differ by at most one wherever the sizes allow it. Who gets the ones that are left over is
 * drawn, so that the first weeks are not favoured.
 */
export function evenShares(
  sizes: readonly number[],
  total: number,
  stream: ReturnType<typeof createStream>,
): number[] {
  const shares = sizes.map(() => 0);
  let left = Math.min(
    total,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  while (left > 0) {
    const open = shares.flatMap((share, index) => (share < (sizes[index] ?? 0) ? [index] : []));
    const each = Math.floor(left / open.length);
    if (each === 0) {
      for (const index of shuffled(open, stream).slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
      return shares;
    }
    for (const index of open) {
      const more = Math.min(each, (sizes[index] ?? 0) - (shares[index] ?? 0));
      shares[index] = (shares[index] ?? 0) + more;
      left -= more;
    }
  }
  return shares;
}
