/** What the screen for strata by hand says. Pure. */
import type { Sortable, Sorting } from '../../../src-main/contract/calls/strata.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';

/** Strata or bands in the order of their number keys, each with its items. */
export function choicesOf(
  names: readonly string[],
  counted: readonly { readonly name: string; readonly items: number }[],
): readonly { readonly name: string; readonly items: number }[] {
  const counts = new Map(counted.map(({ name, items }) => [name, items]));
  return names.map((name) => ({ name, items: counts.get(name) ?? 0 }));
}

export function progressWords({ items, strataGiven, bandsGiven }: Sorting): string {
  const strata = `${formatCount(strataGiven)} of ${formatCount(items)} items were given a stratum`;
  return bandsGiven === 0 ? `${strata}.` : `${strata}, ${formatCount(bandsGiven)} a band.`;
}

/** What becomes of what is given here. */
export function whereItGoes({ of }: Sortable, { heldOut }: Sorting): string {
  switch (of) {
    case 'import':
      return 'What is given here goes over columns and rules. It is a step like the others: taken, it can be undone.';
    case 'slice':
      return 'What is given here is written into the items at once.';
    case 'version':
      return heldOut === 0
        ? 'A version never changes: what is given here makes its next one.'
        : `A version never changes: what is given here makes its next one. The ${formatCount(heldOut)} held-out items keep theirs, unseen.`;
  }
}

/** The digit of a key press by its place on the keyboard: what Shift makes of it differs from layout to layout. */
export function digitOf(code: string): number | null {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  return digit === undefined ? null : Number(digit);
}
