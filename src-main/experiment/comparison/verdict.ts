/** The verdict of one part against its margin, in the order that the method lays down, and why. */
import type { Interval, Noise, PlanState, Verdict } from '../../contract/comparison.ts';
import {
  formatCount,
  formatHalfWidth,
  formatPercent,
  formatPoints,
  formatPointsInterval,
} from '../../contract/presentation/numbers.ts';
import { requiredItems } from '../../statistics/sample-size.ts';
import { unseenShare } from '../../statistics/wilson.ts';
import type { Difference } from './difference.ts';

export interface VerdictInput {
  readonly difference: Pick<Difference, 'n' | 'delta' | 'interval' | 'variance' | 'lack'>;
  readonly noise: Pick<Noise, 'halfWidth'> | null;
  /** A drop, as a share; null: no guard rail applies. */
  readonly margin: number | null;
  /** Pairs that are missing a side, of `n` and them together. */
  readonly dropped: number;
  /** Null: no limit. */
  readonly maxMissing: number | null;
  /** Why the two sides had not the same input; null: they had. */
  readonly inputsDiffer: string | null;
  /** That further items would be judged at: of the end, where the interval is a look before it. */
  readonly endLevel: number;
}

export interface PartVerdict {
  /** Null: no guard rail applies. */
  readonly verdict: Verdict | null;
  readonly needed: number | null;
  readonly reason: string;
}

const power = 0.8;

export function decideVerdict(input: VerdictInput): PartVerdict {
  const { difference, noise, margin, endLevel } = input;
  const { delta, interval } = difference;
  const obstacle = obstacleOf(input);
  if (obstacle !== null) return { verdict: 'not comparable', needed: null, reason: obstacle };
  if (delta === null || interval === null) {
    return {
      verdict: margin === null ? null : 'cannot tell yet',
      needed: null,
      reason: difference.lack ?? '',
    };
  }
  if (margin === null) return { verdict: null, needed: null, reason: 'No guard rail applies.' };
  const verdict = compareWithMargin(interval, margin, noise?.halfWidth ?? null);
  const where = `The interval of the change, ${formatPointsInterval(interval)} points,`;
  const rail = `the guard rail of ${formatPoints(-margin)}`;
  const settled = (reason: string): PartVerdict => ({ verdict, needed: null, reason: `${where} ${reason}` });
  switch (verdict) {
    case 'worse':
      return settled(`lies wholly below ${rail}.`);
    case 'better':
      return settled(
        `lies wholly above ${rail} and above the noise floor of ${formatHalfWidth(noise?.halfWidth ?? null)}.`,
      );
    case 'within the guard rail': {
      const unmeasured =
        noise === null && interval.lo > 0
          ? ' Whether it is better cannot be said without a rerun of the baseline.'
          : '';
      return settled(`lies wholly above ${rail}.${unmeasured}`);
    }
    default: {
      const needed = furtherItems(difference, delta, margin, endLevel);
      const more =
        needed === null
          ? 'How many further items would settle it cannot be computed: the change seen is the margin itself.'
          : `At the spread seen, about ${formatCount(needed)} further ${needed === 1 ? 'item' : 'items'} would settle it (power ${power}).`;
      return { verdict, needed, reason: `${where} reaches across ${rail}. ${more}` };
    }
  }
}

/**
 * Without a measured noise floor nothing is called better: that it is more than a rerun shows was not seen.
 *
 * @param halfWidth of the noise floor; null: not measured
 */
export function compareWithMargin(
  { lo, hi }: Pick<Interval, 'lo' | 'hi'>,
  margin: number,
  halfWidth: number | null,
): Exclude<Verdict, 'not comparable'> {
  if (hi < -margin) return 'worse';
  if (lo > -margin) return halfWidth !== null && lo > halfWidth ? 'better' : 'within the guard rail';
  return 'cannot tell yet';
}

/** Passes when overall and every gating stratum pass; fails when one of them is worse; else it is open. */
export function planState(verdicts: readonly (Verdict | null)[]): PlanState {
  if (verdicts.includes('worse')) return 'fails';
  return verdicts.every((verdict) => verdict === 'within the guard rail' || verdict === 'better')
    ? 'passes'
    : 'open';
}

function obstacleOf({ difference, dropped, maxMissing, inputsDiffer }: VerdictInput): string | null {
  if (inputsDiffer !== null) return inputsDiffer;
  if (difference.n === 0) return dropped === 0 ? 'there are no items' : 'no item has a score on both sides';
  const pairs = difference.n + dropped;
  if (maxMissing !== null && dropped / pairs > maxMissing) {
    return (
      `${formatCount(dropped)} of ${formatCount(pairs)} pairs are missing (${formatPercent(dropped / pairs)} %), ` +
      `and the plan allows ${formatPercent(maxMissing)} %`
    );
  }
  return null;
}

/**
 * Further items after which the interval would leave the margin on the side where the change seen already lies:
 * the sample size for a difference of (change + margin), at the variance seen, less the items there. Without flips
 * the variance seen is 0 and says nothing; then it is the number from which the interval of no flips is narrow
 * enough. Null where the change seen is the margin itself.
 */
function furtherItems(
  { n, variance }: Pick<Difference, 'n' | 'variance'>,
  delta: number,
  margin: number,
  level: number,
): number | null {
  const distance = Math.abs(delta + margin);
  if (distance < 1e-9 || variance === null) return null;
  const spread = requiredItems({ variance, power, alpha: 1 - level }, distance);
  return Math.max(1, Math.max(spread, itemsWithoutFlips(distance, level)) - n);
}

/** The n from which z^2 / (n + z^2), all that n equal items leave open, is below the distance. */
function itemsWithoutFlips(distance: number, level: number): number {
  // unseenShare(1) = s gives z^2 = s / (1 - s).
  const unseen = unseenShare(1, level);
  const square = unseen / (1 - unseen);
  return Math.floor((square * (1 - distance)) / distance) + 1;
}
