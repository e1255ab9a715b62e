/** How often at least one of several samples is right, in words and cells. */
import type { CandidatePassAtK } from '../pass-at-k.ts';
import { formatCount, formatPercent, formatPercentInterval } from './numbers.ts';
import { listWords } from './words.ts';

export const passAtKTitle = 'Right in at least one of k samples';

export const passAtKMethod =
  'pass@k, % of the items: the unbiased estimate from all samples of an item, and its 95 % interval by bootstrap over items. A sample is right when its score is 1.';

/** One row a candidate, and for each k two columns. All candidates have the same numbers of samples. */
export function passAtKHeads([first]: readonly CandidatePassAtK[]): readonly string[] {
  const pairs = first?.rates.flatMap(({ k }) => [`pass@${k}, %`, '95 % interval']) ?? [];
  return ['Candidate', 'n', ...pairs];
}

/** n is of k = 1; the notes say what is left out of others. */
export function passAtKCells({ candidate, rates }: CandidatePassAtK): readonly string[] {
  return [
    candidate,
    formatCount(rates[0]?.n ?? 0),
    ...rates.flatMap(({ mean, interval, reason }) => [
      formatPercent(mean),
      reason ?? formatPercentInterval(interval),
    ]),
  ];
}

/** What has to be known beside the numbers. */
export function passAtKNotes(all: readonly CandidatePassAtK[]): readonly string[] {
  const copies = all.filter((one) => one.copies).map(({ candidate }) => candidate);
  const short = all.flatMap(({ candidate, rates }) => {
    const last = rates.findLast((rate) => rate.short > 0);
    if (last === undefined) return [];
    const items = `${formatCount(last.short)} ${last.short === 1 ? 'item has' : 'items have'}`;
    return [
      `${candidate}: ${items} fewer than ${formatCount(last.k)} samples with a score and ${last.short === 1 ? 'is' : 'are'} left out of pass@${last.k}.`,
    ];
  });
  return [
    ...(copies.length === 0
      ? []
      : [
          `${listWords(copies)} ${copies.length === 1 ? 'was' : 'were'} sampled at a temperature of 0: the samples of an item are copies of each other, so that more of them are no more tries.`,
        ]),
    ...short,
  ];
}

/** One line for a terminal: "Q4_K_M: pass@1 41.2 (38.0 to 44.5) %, pass@10 60.1 (56.2 to 63.8) %". */
export function passAtKLine({ candidate, rates }: CandidatePassAtK): string {
  const told = rates.map(({ k, mean, interval, reason }) =>
    reason === null
      ? `pass@${k} ${formatPercent(mean)} (${formatPercentInterval(interval)}) %`
      : `pass@${k} ${formatPercent(mean)} (${reason})`,
  );
  return `${candidate}: ${told.join(', ')}`;
}
