import { useStore } from 'zustand';
import type { ComparisonHead } from '../../src-main/contract/calls/comparisons.ts';
import { formatCount } from '../../src-main/contract/presentation/numbers.ts';
import { Link } from '../components/link.tsx';
import { localTime } from '../components/local-time.ts';
import { useStores } from './app-context.tsx';
import type { ComparisonViewName } from './routes.ts';
import { comparisonRoute, comparisonViews } from './routes.ts';

const viewWords: Readonly<Record<ComparisonViewName, string>> = {
  plan: 'Plan',
  run: 'Run',
  results: 'Results',
  read: 'Read',
  review: 'Review',
  judge: 'Judge',
  report: 'Report',
};

const splitWords = { dev: 'dev', held_out: 'held-out' } as const;

/** "Larkspur 14B, support-desk@3 held-out, 1,840 items, finished 28 Nov, 16:48" */
export function aboutComparison({ model, items, startedAt, finishedAt }: ComparisonHead, now: Date): string {
  return [
    model,
    items === null ? null : `${items.name}@${items.version} ${splitWords[items.split]}`,
    items === null ? null : `${formatCount(items.items)} items`,
    finishedAt !== null
      ? `finished ${localTime(finishedAt, now)}`
      : startedAt !== null
        ? `started ${localTime(startedAt, now)}`
        : null,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

/** Which comparison, and its views. One that is not there yet stays in sight, with the reason. */
export function ComparisonBar({
  comparison,
  view,
}: {
  readonly comparison: string;
  readonly view: ComparisonViewName;
}) {
  const state = useStore(useStores().comparisons.head.store);
  const head = state.input?.comparison === comparison ? state.data : null;
  return (
    <section className="comparison-bar" aria-label="Open comparison">
      <p className="title cut">{head?.decision ?? ''}</p>
      <p className="about cut muted">{head === null ? '' : aboutComparison(head, new Date())}</p>
      <nav className="bar-links" aria-label="Views of this comparison">
        {comparisonViews.map((name) => {
          // Most plans have no judge: nothing is missing there.
          if (name === 'judge' && view !== 'judge' && head?.views.judge == null) return null;
          const { available, reason } = head?.views[name] ?? { available: true, reason: null };
          if (!available && name !== view) {
            return (
              <span key={name} className="unavailable" role="link" aria-disabled="true" title={reason ?? ''}>
                {viewWords[name]}
                <span className="unseen">: {reason}</span>
              </span>
            );
          }
          return (
            <Link
              key={name}
              to={comparisonRoute(comparison, name)}
              {...(name === view ? { 'aria-current': 'page' as const } : {})}
            >
              {viewWords[name]}
            </Link>
          );
        })}
      </nav>
    </section>
  );
}
