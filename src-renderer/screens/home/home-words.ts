/** What a comparison's row says of its state, and what can be done with it next. */
import type { ComparisonSummary } from '../../../src-main/contract/calls/comparisons.ts';
import {
  formatCount,
  formatPointsSize,
  formatTimeLeft,
} from '../../../src-main/contract/presentation/numbers.ts';
import type { Route } from '../../app/routes.ts';
import { comparisonRoute, draftRoute } from '../../app/routes.ts';
import { localDay, localTime } from '../../components/local-time.ts';

export interface StateWords {
  readonly word: string;
  readonly more: string;
  /** It needs the person, or is at work: not over. */
  readonly strong: boolean;
}

/** In all, over its candidates' replicates; null where nothing is counted. */
export function progressOf({ candidates }: ComparisonSummary): number | null {
  let done = 0;
  let total = 0;
  for (const { progress } of candidates) {
    done += progress?.done ?? 0;
    total += progress?.total ?? 0;
  }
  return total === 0 ? null : done / total;
}

const sentences = (...parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join(' ');

export function stateWords(comparison: ComparisonSummary, now: Date): StateWords {
  const { state, remark, secondsLeft, changedAt, finishedAt } = comparison;
  const share = progressOf(comparison);
  const percent = share === null ? '' : `, ${Math.floor(share * 100)} %`;
  const left = secondsLeft === null ? null : `${formatTimeLeft(secondsLeft)} left.`;
  switch (state) {
    case 'draft':
      return { word: 'Draft', more: `${localDay(changedAt, now)}, not registered`, strong: false };
    case 'registered':
      return {
        word: 'Registered',
        more: sentences(localTime(changedAt, now) + '.', remark ?? 'Not started.'),
        strong: false,
      };
    case 'running':
      return { word: `Running${percent}`, more: sentences(left, remark), strong: true };
    case 'paused':
      return { word: `Paused${percent}`, more: sentences(remark ?? 'Goes on where it was.'), strong: true };
    case 'stopped':
      return { word: `Stopped${percent}`, more: sentences(remark ?? 'Goes on where it was.'), strong: true };
    case 'finished': {
      const at = localTime(finishedAt ?? changedAt, now);
      return { word: 'Finished', more: remark === null ? at : `${at}. ${remark}`, strong: false };
    }
    case 'damaged':
      return { word: 'Damaged', more: '', strong: true };
  }
}

/** "Larkspur 14B, support-desk@3, 1,840 items, 2.0 allowed" */
export function aboutWords({ model, items, margin }: ComparisonSummary): string {
  return [
    model,
    items === null ? null : `${items.name}@${items.version}, ${formatCount(items.items)} items`,
    margin === null ? null : `${formatPointsSize(margin)} allowed`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

/** "2 candidates. 410 of 873 items needed for 3.0 points." */
export function draftWords({ candidates, items, itemsNeeded, margin }: ComparisonSummary): string {
  const many = `${formatCount(candidates.length)} ${candidates.length === 1 ? 'candidate' : 'candidates'}.`;
  if (items === null) return `${many} No item set yet.`;
  if (itemsNeeded === null || margin === null) return `${many} ${formatCount(items.items)} items.`;
  const points = `${formatPointsSize(margin)} points`;
  return items.items >= itemsNeeded
    ? `${many} ${formatCount(items.items)} items, enough for ${points}.`
    : `${many} ${formatCount(items.items)} of ${formatCount(itemsNeeded)} items needed for ${points}.`;
}

export interface NextStep {
  readonly label: string;
  readonly route: Route;
  /** The run is to be started on the way there. */
  readonly resumes: boolean;
}

/** What opening it means. Null for a damaged one. */
export function nextStep({ id, state }: ComparisonSummary): NextStep | null {
  switch (state) {
    case 'draft':
      return { label: 'Edit', route: draftRoute(id), resumes: false };
    case 'registered':
      return { label: 'Run', route: comparisonRoute(id, 'run'), resumes: true };
    case 'running':
      return { label: 'Watch', route: comparisonRoute(id, 'run'), resumes: false };
    case 'paused':
    case 'stopped':
      return { label: 'Continue', route: comparisonRoute(id, 'run'), resumes: true };
    case 'finished':
      return { label: 'Open', route: comparisonRoute(id, 'results'), resumes: false };
    case 'damaged':
      return null;
  }
}
