/** What a candidate of a plan file is asked for one dev item: its messages, and the prompt that its model writes of them. */
import { dirname, resolve } from 'node:path';
import type { Item, Message } from '../contract/item.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { createLlamaEngine } from '../engine/llama/llama-engine.ts';
import type { RenderedPrompt } from '../engine/llama/protocol.ts';
import type { PlanFile } from '../experiment/plan/plan-schema.ts';
import { readText } from '../experiment/plan/read-text.ts';
import { resolveComposition } from '../experiment/plan/resolve-composition.ts';
import { readPlanFile } from '../experiment/plan/resolve-plan.ts';
import { promptComposer, type ExemplarSource } from '../experiment/prompts/compose-prompts.ts';
import { readItemFile } from '../items/item-file.ts';
import { openStore } from '../store/open.ts';

export interface RenderedItem {
  readonly candidate: string;
  readonly item: string;
  readonly exemplars: readonly string[];
  readonly messages: readonly Message[];
  /** Null for a model behind an endpoint: the server writes the prompt. */
  readonly prompt: RenderedPrompt | null;
}

export interface RenderItemRequest {
  readonly dataFolder: string;
  readonly planPath: string;
  /** Absent: the baseline. */
  readonly candidate?: string;
  /** Absent: the first dev item. */
  readonly item?: string;
}

/**
 * Nothing is frozen or registered for it, and held-out items are not shown. Fails as reading the plan, its templates
 * and its items does; with `usage` for a candidate that the plan lacks, with `items_none` without dev items, and with
 * `held_out_refused` for an item that is no dev item.
 */
export async function renderItem(request: RenderItemRequest): Promise<Result<RenderedItem>> {
  const { planPath } = request;
  const file = await readPlanFile(planPath);
  if (!file.ok) return file;
  const name = request.candidate ?? file.data.baseline;
  const own = file.data.candidates[name];
  if (!own)
    return failure('usage', `${planPath} has no candidate ${name}.`, {
      next: `It has ${Object.keys(file.data.candidates).join(', ')}.`,
    });
  const source = await itemsOf(file.data.items, request);
  if (!source.ok) return source;
  const { items, set } = source.data;
  const dev = items.readDevItems(set);
  const item = request.item === undefined ? dev[0] : dev.find(({ id }) => id === request.item);
  if (!item) return noItem(file.data, request.item, dev);
  const settings = { ...file.data.defaults, ...own };
  const composition = await resolveComposition(name, settings, planPath);
  if (!composition.ok) return composition;
  const { system } = settings;
  const composer = promptComposer(
    { ...composition.data, ...(system === undefined ? {} : { system }) },
    items,
    set,
  );
  const composed = composer.ok ? composer.data(item) : composer;
  if (!composed.ok) return composed;
  const { messages, exemplars } = composed.data;
  const prompt = await promptOf(planPath, own.gguf, settings.template, messages);
  if (!prompt.ok) return prompt;
  return success({
    candidate: name,
    item: item.id,
    exemplars: exemplars.map(({ id }) => id),
    messages,
    prompt: prompt.data,
  });
}

interface FoundItems {
  readonly items: ExemplarSource;
  readonly set: { readonly name: string; readonly version: number };
}

/** A frozen set, or a file as it is now. */
async function itemsOf(
  reference: string,
  { dataFolder, planPath }: RenderItemRequest,
): Promise<Result<FoundItems>> {
  const named = /^([^/\\]+)@(\d{1,7})$/.exec(reference);
  if (named?.[1] === undefined) {
    const file = resolve(dirname(planPath), reference);
    const read = await readItemFile(file);
    return read.ok ? success({ items: sourceOf(read.data), set: { name: reference, version: 1 } }) : read;
  }
  const set = { name: named[1], version: Number(named[2]) };
  const store = openStore(dataFolder, { access: 'read' });
  if (!store.ok) return store;
  try {
    if (!store.data.itemSetVersion(set.name, set.version))
      return failure('item_set_unknown', `There is no item set ${reference} in ${dataFolder}.`, {
        next: '`noisefloor items list` has all of them.',
      });
    const dev = store.data.readDevItems(set);
    return success({ items: sourceOf(dev), set });
  } finally {
    store.data.close();
  }
}

function sourceOf(items: readonly Item[]): ExemplarSource {
  const splits = new Map(items.map(({ id, split }) => [id, split]));
  const dev = items.filter(({ split }) => split === 'dev');
  return { readDevItems: () => dev, itemSplit: (_, id) => splits.get(id) ?? null };
}

const markDev = 'Mark a few items with "split": "dev"; without a split they are held out.';

function noItem({ items }: PlanFile, id: string | undefined, dev: readonly Item[]): Result<never> {
  if (id === undefined)
    return failure('items_none', `${items} has no dev items, and no others are shown.`, {
      next: markDev,
    });
  return failure('held_out_refused', `${id} is not among the dev items of ${items}.`, {
    next: `Held-out items are read through a registered plan only. ${dev.length === 0 ? markDev : `Name a dev item, such as ${dev[0]?.id ?? ''}.`}`,
    where: { item: id },
  });
}

async function promptOf(
  planPath: string,
  gguf: string | undefined,
  templatePath: string | undefined,
  messages: readonly Message[],
): Promise<Result<RenderedPrompt | null>> {
  if (gguf === undefined) return success(null);
  const folder = dirname(planPath);
  const template =
    templatePath === undefined
      ? success(undefined)
      : await readText(resolve(folder, templatePath), 'the chat template');
  if (!template.ok) return template;
  return createLlamaEngine().renderPrompt({
    model: resolve(folder, gguf),
    ...(template.data === undefined ? {} : { template: template.data }),
    messages,
    variables: {},
  });
}
