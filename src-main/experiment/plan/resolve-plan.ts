/**
 * From a plan file to a plan: every name becomes a frozen version, every path a hash, every default a number.
 * What comes out is what gets hashed and registered.
 */
import { basename, dirname, extname, resolve } from 'node:path';
import type { Candidate, EndpointCandidate, LlamaSettings, Sampling } from '../../contract/candidate.ts';
import type { ItemSetVersion } from '../../contract/item.ts';
import type { Plan, RepeatRule } from '../../contract/plan.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import type { GgufDescription } from '../../engine/llama/gguf/description.ts';
import { inspectGguf } from '../../engine/llama/gguf/inspect.ts';
import { hashWeights, type HashCache } from '../../engine/llama/gguf/weights-hash.ts';
import { defaultSampling, defaultSettings, type SettingsMachine } from '../../engine/llama/settings.ts';
import { defaultEndpointSettings } from '../../engine/openai/settings.ts';
import { readItemFile } from '../../items/item-file.ts';
import { readRecordBeside } from '../../items/record-file.ts';
import type { Store } from '../../store/store.ts';
import { parsePlanFile } from './plan-file.ts';
import type { PlanFile, PlanFileSettings } from './plan-schema.ts';
import { readText } from './read-text.ts';
import { resolveComposition } from './resolve-composition.ts';
import { checkJudge, judgeDefaults } from './resolve-judge.ts';
import { checkPlanPrompts } from '../prompts/plan-prompts.ts';

export interface PlanChoices {
  /** Decides what the plan leaves open, threads above all. */
  readonly machine: SettingsMachine;
  /** Takes the place of the file's own limit: at most so many items of each stratum. */
  readonly limit?: number;
  /** Takes the place of the file's own: how often the baseline runs. */
  readonly replicates?: number;
  /** Told of each file that is hashed, because large ones take a while. */
  readonly hashing?: (file: string) => void;
  /** Where hashes of weights are kept; absent: every file is read. */
  readonly hashCache?: HashCache;
  readonly signal?: AbortSignal;
}

/**
 * Reads, checks and resolves a plan file. Item files are frozen into the store as a version of a set named after
 * the file; the same content is the same version.
 *
 * @returns the plan, not yet registered; or the first thing that is wrong, with its place
 */
export async function loadPlan(
  path: string,
  store: Store,
  now: string,
  choices: PlanChoices,
): Promise<Result<Plan>> {
  const file = await readPlanFile(path);
  return file.ok ? resolvePlan(file.data, path, store, now, choices) : file;
}

/** A plan file as written, defaults filled in. */
export async function readPlanFile(path: string): Promise<Result<PlanFile>> {
  const text = await readText(path, 'the plan');
  return text.ok ? parsePlanFile(text.data, path) : text;
}

/**
 * Resolves a plan that was read or put together.
 *
 * @param path for messages; paths in the plan are taken relative to its folder
 */
export async function resolvePlan(
  file: PlanFile,
  path: string,
  store: Store,
  now: string,
  choices: PlanChoices,
): Promise<Result<Plan>> {
  const items = await resolveItems(file.items, path, store, now);
  if (!items.ok) return items;
  const usable = checkItems(file, items.data, path);
  if (!usable.ok) return usable;
  const candidates: Candidate[] = [];
  for (const name of Object.keys(file.candidates)) {
    const candidate = await resolveCandidate(name, file, path, choices);
    if (!candidate.ok) return candidate;
    candidates.push(candidate.data);
  }
  const judge = await resolveJudge(file, path, choices);
  if (!judge.ok) return judge;
  const use = checkJudge(
    judge.data,
    file.judge?.compares === true,
    candidates,
    { version: items.data, split: file.split },
    store,
    path,
  );
  if (!use.ok) return use;
  const limit = choices.limit ?? file.limit;
  const { margin, strata, each_stratum: everyStratum, max_missing: maxMissing } = file.guard_rail;
  const plan: Plan = {
    decision: file.decision,
    items: {
      name: items.data.name,
      version: items.data.version,
      hash: items.data.hash,
      ...(limit === undefined ? {} : { limit }),
    },
    split: file.split,
    guardRail: { margin, strata, maxMissing, ...(everyStratum === undefined ? {} : { everyStratum }) },
    baseline: file.baseline,
    replicates: choices.replicates ?? file.replicates,
    samples: file.samples,
    ...(file.repeat_rule === undefined ? {} : { repeatRule: repeatRuleOf(file.repeat_rule) }),
    ...(file.looks === undefined ? {} : { looks: file.looks }),
    candidates,
    ...(judge.data === undefined ? {} : { [use.data === 'compares' ? 'pairJudge' : 'judge']: judge.data }),
    seed: file.seed,
    resamples: file.resamples,
  };
  const composed = checkPlanPrompts(plan, store);
  return composed.ok ? success(plan) : composed;
}

/** The rule as a plan has it. */
export function repeatRuleOf(rule: NonNullable<PlanFile['repeat_rule']>): RepeatRule {
  return rule === 'range' ? { kind: 'range' } : { kind: 'deviations', z: rule.deviations };
}

/** `name@version` of a frozen set, or a file, which is frozen now with the record of the steps that prepared it. */
export async function resolveItems(
  reference: string,
  planPath: string,
  store: Store,
  now: string,
): Promise<Result<ItemSetVersion>> {
  const named = /^(.+)@(\d+)$/.exec(reference);
  const version = named?.[1] ? store.itemSetVersion(named[1], Number(named[2])) : null;
  if (version) return success(version);
  if (named && !/[/\\]/.test(reference)) {
    return failure('item_set_unknown', `${planPath}: there is no item set ${reference} in ${store.folder}.`, {
      next: 'List the sets with `noisefloor items list`, or name a file instead.',
      where: { file: planPath, field: 'items' },
    });
  }
  const file = resolve(dirname(planPath), reference);
  const items = await readItemFile(file);
  if (!items.ok) return items;
  const record = await readRecordBeside(file);
  if (!record.ok) return record;
  return store.freezeItemSet(basename(file, extname(file)), items.data, now, record.data ?? undefined);
}

function checkItems(file: PlanFile, version: ItemSetVersion, planPath: string): Result<void> {
  const count = file.split === 'dev' ? version.counts.dev : version.counts.heldOut;
  if (count > 0) return success(undefined);
  return failure(
    'items_none',
    `${planPath}: ${version.name}@${version.version} has no ${file.split} items (it has ${version.counts.dev} dev and ${version.counts.heldOut} held_out).`,
    {
      next: 'Set `split` in the plan to the other one, or mark items with "split" in the item file.',
      where: { file: planPath, field: 'split' },
    },
  );
}

export async function resolveCandidate(
  name: string,
  file: PlanFile,
  planPath: string,
  choices: PlanChoices,
): Promise<Result<Candidate>> {
  const own = file.candidates[name];
  if (!own) throw new Error(`the plan has no candidate ${name}`);
  const settings = { ...file.defaults, ...own };
  let template: string | undefined;
  if (settings.template !== undefined) {
    const text = await readText(resolve(dirname(planPath), settings.template), 'the chat template');
    if (!text.ok) return text;
    template = text.data;
  }
  const composition = await resolveComposition(name, settings, planPath);
  if (!composition.ok) return composition;
  const common = {
    name,
    sampling: samplingOf(settings),
    accepted: own.accept,
    ...composition.data,
    ...(settings.system === undefined ? {} : { system: settings.system }),
    ...(template === undefined ? {} : { template }),
  };
  if (own.endpoint !== undefined) {
    const tokenizer = await tokenizerOf(own.tokenizer, planPath, choices);
    if (!tokenizer.ok) return tokenizer;
    return success({
      engine: 'openai',
      ...common,
      endpoint: own.endpoint,
      model: own.model ?? '',
      ...(own.api_key_env === undefined ? {} : { keyVariable: own.api_key_env }),
      ...(own.api_key_keyring === undefined ? {} : { keyringName: own.api_key_keyring }),
      ...(tokenizer.data === null ? {} : { tokenizer: tokenizer.data }),
      settings: {
        parallel: settings.parallel ?? defaultEndpointSettings.parallel,
        timeout: own.timeout ?? defaultEndpointSettings.timeout,
      },
    });
  }
  const weights = resolve(dirname(planPath), own.gguf ?? '');
  const weightsFile = await hashedFile(weights, choices);
  if (!weightsFile.ok) return weightsFile;
  return success({
    engine: 'llama',
    ...common,
    weights,
    weightsHashes: weightsFile.data.hashes,
    settings: engineSettings(settings, choices.machine, weightsFile.data.description.blockCount),
  });
}

function resolveJudge(
  file: PlanFile,
  planPath: string,
  choices: PlanChoices,
): Promise<Result<Candidate | undefined>> {
  if (file.judge === undefined) return Promise.resolve(success(undefined));
  const alone = { ...file, defaults: judgeDefaults, candidates: { judge: file.judge } };
  return resolveCandidate('judge', alone, planPath, choices);
}

async function tokenizerOf(
  written: string | undefined,
  planPath: string,
  choices: PlanChoices,
): Promise<Result<NonNullable<EndpointCandidate['tokenizer']> | null>> {
  if (written === undefined) return success(null);
  const file = resolve(dirname(planPath), written);
  const hashed = await hashedFile(file, choices);
  return hashed.ok ? success({ file, hashes: hashed.data.hashes }) : hashed;
}

async function hashedFile(
  path: string,
  choices: PlanChoices,
): Promise<Result<{ readonly description: GgufDescription; readonly hashes: readonly string[] }>> {
  const description = await inspectGguf(path);
  if (!description.ok) return description;
  choices.hashing?.(path);
  const hashes = await hashWeights(description.data.files, {
    ...(choices.hashCache ? { cache: choices.hashCache } : {}),
    ...(choices.signal ? { signal: choices.signal } : {}),
  });
  return hashes.ok ? success({ description: description.data, hashes: hashes.data }) : hashes;
}

/** @param blocks layers of the model; the output layer is offloaded as one more */
export function engineSettings(
  file: PlanFileSettings,
  machine: SettingsMachine,
  blocks: number | null,
): LlamaSettings {
  const defaults = defaultSettings(file.backend ?? 'cpu', machine);
  const strict = file.mode === 'strict';
  const mode = file.mode ?? defaults.mode;
  const gpuLayers = file.gpu_layers ?? defaults.gpuLayers;
  return {
    backend: defaults.backend,
    gpuLayers: blocks === null ? gpuLayers : Math.min(gpuLayers, blocks + 1),
    context: file.context ?? defaults.context,
    parallel: file.parallel ?? (strict ? 1 : defaults.parallel),
    batch: file.batch ?? defaults.batch,
    threads: file.threads ?? defaults.threads,
    flashAttention: file.flash_attention ?? defaults.flashAttention,
    cacheKeyType: file.cache_key_type ?? defaults.cacheKeyType,
    cacheValueType: file.cache_value_type ?? defaults.cacheValueType,
    mmap: file.mmap ?? defaults.mmap,
    ...(mode === undefined ? {} : { mode }),
  };
}

/** Greedy unless the plan says otherwise; no cut of the distribution that the plan does not name. */
export function samplingOf(file: PlanFileSettings): Sampling {
  return {
    temperature: file.temperature ?? defaultSampling.temperature,
    topK: file.top_k ?? defaultSampling.topK,
    topP: file.top_p ?? defaultSampling.topP,
    minP: file.min_p ?? defaultSampling.minP,
    seed: file.seed ?? defaultSampling.seed,
    maxTokens: file.max_tokens ?? defaultSampling.maxTokens,
    stops: file.stop ?? defaultSampling.stops,
  };
}
