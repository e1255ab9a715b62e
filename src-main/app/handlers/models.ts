/** Models: the files of the folders that a person named, grouped by model, and endpoints. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Handlers } from '../../contract/calls/calls.ts';
import type { EndpointSettings } from '../../contract/calls/models.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { fileFailure } from '../../engine/llama/gguf/file-failure.ts';
import { inspectGguf } from '../../engine/llama/gguf/inspect.ts';
import { hashWeights } from '../../engine/llama/gguf/weights-hash.ts';
import type { AppContext } from '../context.ts';
import { deleteServerKey, listServerKeys, putServerKey } from '../endpoint-keys.ts';
import {
  addEndpoint,
  changeEndpoint,
  connectEndpoint,
  listEndpoints,
  removeEndpoint,
} from '../model-library/endpoints.ts';
import type { ModelFamily } from '../model-library/group-models.ts';
import { usualDevice } from '../model-library/memory-fit.ts';
import { libraryOf, type ReadModel } from '../model-library/model-library.ts';
import { detailView, familyIdentifier, groupView, type ViewSettings } from '../model-library/model-view.ts';
import { settingsMachine } from '../plans/new-draft.ts';
import { pageOfList } from './paging.ts';

type ModelHandlers = Pick<Handlers, Extract<keyof Handlers, `models.${string}`>>;

/** Milliseconds that a list waits for what is being read: a few files come with the first answer. */
const patience = 100;
/** Characters of a template that are shown. */
const longestTemplate = 100_000;

interface FoundModel {
  readonly model: ReadModel;
  readonly family: ModelFamily<ReadModel>;
}

export function modelHandlers(context: AppContext): ModelHandlers {
  const library = libraryOf(context);

  const viewSettings = async (memory: ViewSettings['memory']): Promise<ViewSettings> => ({
    memory,
    device: await usualDevice(context),
    machine: settingsMachine(context),
  });
  const known = (id: string): FoundModel | null => {
    for (const family of library.contents().families) {
      const model = family.models.find((one) => one.id === id);
      if (model) return { model, family };
    }
    return null;
  };
  /** After a look, where it is not known yet: the app may just have started. */
  const find = async (id: string): Promise<Result<FoundModel>> => {
    const at = known(id);
    if (at) return success(at);
    await library.look('if due');
    const after = known(id);
    return after
      ? success(after)
      : failure('model_unknown', 'This model is not among the folders and files any more.', {
          next: 'Choose another one, or add its folder again.',
        });
  };
  /** A file that is still broken after a reload; null: it is not. */
  const stillBroken = (path: string) =>
    library.contents().unreadable.find((one) => one.path === path)?.problem ?? null;

  return {
    'models.list_models': async ({ memory, page }) => {
      const look = library.look('if due');
      await Promise.race([look, after(patience)]);
      const { families, unreadable, reading } = library.contents();
      const settings = await viewSettings(memory);
      const { name, free, total } = settings.device;
      return success({
        ...pageOfList(
          families.map((family) => groupView(family, settings)),
          page,
        ),
        folders: library.places().folders,
        files: library.places().files,
        unreadable,
        endpoints: listEndpoints(context),
        device: { name, free, total },
        reading,
      });
    },
    'models.read_model': async ({ model, memory }) => {
      const found = await find(model);
      if (!found.ok) return found;
      const { files } = found.data.model.description;
      // Stopped before it begins: only what is remembered comes back, and no file is read.
      const hashes = await hashWeights(files, { cache: context.hashCache, signal: AbortSignal.abort() });
      return success(
        detailView(
          found.data.model,
          found.data.family,
          await viewSettings(memory),
          hashes.ok ? hashes.data : null,
          hashes.ok ? context.store.quantisation(hashes.data[0] ?? '') : null,
        ),
      );
    },
    'models.hash_model': async ({ model }, { signal }) => {
      const found = await find(model);
      if (!found.ok) return found;
      const { files } = found.data.model.description;
      const hashes = await hashWeights(files, { cache: context.hashCache, signal });
      return hashes.ok ? success({ weightsHashes: hashes.data }) : hashes;
    },
    'models.read_template': async ({ model }) => {
      const found = await find(model);
      if (!found.ok) return found;
      const { description, templateHash, path } = found.data.model;
      const { template } = description;
      if (template === null || templateHash === null)
        return failure('template_missing', `${path} has no chat template.`, {
          next: 'A plan can name one with `template`.',
          where: { file: path },
        });
      const cut = template.length > longestTemplate;
      return success({
        text: cut ? template.slice(0, longestTemplate) : template,
        hash: templateHash,
        length: template.length,
        cut,
      });
    },
    'models.add_folder': async ({ path }) => {
      const folder = resolve(path);
      const there = await checkKind(folder, 'folder');
      if (!there.ok) return there;
      return done(library.keep({ folders: [...library.places().folders, folder] }));
    },
    'models.remove_folder': ({ path }) => {
      const folder = resolve(path);
      return Promise.resolve(
        done(library.keep({ folders: library.places().folders.filter((one) => one !== folder) })),
      );
    },
    'models.add_files': async ({ paths }) => {
      const files = paths.map((path) => resolve(path));
      for (const file of files) {
        const there = await checkKind(file, 'file');
        if (!there.ok) return there;
      }
      return done(library.keep({ files: [...library.places().files, ...files] }));
    },
    'models.remove_file': ({ path }) => {
      const file = resolve(path);
      return Promise.resolve(
        done(library.keep({ files: library.places().files.filter((one) => one !== file) })),
      );
    },
    'models.reload_file': async ({ path }) => {
      library.forget(path);
      await library.look('now');
      const problem = stillBroken(path);
      return problem === null ? success({}) : { ok: false, error: problem };
    },
    'models.choose_baseline': async ({ group, model }) => {
      const found = await find(model);
      if (!found.ok) return found;
      const { family } = found.data;
      if (familyIdentifier(family) !== group)
        return failure('model_unknown', 'The files are grouped otherwise by now.', {
          next: 'Look at the list again, then choose.',
        });
      const own = new Set(family.models.map(({ id }) => id));
      const others = library.places().baselines.filter((id) => !own.has(id));
      return done(library.keep({ baselines: [...others, model] }));
    },
    'models.add_endpoint': async ({ url, settings }) => {
      const usable = await checkEndpointSettings(settings);
      if (!usable.ok) return usable;
      const endpoint = addEndpoint(context, url, settings);
      return endpoint.ok ? success({ endpoint: endpoint.data }) : endpoint;
    },
    'models.change_endpoint': async ({ endpoint: id, settings }) => {
      const usable = await checkEndpointSettings(settings);
      if (!usable.ok) return usable;
      const endpoint = changeEndpoint(context, id, settings);
      return endpoint.ok ? success({ endpoint: endpoint.data }) : endpoint;
    },
    'models.remove_endpoint': ({ endpoint }) => Promise.resolve(done(removeEndpoint(context, endpoint))),
    'models.connect_endpoint': async ({ endpoint }, { signal }) => {
      const asked = await connectEndpoint(context, endpoint, signal);
      return asked.ok ? success({ endpoint: asked.data }) : asked;
    },
    'models.list_keys': async () => {
      const names = await listServerKeys();
      return names.ok ? success({ names: [...names.data] }) : names;
    },
    'models.put_key': async ({ name, key }) => {
      const put = await putServerKey(name, key);
      return put.ok ? success({}) : put;
    },
    'models.delete_key': async ({ name }) => {
      const deleted = await deleteServerKey(name);
      return deleted.ok ? success({}) : deleted;
    },
  };
}

/** A vocabulary is looked at when it is named, and hashed when a plan is registered with it. */
async function checkEndpointSettings(settings: EndpointSettings | undefined): Promise<Result<void>> {
  if (settings === undefined || settings.tokenizer === null) return success(undefined);
  const described = await inspectGguf(settings.tokenizer);
  return described.ok ? success(undefined) : described;
}

function done(result: Result<void>): Result<Record<string, never>> {
  return result.ok ? success({}) : result;
}

function after(milliseconds: number): Promise<void> {
  return new Promise((end) => {
    setTimeout(end, milliseconds).unref();
  });
}

async function checkKind(path: string, kind: 'folder' | 'file'): Promise<Result<void>> {
  try {
    const found = await stat(path);
    if (kind === 'folder' ? found.isDirectory() : found.isFile()) return success(undefined);
    return failure('file_unreadable', `${path} is not a ${kind}.`, {
      next: kind === 'folder' ? 'Give the folder that it is in.' : 'Give the path of a GGUF file.',
      where: { file: path },
    });
  } catch (error) {
    const refused = fileFailure(path, error);
    if (refused === null) throw error;
    return { ok: false, error: { ...refused, next: 'Check the path.' } };
  }
}
