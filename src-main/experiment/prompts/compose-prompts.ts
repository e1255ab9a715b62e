/**
 * The messages that a candidate gets for an item: exemplars from the dev split of the same set, and the prompt
 * template. Every engine sends what comes out here.
 */
import type { Candidate, FewShot, PromptComposition } from '../../contract/candidate.ts';
import type { Item, Message } from '../../contract/item.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import {
  exemplarPool,
  exemplarsFor,
  missingExemplars,
  type Exemplar,
  type ExemplarPool,
} from '../../items/few-shot/exemplars.ts';
import { composePrompt } from '../../items/few-shot/prompt-template.ts';
import type { ItemSetReference, StoreReader } from '../../store/store.ts';
import { readPromptTemplate, type ReadPromptTemplate } from './read-template.ts';

/** What of a candidate decides its messages. */
export type Composed = PromptComposition & Pick<Candidate, 'system'>;

/** Where exemplars come from, and what says that an id is held out. */
export type ExemplarSource = Pick<StoreReader, 'readDevItems' | 'itemSplit'>;

export interface ComposedPrompt {
  readonly messages: readonly Message[];
  /** None where the template does not read them. */
  readonly exemplars: readonly Exemplar[];
}

export type Composer = (item: Item) => Result<ComposedPrompt>;

/**
 * @param set the set that items and exemplars come from
 * @param name what messages call the prompt template
 *
 * Fails with `template_broken`; with `items_none` where exemplars are wanted and the set has no dev items; with
 * `exemplars_missing` for ids that the dev split lacks and where it has too few, and with `held_out_refused` for a
 * held-out id. What the composer itself gives fails with `template_broken` or `exemplars_missing` for one item.
 */
export function promptComposer(
  composed: Composed,
  store: ExemplarSource,
  set: ItemSetReference,
  name?: string,
): Result<Composer> {
  const { promptTemplate, fewShot, system } = composed;
  if (promptTemplate === undefined && fewShot === undefined)
    return success((item) => success({ messages: withSystem(item, system).messages, exemplars: [] }));
  const template =
    promptTemplate === undefined ? success(undefined) : readPromptTemplate(promptTemplate.text, name);
  if (!template.ok) return template;
  const pool = fewShot === undefined ? success(undefined) : poolOf(fewShot, store, set);
  if (!pool.ok) return pool;
  return success((item) => compose(withSystem(item, system), template.data, fewShot, pool.data));
}

function compose(
  item: Item,
  template: ReadPromptTemplate | undefined,
  fewShot: FewShot | undefined,
  pool: ExemplarPool | undefined,
): Result<ComposedPrompt> {
  const reads = template?.readsExemplars ?? true;
  const exemplars = fewShot && pool && reads ? exemplarsFor(item, pool, fewShot) : success([]);
  if (!exemplars.ok) return exemplars;
  const messages = composePrompt(item, exemplars.data, template);
  return messages.ok ? success({ messages: messages.data, exemplars: exemplars.data }) : messages;
}

/** The candidate's own system message where the item has none, so that a template and exemplars stand after it. */
function withSystem(item: Item, system: string | undefined): Item {
  if (system === undefined || item.messages.some(({ role }) => role === 'system')) return item;
  return { ...item, messages: [{ role: 'system', content: system }, ...item.messages] };
}

function poolOf(fewShot: FewShot, store: ExemplarSource, set: ItemSetReference): Result<ExemplarPool> {
  const dev = store.readDevItems(set);
  const label = `${set.name}@${set.version}`;
  if (dev.length === 0)
    return failure('items_none', `${label} has no dev items, and exemplars come from no others.`, {
      next: 'Take the exemplars out, or give items to the dev split and freeze the set again.',
    });
  if (fewShot.from === 'fixed') {
    const held = fewShot.ids.find((id) => store.itemSplit(set, id) === 'held_out');
    if (held !== undefined)
      return failure('held_out_refused', `${held} is held out in ${label}: it cannot be an exemplar.`, {
        next: 'Name dev items of the same set.',
        where: { item: held },
      });
  }
  const pool = exemplarPool(dev);
  if (!pool.ok) return pool;
  return missingExemplars(pool.data, fewShot) ?? pool;
}
