/** In how many settings two candidates differ: where it is more than one, a change cannot be put down to any of them. */
import type { Candidate } from '../candidate.ts';
import { listWords } from './words.ts';

/** Settings by their names in a plan file; a setting that is not there differs from one that is. */
export type SettingsByName = Readonly<Record<string, unknown>>;

/** What stands for one choice of a person is one setting: a quantisation is another file with another hash. */
const settingNames: Readonly<Record<string, string>> = {
  model: 'the model',
  engine: 'the engine',
  template: 'the chat template',
  prompt_template: 'the prompt template',
  few_shot: 'the exemplars',
  system: 'the system prompt',
  max_tokens: 'max tokens',
  context: 'the context',
  parallel: 'answers at the same time',
  batch: 'the batch',
  threads: 'the threads',
  flash_attention: 'flash attention',
  cache_key_type: 'the KV-cache type',
  cache_value_type: 'the KV-cache type',
  backend: 'the device',
  gpu_layers: 'the device',
  mode: 'the mode',
  mmap: 'how the file is read',
  temperature: 'the temperature',
  top_k: 'top k',
  top_p: 'top p',
  min_p: 'min p',
  seed: 'the seed',
  stop: 'the stop strings',
};

/** Of greedy answers these are not used. */
const ofDraws = new Set(['top_k', 'top_p', 'min_p', 'seed']);

/** The settings in which two differ, in words, each once. */
export function settingsApart(one: SettingsByName, other: SettingsByName): readonly string[] {
  const greedy = one['temperature'] === 0 && other['temperature'] === 0;
  const names = Object.entries(settingNames).flatMap(([key, name]) =>
    (greedy && ofDraws.has(key)) || JSON.stringify(one[key]) === JSON.stringify(other[key]) ? [] : [name],
  );
  return [...new Set(names)];
}

/** A candidate's settings by their names in a plan file. What an endpoint has of its own is left open. */
export function settingsByName(candidate: Candidate): SettingsByName {
  const { sampling, system, template, promptTemplate, fewShot } = candidate;
  const shared = {
    engine: candidate.engine,
    system,
    template,
    prompt_template: promptTemplate?.hash,
    few_shot: fewShot,
    temperature: sampling.temperature,
    top_k: sampling.topK,
    top_p: sampling.topP,
    min_p: sampling.minP,
    seed: sampling.seed,
    max_tokens: sampling.maxTokens,
    stop: sampling.stops,
    parallel: candidate.settings.parallel,
  };
  if (candidate.engine === 'openai') return { ...shared, model: [candidate.endpoint, candidate.model] };
  const { settings, weightsHashes } = candidate;
  return {
    ...shared,
    model: weightsHashes,
    backend: settings.backend,
    gpu_layers: settings.gpuLayers,
    context: settings.context,
    batch: settings.batch,
    threads: settings.threads,
    flash_attention: settings.flashAttention,
    cache_key_type: settings.cacheKeyType,
    cache_value_type: settings.cacheValueType,
    mmap: settings.mmap,
    mode: settings.mode,
  };
}

/** "q4 and bf16 differ in 2 settings: …" Null where they differ in one at most. */
export function ablationSentence(
  candidate: string,
  baseline: string,
  apart: readonly string[],
): string | null {
  if (apart.length < 2) return null;
  return `${candidate} and ${baseline} differ in ${apart.length} settings: ${listWords(apart)}. A change cannot be put down to one of them.`;
}

/** For every candidate of a plan that differs from the baseline in more than one setting, in the plan's order. */
export function ablationSentences({
  candidates,
  baseline,
}: {
  readonly candidates: readonly Candidate[];
  readonly baseline: string;
}): readonly string[] {
  return candidates.flatMap(({ name }) => ablationOf({ candidates, baseline }, name) ?? []);
}

/** The same for one candidate; null where there is nothing to say. */
export function ablationOf(
  { candidates, baseline }: { readonly candidates: readonly Candidate[]; readonly baseline: string },
  name: string,
): string | null {
  const first = candidates.find((one) => one.name === baseline);
  const own = candidates.find((one) => one.name === name);
  if (!first || !own || own === first) return null;
  return ablationSentence(name, baseline, settingsApart(settingsByName(first), settingsByName(own)));
}
