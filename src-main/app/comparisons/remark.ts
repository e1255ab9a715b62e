/** The sentence in a comparison's state column: why it stopped, what is missing, what cannot be compared. */
import { formatCount, formatTime } from '../../contract/presentation/numbers.ts';
import { listWords } from '../../contract/presentation/words.ts';
import type { ComparisonState } from '../../contract/calls/comparisons.ts';
import type { ComparedPlan } from '../../contract/compared-plan.ts';
import type { RegisteredPlan } from '../../contract/plan.ts';
import type { RunRecord } from '../../store/store.ts';
import type { AppContext } from '../context.ts';
import { allSittings, outputsThere } from './run-times.ts';

/** @param compared the comparison that holds; null where there is none (yet) */
export function remarkOf(
  context: AppContext,
  { hash }: RegisteredPlan,
  state: Exclude<ComparisonState, 'draft'>,
  runs: readonly RunRecord[],
  compared: ComparedPlan | null,
): string | null {
  const kept = keptWords(outputsThere(runs));
  switch (state) {
    case 'running': {
      const loading = context.runs.running(hash)?.loading;
      return loading ? `Loading ${loading.key.candidate}.` : 'Results come at the end.';
    }
    case 'paused':
      return `Paused. ${kept}`;
    case 'stopped':
      return context.store.halt(hash) === 'cancelled'
        ? `Cancelled. ${kept}`
        : `${whyStopped(context, hash)} ${kept}`;
    case 'finished':
      return finishedRemark(runs, compared);
    case 'registered':
    case 'damaged':
      return null;
  }
}

function keptWords(outputs: number): string {
  if (outputs === 0) return 'There are no outputs yet.';
  return outputs === 1 ? '1 output is safe.' : `${formatCount(outputs)} outputs are safe.`;
}

/** The last that was heard of it: a notice of this process, else how its sittings ended. */
function whyStopped(context: AppContext, hash: string): string {
  const notice = context.runs.notices(hash).at(-1);
  if (notice) return notice.text;
  const ended = allSittings(context.store, hash).filter(({ endedAt }) => endedAt !== null);
  const last = ended.reduce<(typeof ended)[number] | undefined>(
    (latest, one) => (latest && (latest.endedAt ?? '') >= (one.endedAt ?? '') ? latest : one),
    undefined,
  );
  if (!last) return 'Stopped.';
  const at = formatTime(last.endedAt ?? '');
  return last.how === 'killed'
    ? `Noisefloor ended without a word on ${at}: killed, or a power loss.`
    : `Stopped on ${at}.`;
}

function finishedRemark(runs: readonly RunRecord[], compared: ComparedPlan | null): string | null {
  const failed = runs.filter(({ state }) => state === 'failed');
  const [first] = failed;
  if (first) {
    const names = listWords([...new Set(failed.map(({ key }) => key.candidate))]);
    return `${names} failed: ${first.failure?.message ?? 'no reason is known'}`;
  }
  if (compared === null) return 'Its results are not worked out yet.';
  for (const { name, comparison } of compared.candidates)
    if (comparison?.verdict === 'not comparable')
      return `${name} cannot be compared: ${comparison.reason.replace(/\.$/, '')}.`;
  return null;
}
