/** Preparing an open import: every step is looked at, taken, and can be undone, before anything is frozen. */
import type { Handlers } from '../../contract/calls/calls.ts';
import { success, type Result } from '../../contract/result.ts';
import type { AppContext } from '../context.ts';
import { importsOf } from '../imports.ts';
import type { Preparation } from '../preparing/preparation.ts';
import { scrubRules } from '../preparing/scrub-rules.ts';

type PreparingHandlers = Pick<
  Handlers,
  | 'preparing.list_rules'
  | 'preparing.open_items'
  | 'preparing.look_at_step'
  | 'preparing.list_hits'
  | 'preparing.list_groups'
  | 'preparing.decide_group'
  | 'preparing.take_step'
  | 'preparing.undo_step'
  | 'preparing.read_histogram'
  | 'preparing.list_strata'
>;

export function preparingHandlers(context: AppContext): PreparingHandlers {
  const imports = importsOf(context);

  async function prepared<T>(
    importing: string,
    work: (preparation: Preparation) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const preparation = imports.preparation(importing);
    return preparation.ok ? work(preparation.data) : preparation;
  }

  return {
    'preparing.list_rules': () => Promise.resolve(success(scrubRules())),
    'preparing.open_items': ({ importing, skipProblems }) => imports.prepare(importing, skipProblems),
    'preparing.look_at_step': ({ importing, step }, { signal }) =>
      prepared(importing, (preparation) => preparation.look(step, signal)),
    'preparing.list_hits': ({ importing, page, ...choice }) =>
      prepared(importing, (preparation) => preparation.ask<'hits'>({ ask: 'hits', choice, page })),
    'preparing.list_groups': ({ importing, page }) =>
      prepared(importing, (preparation) => preparation.ask<'groups'>({ ask: 'groups', page })),
    'preparing.decide_group': ({ importing, group, decision }) =>
      prepared(importing, (preparation) => preparation.decide(group, decision)),
    'preparing.take_step': ({ importing }) => prepared(importing, (preparation) => preparation.take()),
    'preparing.undo_step': ({ importing }) => prepared(importing, (preparation) => preparation.undo()),
    'preparing.read_histogram': ({ importing }) =>
      prepared(importing, (preparation) => preparation.ask<'histogram'>({ ask: 'histogram' })),
    'preparing.list_strata': ({ importing, ...request }) =>
      prepared(importing, (preparation) => preparation.ask<'strata'>({ ask: 'strata', request })),
  };
}
