/** Between a draft and a plan file: an imported plan becomes a draft, and a draft a plan file that can be resolved. */
import type { DraftFields, SharedSettings } from '../../contract/calls/plans.ts';
import { engineSettings, repeatRuleOf, samplingOf } from '../../experiment/plan/resolve-plan.ts';
import {
  ownEngineSettings,
  type PlanFile,
  type PlanFileSettings,
} from '../../experiment/plan/plan-schema.ts';
import type { SettingsMachine } from '../../engine/llama/settings.ts';
import type { ItemSetReference, StoreReader } from '../../store/store.ts';
import { endpointIdentifier } from '../model-library/endpoint-identifier.ts';
import { endpointInPlan, type CarriedEndpoint } from '../model-library/kept-endpoints.ts';
import { modelIdentifier } from '../model-library/model-identifier.ts';
import { acceptedOf, compositionFromFile, compositionToFile, ownPrompt } from './draft-composition.ts';
import type { CarriedCandidate, DraftContent } from './draft-content.ts';
import { judgeEndpoints, judgeFromFile, judgePaths, judgeToFile } from './draft-judge.ts';
import { repeatRuleToFile, type PlanFileCandidate } from './plan-as-file.ts';

/** Settings of a plan file with every one named that has a default. */
type NamedSettings = PlanFileSettings;

/** Those that a candidate's own prompt shows. */
const promptKeys: readonly (keyof PlanFileSettings)[] = ['prompt_template', 'few_shot'];

/** Those that the draft's own fields show. */
const shown: ReadonlySet<string> = new Set<keyof PlanFileSettings>([
  'backend',
  'gpu_layers',
  'context',
  'parallel',
  'batch',
  'threads',
  'flash_attention',
  'mode',
  'cache_key_type',
  'temperature',
  'top_k',
  'top_p',
  'min_p',
  'max_tokens',
  'stop',
  'system',
  ...promptKeys,
]);

/**
 * @param file a plan whose paths are absolute
 * @param set what its `items` resolved to
 */
export function draftFromFile(
  file: PlanFile,
  set: ItemSetReference,
  store: StoreReader,
  machine: SettingsMachine,
): DraftContent {
  const settings = new Map(
    Object.entries(file.candidates).map(([name, own]) => [
      name,
      named({ ...file.defaults, ...own }, machine),
    ]),
  );
  const shared = { ...settings.get(file.baseline), ...engineOfFirstFile(file, settings) };
  const { margin, each_stratum: eachStratum, strata, max_missing: maxMissing } = file.guard_rail;
  const rows = Object.entries(strata).map(([stratum, own]) => ({ stratum, margin: own, mustPass: true }));
  const others =
    eachStratum === undefined
      ? []
      : strataOf(store, set, file.split).filter((stratum) => !Object.hasOwn(strata, stratum));
  const fields: DraftFields = {
    decision: file.decision,
    candidates: Object.entries(file.candidates).map(([name, { gguf, endpoint, model, accept }]) => ({
      name,
      model: gguf === undefined ? null : modelIdentifier(gguf),
      endpoint:
        endpoint === undefined ? null : { endpoint: endpointIdentifier(endpoint), model: model ?? '' },
      ownPrompt: ownPrompt(settings.get(name) ?? {}, shared, accept),
    })),
    baseline: file.baseline,
    judge: judgeFromFile(file.judge),
    items: { name: set.name, version: set.version },
    split: file.split,
    samples: file.samples,
    replicates: file.replicates,
    margin,
    strata: [
      ...rows,
      ...others.map((stratum) => ({ stratum, margin: eachStratum ?? margin, mustPass: true })),
    ],
    maxMissing,
    repeatRule: file.repeat_rule === undefined ? null : repeatRuleOf(file.repeat_rule),
    looks: file.looks ?? null,
    seed: file.seed,
    settings: sharedSettings(shared),
  };
  return {
    fields,
    carried: {
      ...(file.limit === undefined ? {} : { limit: file.limit }),
      ...(eachStratum === undefined ? {} : { eachStratum }),
      resamples: file.resamples,
      ...(file.judge === undefined ? {} : { judge: file.judge }),
      shared: pick(shared, (key) => !shown.has(key) && !isUsual(key, shared)),
      candidates: Object.fromEntries(
        Object.entries(file.candidates).map(([name, own]) => [
          name,
          own.endpoint === undefined
            ? carriedCandidate(settings.get(name) ?? {}, shared, own.accept)
            : {
                ...carriedCandidate(
                  pick(settings.get(name) ?? {}, (key) => !isOwnEngine(key)),
                  pick(shared, (key) => !isOwnEngine(key)),
                  own.accept,
                ),
                endpoint: carriedEndpoint(own),
              },
        ]),
      ),
    },
    paths: {
      ...judgePaths(file.judge),
      ...Object.fromEntries(
        Object.values(file.candidates).flatMap(({ gguf }) =>
          gguf === undefined ? [] : [[modelIdentifier(gguf), gguf]],
        ),
      ),
    },
    endpoints: {
      ...judgeEndpoints(file.judge),
      ...Object.fromEntries(
        Object.values(file.candidates).flatMap(({ endpoint }) =>
          endpoint === undefined ? [] : [[endpointIdentifier(endpoint), endpoint]],
        ),
      ),
    },
  };
}

function isOwnEngine(key: string): boolean {
  return (ownEngineSettings as readonly string[]).includes(key);
}

/** With an endpoint as its baseline a plan has the settings of what runs here from its first file. */
function engineOfFirstFile(
  { baseline, candidates }: PlanFile,
  settings: ReadonlyMap<string, NamedSettings>,
): NamedSettings {
  if (candidates[baseline]?.endpoint === undefined) return {};
  const first = Object.keys(candidates).find((name) => candidates[name]?.gguf !== undefined);
  return pick(settings.get(first ?? '') ?? {}, isOwnEngine);
}

function carriedEndpoint({
  api_key_env,
  api_key_keyring,
  tokenizer,
  timeout,
}: CarriedEndpoint): CarriedEndpoint {
  return {
    ...(api_key_env === undefined ? {} : { api_key_env }),
    ...(api_key_keyring === undefined ? {} : { api_key_keyring }),
    ...(tokenizer === undefined ? {} : { tokenizer }),
    ...(timeout === undefined ? {} : { timeout }),
  };
}

/** The names of a split's strata, in the set's order. */
export function strataOf(store: StoreReader, set: ItemSetReference, split: DraftFields['split']): string[] {
  return store
    .strataCounts(set)
    .filter(({ dev, heldOut }) => (split === 'dev' ? dev : heldOut) > 0)
    .map(({ stratum }) => stratum);
}

function carriedCandidate(
  own: NamedSettings,
  shared: NamedSettings,
  accept: CarriedCandidate['accept'],
): CarriedCandidate {
  const value = (of: NamedSettings, key: string): string | undefined =>
    JSON.stringify((of as Readonly<Record<string, unknown>>)[key]);
  return {
    accept,
    settings: pick(
      own,
      (key) => value(own, key) !== value(shared, key) && !(promptKeys as readonly string[]).includes(key),
    ),
    without: (Object.keys(shared) as (keyof PlanFileSettings)[]).filter(
      (key) => own[key] === undefined && !promptKeys.includes(key),
    ),
  };
}

function pick(settings: NamedSettings, keep: (key: string) => boolean): PlanFileSettings {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => keep(key)));
}

/** What a draft takes for granted. */
function isUsual(key: string, settings: NamedSettings): boolean {
  if (key === 'mmap') return settings.mmap === true;
  if (key === 'seed') return settings.seed === 0;
  return key === 'cache_value_type' && settings.cache_value_type === settings.cache_key_type;
}

/** Every setting as a number or a word, those that the file leaves open as this machine would have them. */
export function named(
  own: PlanFileSettings & Partial<PlanFileCandidate>,
  machine: SettingsMachine,
): NamedSettings {
  const engine = engineSettings(own, machine, null);
  const sampling = samplingOf(own);
  return {
    backend: engine.backend,
    gpu_layers: engine.gpuLayers,
    context: engine.context,
    parallel: engine.parallel,
    batch: engine.batch,
    threads: engine.threads,
    flash_attention: engine.flashAttention,
    cache_key_type: engine.cacheKeyType,
    cache_value_type: engine.cacheValueType,
    mmap: engine.mmap,
    ...(engine.mode === undefined ? {} : { mode: engine.mode }),
    temperature: sampling.temperature,
    top_k: sampling.topK,
    top_p: sampling.topP,
    min_p: sampling.minP,
    seed: sampling.seed,
    max_tokens: sampling.maxTokens,
    stop: [...sampling.stops],
    ...(own.system === undefined ? {} : { system: own.system }),
    ...(own.template === undefined ? {} : { template: own.template }),
    ...(own.prompt_template === undefined ? {} : { prompt_template: own.prompt_template }),
    ...(own.few_shot === undefined ? {} : { few_shot: own.few_shot }),
  };
}

function sharedSettings(settings: NamedSettings): SharedSettings {
  const engine = engineSettings(settings, usualMachine, null);
  const sampling = samplingOf(settings);
  return {
    backend: engine.backend,
    gpuLayers: engine.gpuLayers,
    context: engine.context,
    parallel: engine.parallel,
    batch: engine.batch,
    threads: engine.threads,
    flashAttention: engine.flashAttention,
    ...(engine.mode === undefined ? {} : { mode: engine.mode }),
    cacheType: engine.cacheKeyType,
    temperature: sampling.temperature,
    topK: sampling.topK,
    topP: sampling.topP,
    minP: sampling.minP,
    maxTokens: sampling.maxTokens,
    stops: [...sampling.stops],
    system: settings.system ?? null,
    ...compositionFromFile(settings),
  };
}

/** Decides nothing: the settings are all named. */
const usualMachine: SettingsMachine = { physicalCores: 1, logicalCores: 1, continuousIntegration: false };

/**
 * The plan file that a draft stands for. It may still be wrong (see `draftProblems`).
 *
 * @param pathOf the file of a model
 */
export function fileFromDraft(
  content: DraftContent,
  store: StoreReader,
  pathOf: (model: string) => string | null,
): PlanFile {
  const { fields, carried, endpoints } = content;
  const judge = judgeToFile(content, store, pathOf);
  const shared = { ...fileSettings(fields.settings), ...carried.shared };
  const { items } = fields;
  return {
    decision: fields.decision.trim(),
    items: items === null ? '' : `${items.name}@${items.version}`,
    split: fields.split,
    ...(carried.limit === undefined ? {} : { limit: carried.limit }),
    guard_rail: {
      margin: fields.margin ?? 0,
      ...guardRailOfStrata({ fields, carried }, store),
      max_missing: fields.maxMissing,
    },
    baseline: fields.baseline ?? '',
    replicates: fields.replicates,
    samples: fields.samples,
    seed: fields.seed,
    resamples: carried.resamples ?? 10_000,
    ...(judge === undefined ? {} : { judge }),
    ...(fields.repeatRule === null ? {} : { repeat_rule: repeatRuleToFile(fields.repeatRule) }),
    ...(fields.looks === null ? {} : { looks: fields.looks }),
    defaults: {},
    candidates: Object.fromEntries(
      fields.candidates.map(({ name, model, endpoint, ownPrompt }): [string, PlanFileCandidate] => {
        const own = carried.candidates[name];
        const prompt = ownPrompt ?? fields.settings;
        const without = new Set<string>(own?.without ?? []);
        return [
          name,
          {
            ...(endpoint === null
              ? { gguf: (model === null ? null : pathOf(model)) ?? '' }
              : {
                  endpoint: endpoints[endpoint.endpoint] ?? '',
                  model: endpoint.model,
                  ...(own?.endpoint ?? endpointInPlan(store, endpoints[endpoint.endpoint])),
                }),
            ...pick(
              { ...shared, ...own?.settings },
              (key) => !without.has(key) && (endpoint === null || !isOwnEngine(key)),
            ),
            ...compositionToFile(prompt),
            accept: acceptedOf(own?.accept ?? [], ownPrompt),
          },
        ];
      }),
    ),
  };
}

/** Strata that must pass; as one margin for all of them where the plan came with one and it still holds for each. */
function guardRailOfStrata(
  { fields, carried }: Pick<DraftContent, 'fields' | 'carried'>,
  store: StoreReader,
): Pick<PlanFile['guard_rail'], 'strata' | 'each_stratum'> {
  const must = fields.strata.filter(({ mustPass }) => mustPass);
  const { eachStratum } = carried;
  const all = fields.items === null ? [] : strataOf(store, fields.items, fields.split);
  const named = new Set(must.map(({ stratum }) => stratum));
  const each = eachStratum !== undefined && all.length > 0 && all.every((stratum) => named.has(stratum));
  return {
    strata: Object.fromEntries(
      must
        .filter(({ margin }) => !each || margin !== eachStratum)
        .map(({ stratum, margin }) => [stratum, margin]),
    ),
    ...(each ? { each_stratum: eachStratum } : {}),
  };
}

function fileSettings(settings: SharedSettings): PlanFileSettings {
  return {
    backend: settings.backend,
    gpu_layers: settings.gpuLayers,
    context: settings.context,
    parallel: settings.parallel,
    batch: settings.batch,
    threads: settings.threads,
    flash_attention: settings.flashAttention,
    ...(settings.mode === undefined ? {} : { mode: settings.mode }),
    cache_key_type: settings.cacheType,
    cache_value_type: settings.cacheType,
    temperature: settings.temperature,
    top_k: settings.topK,
    top_p: settings.topP,
    min_p: settings.minP,
    max_tokens: settings.maxTokens,
    stop: [...settings.stops],
    ...(settings.system === null || settings.system === '' ? {} : { system: settings.system }),
  };
}
