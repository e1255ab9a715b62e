/** A plan of a model and the versions that were made of it, as "Compare the whole ladder" begins one in the app. */
import { access, constants, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ItemSetVersion } from '../../contract/item.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { inspectGguf } from '../../engine/llama/gguf/inspect.ts';
import { createLlamaEngine } from '../../engine/llama/llama-engine.ts';
import { resolveItems } from '../../experiment/plan/resolve-plan.ts';
import { describeMachine } from '../../machine/describe-machine.ts';
import { openStore } from '../../store/open.ts';
import type { Store } from '../../store/store.ts';
import { followedVersion, type FollowedVersion } from '../followed-version.ts';
import { checkFree } from '../free-place.ts';
import { modelIdentifier } from '../model-library/model-identifier.ts';
import { fileFromDraft } from '../plans/draft-and-file.ts';
import { draftOf, usualSplit, type NamedModel } from '../plans/new-draft.ts';
import { planFileText } from '../plans/plan-as-file.ts';

export interface LadderRequest {
  /** The plan file. */
  readonly file: string;
  /** `name@version`, or an item file, which becomes a set. */
  readonly items: string;
  readonly decision: string;
  /** The largest drop that is tolerated: above 0, at most 1. */
  readonly margin: number;
  /** Take the place of a file that is there. */
  readonly replace: boolean;
}

/** What the versions are to be compared on, once it is known that the plan can be written. */
export interface Ladder extends Omit<LadderRequest, 'items'> {
  readonly items: ItemSetVersion;
  /** The version of the set before, where the item file became the next one just now. */
  readonly follows: FollowedVersion | null;
}

/**
 * Before hours of making. An item file is frozen once the model and the plan's place are known to be good.
 * Fails with `file_exists`, `file_unwritable`, and as reading the model and the items can.
 */
export async function checkLadder(
  dataFolder: string,
  request: LadderRequest,
  source: string,
): Promise<Result<Ladder>> {
  const model = await inspectGguf(source);
  if (!model.ok) return model;
  const file = resolve(request.file);
  const free = checkFree([file], request.replace);
  if (!free.ok) return free;
  try {
    await access(dirname(file), constants.W_OK);
  } catch (error) {
    return unwritable(file, error, 'Choose a folder that is there.');
  }
  return withStore(dataFolder, async (store) => {
    // A file is named as seen from here, not from the plan.
    const reference = /^[^/\\]+@\d+$/.test(request.items) ? request.items : resolve(request.items);
    const before = store.itemSetVersions();
    const items = await resolveItems(reference, file, store, new Date().toISOString());
    if (!items.ok) return items;
    return success({
      ...request,
      file,
      items: items.data,
      follows: followedVersion(store, before, items.data),
    });
  });
}

/**
 * @param source the baseline, of a split model the first part
 * @param versions files that were made of it
 * @returns the plan file's path
 */
export async function writeLadder(
  dataFolder: string,
  { file, items, decision, margin, replace }: Ladder,
  source: string,
  versions: readonly string[],
): Promise<Result<string>> {
  const models: NamedModel[] = [];
  for (const named of [source, ...versions]) {
    // The plan names a file as seen from its own folder.
    const path = resolve(named);
    const description = await inspectGguf(path);
    if (!description.ok) return description;
    models.push({ model: modelIdentifier(path), path, description: description.data });
  }
  return withStore(dataFolder, async (store) => {
    const machine = await describeMachine();
    const draft = await draftOf({ store, machine, engine: createLlamaEngine() }, models, models[0]);
    const fields = { ...draft.fields, decision, margin, items, split: usualSplit(items) };
    const plan = fileFromDraft({ ...draft, fields }, store, (model) => draft.paths[model] ?? null);
    try {
      await writeFile(file, planFileText(plan), { flag: replace ? 'w' : 'wx' });
      return success(file);
    } catch (error) {
      return unwritable(file, error, 'Write the plan by hand: the versions are made.');
    }
  });
}

function unwritable(file: string, error: unknown, next: string) {
  const message = `${file} cannot be written: ${(error as Error).message}`;
  return failure('file_unwritable', message, { next, where: { file } });
}

async function withStore<T>(
  dataFolder: string,
  use: (store: Store) => Promise<Result<T>>,
): Promise<Result<T>> {
  const store = openStore(dataFolder);
  if (!store.ok) return store;
  try {
    return await use(store.data);
  } finally {
    store.data.close();
  }
}
