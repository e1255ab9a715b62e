/** What a plan's items will not settle, in words, before anything has run. */
import type { Sizing } from '../calls/plans.ts';
import { formatCount, formatPercent } from './numbers.ts';
import { levelWords } from './look-words.ts';
import { listWords } from './words.ts';

/** Strata that are named; of more it is said how many they are. */
const mostNamed = 5;

/** Strata whose items are fewer than they need, the least likely to be settled first; null: there are none. */
export function openStrataWords({ strata, power }: Sizing): string | null {
  const open = strata
    .filter(({ there, needed }) => there < needed)
    .sort((a, b) => (a.chance ?? 0) - (b.chance ?? 0));
  if (open.length === 0) return null;
  const named = open
    .slice(0, mostNamed)
    .map(
      ({ stratum, chance }) => `${stratum} ${chance === null ? 'no items' : `${formatPercent(chance)} %`}`,
    );
  const more = open.length - named.length;
  return (
    `Likely to stay open: ${listWords(more > 0 ? [...named, `${formatCount(more)} more`] : named)}, ` +
    `the chance that a stratum’s items settle its margin where nothing is lost. ${formatPercent(power)} % is asked for.`
  );
}

/** @param level of the interval at the end */
export function looksCounted(looks: number, level: number): string {
  return (
    `${looks === 1 ? 'A look' : `${formatCount(looks)} looks`} before the end, at equal distances and paid for by ` +
    `O’Brien and Fleming’s function, ${looks === 1 ? 'is' : 'are'} counted in: the interval at the end is then a ${levelWords(level)} % one.`
  );
}

/** Null where looks cost nothing. */
export function sizingLooksWords({ looks }: Sizing): string | null {
  return looks === null ? null : looksCounted(looks.before, looks.level);
}

/** Null with one candidate beside the baseline. */
export function amongCandidatesWords({ amongCandidates }: Sizing): string | null {
  if (amongCandidates === null) return null;
  return (
    `${formatCount(amongCandidates.needed)} items show such a drop of each of the ` +
    `${formatCount(amongCandidates.tests)} candidates after Holm’s adjustment, whatever the others show.`
  );
}
