/** A draft with sound defaults, over the models that were chosen. */
import type { DraftFields } from '../../contract/calls/plans.ts';
import { backends, type Backend } from '../../contract/candidate.ts';
import type { ItemSetVersion, Split } from '../../contract/item.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { inspectGguf } from '../../engine/llama/gguf/inspect.ts';
import type { GgufDescription } from '../../engine/llama/gguf/description.ts';
import { defaultSampling, defaultSettings, type SettingsMachine } from '../../engine/llama/settings.ts';
import { basename, extname } from 'node:path';
import type { AppContext } from '../context.ts';
import { unquantisedOf } from '../model-library/group-models.ts';
import { libraryOf, modelPathOf } from '../model-library/model-library.ts';
import { nothingCarried, type DraftContent } from './draft-content.ts';

const usualSeed = 1;
const usualMaxMissing = 0.02;
const usualReplicates = 2;

export interface NamedModel {
  readonly model: string;
  readonly path: string;
  readonly description: GgufDescription;
}

/** What the defaults depend on. */
export interface DraftSurroundings extends Pick<AppContext, 'store' | 'machine'> {
  readonly engine: Pick<AppContext['engine'], 'probeBackends'>;
}

export async function newDraft(
  context: AppContext,
  models: readonly string[],
): Promise<Result<DraftContent>> {
  const found: NamedModel[] = [];
  for (const model of new Set(models)) {
    const path = await modelPathOf(context, model);
    if (path === null)
      return failure('model_unknown', 'One of the chosen files is not among the models any more.', {
        next: 'Go back to the models and choose again.',
      });
    const description = await inspectGguf(path);
    if (!description.ok) return description;
    found.push({ model, path, description: description.data });
  }
  const chosen = new Set(libraryOf(context).places().baselines);
  const baseline = found.find(({ model }) => chosen.has(model)) ?? unquantisedOf(found);
  return success(await draftOf(context, found, baseline));
}

/** Over these models, the baseline first. */
export async function draftOf(
  around: DraftSurroundings,
  models: readonly NamedModel[],
  baseline: NamedModel | undefined,
): Promise<DraftContent> {
  const ordered = models.toSorted((one, other) => Number(other === baseline) - Number(one === baseline));
  const names = namesOf(ordered);
  return {
    carried: nothingCarried,
    endpoints: {},
    fields: {
      ...(await usualFields(around)),
      candidates: ordered.map(({ model }, index) => ({
        name: names[index] ?? '',
        model,
        endpoint: null,
        ownPrompt: null,
      })),
      baseline: baseline ? (names[0] ?? null) : null,
    },
    paths: Object.fromEntries(ordered.map(({ model, path }) => [model, path])),
  };
}

export function settingsMachine({ machine }: Pick<AppContext, 'machine'>): SettingsMachine {
  return { ...machine, continuousIntegration: Boolean(process.env.CI) };
}

async function usualFields(around: DraftSurroundings): Promise<DraftFields> {
  const engine = defaultSettings(await usualBackend(around), settingsMachine(around));
  const newest = new Map(
    around.store
      .itemSetVersions()
      .toReversed()
      .map((version) => [version.name, version]),
  );
  // With one set there is nothing to choose.
  const [only] = newest.size === 1 ? newest.values() : [];
  return {
    decision: '',
    candidates: [],
    baseline: null,
    judge: null,
    items: only ? { name: only.name, version: only.version } : null,
    split: only ? usualSplit(only) : 'held_out',
    samples: 1,
    replicates: usualReplicates,
    margin: null,
    strata: [],
    maxMissing: usualMaxMissing,
    repeatRule: null,
    looks: null,
    seed: usualSeed,
    settings: {
      backend: engine.backend,
      gpuLayers: engine.gpuLayers,
      context: engine.context,
      parallel: engine.parallel,
      batch: engine.batch,
      threads: engine.threads,
      flashAttention: engine.flashAttention,
      ...(engine.mode === undefined ? {} : { mode: engine.mode }),
      cacheType: engine.cacheKeyType,
      temperature: defaultSampling.temperature,
      topK: defaultSampling.topK,
      topP: defaultSampling.topP,
      minP: defaultSampling.minP,
      maxTokens: defaultSampling.maxTokens,
      stops: [],
      system: null,
      promptTemplate: null,
      fewShot: null,
    },
  };
}

/** Held-out items, where the set has any. */
export function usualSplit({ counts }: Pick<ItemSetVersion, 'counts'>): Split {
  return counts.heldOut === 0 ? 'dev' : 'held_out';
}

/** The fastest that this machine has. Without a graphics device nothing is tried: that takes seconds. */
async function usualBackend({ machine, engine }: DraftSurroundings): Promise<Backend> {
  if (machine.graphics.length === 0) return 'cpu';
  const order: readonly Backend[] = ['metal', 'cuda', 'vulkan'];
  const usable = (await engine.probeBackends()).flatMap(({ backend, result }) =>
    result.ok ? [backend] : [],
  );
  return order.find((backend) => usable.includes(backend)) ?? backends[0];
}

/** The quantisation, or the file's name; told apart by a number where two would be the same. */
function namesOf(models: readonly NamedModel[]): readonly string[] {
  const taken = new Set<string>();
  return models.map(({ path, description }) => {
    const own = description.quantisation ?? basename(path, extname(path));
    const usable = own.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '') || 'model';
    let name = usable;
    for (let next = 2; taken.has(name); next += 1) name = `${usable}-${next}`;
    taken.add(name);
    return name;
  });
}
