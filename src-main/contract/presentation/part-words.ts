/** Words for the small print of a part: its interval's method, and by what it stands out from a rerun. */
import type { ComparisonPart, IntervalMethod } from '../comparison.ts';
import type { RunKey } from '../plan.ts';
import { absent } from './numbers.ts';

const methodWords: Readonly<Record<IntervalMethod, string>> = {
  wilson: 'Wilson',
  bootstrap: 'bootstrap',
  'cluster-bootstrap': 'bootstrap of clusters',
  'stratified-bootstrap': 'bootstrap within strata',
  tango: 'Tango',
  'paired-t': 'paired t',
  'clustered-t': 'clustered t',
};

/** The name of an interval's method as readers know it. */
export function methodWord(method: IntervalMethod): string {
  return methodWords[method];
}

/** By which of the two signs a change stands out from a rerun: "interval and flips". */
export function standsOutBy({
  standsOut,
  standsOutBy: signs,
}: Pick<ComparisonPart, 'standsOut' | 'standsOutBy'>): string {
  if (standsOut === null) return absent;
  if (!standsOut) return 'does not';
  return signs.map((by) => (by === 'delta' ? 'interval' : 'flips')).join(' and ');
}

/** "BF16", "BF16 rerun", "BF16 rerun 2", "Q4_K_M". */
export function runWords({ candidate, replicate }: RunKey): string {
  if (replicate <= 1) return candidate;
  return replicate === 2 ? `${candidate} rerun` : `${candidate} rerun ${replicate - 1}`;
}

/** "once", "twice", "3 times". */
export function oftenWords(times: number): string {
  return ['never', 'once', 'twice'][times] ?? `${times} times`;
}
