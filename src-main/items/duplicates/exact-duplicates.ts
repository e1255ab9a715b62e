/** Items whose prompts are the same after normalising. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../contract/canonical-json.ts';
import type { Item } from '../../contract/item.ts';
import { promptText } from './normal-text.ts';

export interface ExactGroup {
  /** In the set's order; the first is the one to keep. At least two. */
  readonly ids: readonly string[];
  /** True when their checks differ: then one of them is wrong, and somebody should look. */
  readonly disagree: boolean;
}

/** Groups of equal items, in the order of their first members. */
export function exactDuplicates(items: readonly Item[]): ExactGroup[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const hash = createHash('sha256').update(promptText(item)).digest('base64');
    const group = groups.get(hash);
    if (group === undefined) groups.set(hash, [item]);
    else group.push(item);
  }
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => ({
      ids: group.map(({ id }) => id),
      disagree: new Set(group.map(({ check }) => canonicalJson(check))).size > 1,
    }));
}
