/** The items of plans that are being looked at. Read once each while the app runs, so that a reading of held-out
 * items is logged once for each time the app was opened on them, not for each row that scrolls by. */
import type { Item } from '../contract/item.ts';
import type { RegisteredPlan } from '../contract/plan.ts';
import { success, type Result } from '../contract/result.ts';
import type { AppContext } from './context.ts';

/** Plans whose items stay in memory. */
const kept = 2;

export class PlanItems {
  readonly #context: AppContext;
  readonly #items = new Map<string, ReadonlyMap<string, Item>>();

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** By item id. */
  of({ hash }: RegisteredPlan): Result<ReadonlyMap<string, Item>> {
    const known = this.#items.get(hash);
    if (known) return success(known);
    const read = this.#context.store.readPlanItems(hash, this.#context.now());
    if (!read.ok) return read;
    const items = new Map(read.data.map((item) => [item.id, item]));
    for (const oldest of [...this.#items.keys()].slice(0, Math.max(0, this.#items.size + 1 - kept)))
      this.#items.delete(oldest);
    this.#items.set(hash, items);
    return success(items);
  }
}
