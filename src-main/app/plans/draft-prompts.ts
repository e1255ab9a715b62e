/** What a draft puts around its items: what is wrong with it, and how a dev item looks with it. */
import { createHash } from 'node:crypto';
import type { CallInput } from '../../contract/calls/calls.ts';
import type {
  DraftCandidate,
  DraftComposition,
  DraftFields,
  FieldProblem,
  PromptPreview,
} from '../../contract/calls/plans.ts';
import type { PromptComposition } from '../../contract/candidate.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { promptComposer, type Composed } from '../../experiment/prompts/compose-prompts.ts';
import { shortStratum } from '../../experiment/prompts/plan-prompts.ts';
import type { ItemSetReference, StoreReader } from '../../store/store.ts';

/** A candidate's own prompt, or the shared one. */
export function promptOf(fields: DraftFields, { ownPrompt }: DraftCandidate): DraftComposition {
  return ownPrompt ?? fields.settings;
}

/** A draft's prompt as a candidate has it, an empty template being none. */
export function composedOf({ promptTemplate, fewShot }: DraftComposition, system: string | null): Composed {
  const template: PromptComposition =
    promptTemplate === null || promptTemplate.trim() === ''
      ? {}
      : {
          promptTemplate: {
            text: promptTemplate,
            hash: createHash('sha256').update(promptTemplate).digest('hex'),
          },
        };
  return {
    ...template,
    ...(fewShot === null ? {} : { fewShot }),
    ...(system === null || system === '' ? {} : { system }),
  };
}

/** What cannot be composed, by the field that says it. */
export function promptProblems(
  store: StoreReader,
  { settings, candidates, items, split }: DraftFields,
): FieldProblem[] {
  if (items === null || !store.itemSetVersion(items.name, items.version)) return [];
  const problemOf = (field: string, composition: DraftComposition): FieldProblem[] => {
    const message = faultOf(store, items, split, composition);
    return message === null ? [] : [{ field, message }];
  };
  const shared = candidates.some(({ ownPrompt }) => ownPrompt === null) || candidates.length === 0;
  return [
    ...(shared ? problemOf('settings.prompt', settings) : []),
    ...candidates.flatMap(({ ownPrompt }, index) =>
      ownPrompt === null ? [] : problemOf(`candidates.${index}.ownPrompt`, ownPrompt),
    ),
  ];
}

function faultOf(
  store: StoreReader,
  items: ItemSetReference,
  split: DraftFields['split'],
  composition: DraftComposition,
): string | null {
  const { fewShot } = composition;
  if (fewShot?.from === 'fixed' && fewShot.ids.length === 0)
    return 'Name the exemplars by the ids of dev items.';
  if (fewShot?.from === 'fixed' && new Set(fewShot.ids).size < fewShot.ids.length)
    return 'An exemplar is named twice.';
  const composer = promptComposer(composedOf(composition, null), store, items);
  if (!composer.ok) return composer.error.message;
  const short = shortStratum(fewShot ?? undefined, items, split, store);
  return short && !short.ok ? short.error.message : null;
}

/** Fails as `promptComposer` does, with `item_set_unknown`, and with `items_none` for a set without dev items. */
export function previewPrompt(
  store: StoreReader,
  { set, system, composition, place }: CallInput<'plans.preview_prompt'>,
): Result<PromptPreview> {
  if (!store.itemSetVersion(set.name, set.version))
    return failure('item_set_unknown', `There is no item set ${set.name}@${set.version} here.`, {
      next: 'Choose another one.',
    });
  const dev = store.readDevItems(set);
  const at = Math.min(place, dev.length - 1);
  const item = dev[at];
  if (!item)
    return failure(
      'items_none',
      `${set.name}@${set.version} has no dev items, and no others are shown here.`,
      {
        next: 'Give a few items to the dev split.',
      },
    );
  const composer = promptComposer(composedOf(composition, system), store, set);
  if (!composer.ok) return composer;
  const prompt = composer.data(item);
  if (!prompt.ok) return prompt;
  return success({
    item: item.id,
    stratum: item.stratum,
    place: at,
    dev: dev.length,
    messages: [...prompt.data.messages],
    exemplars: prompt.data.exemplars.map(({ id }) => id),
  });
}
