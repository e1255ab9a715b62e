/** A registered plan as the file that a person could have written: every setting named, so that it resolves to itself. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Candidate, EndpointCandidate, LlamaCandidate } from '../../contract/candidate.ts';
import type { Plan, RepeatRule } from '../../contract/plan.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import type { PlanFile, PlanFileSettings } from '../../experiment/plan/plan-schema.ts';
import { fewShotToFile } from './draft-composition.ts';

export type PlanFileCandidate = PlanFile['candidates'][string];

/**
 * @param folder the data folder; chat templates that a plan brought along are laid down in it under their hash,
 *   because a plan file names them by path
 */
export function planAsFile(plan: Plan, folder: string): Result<PlanFile> {
  const candidates: Record<string, PlanFileCandidate> = {};
  for (const candidate of plan.candidates) {
    const own = candidateAsFile(candidate, folder);
    if (!own.ok) return own;
    candidates[candidate.name] = own.data;
  }
  const reader = plan.judge ?? plan.pairJudge;
  const judge = reader === undefined ? success(undefined) : candidateAsFile(reader, folder);
  if (!judge.ok) return judge;
  const { margin, maxMissing, strata, everyStratum } = plan.guardRail;
  return success({
    decision: plan.decision,
    items: `${plan.items.name}@${plan.items.version}`,
    split: plan.split,
    ...(plan.items.limit === undefined ? {} : { limit: plan.items.limit }),
    guard_rail: {
      margin,
      ...(everyStratum === undefined ? {} : { each_stratum: everyStratum }),
      strata: { ...strata },
      max_missing: maxMissing,
    },
    baseline: plan.baseline,
    replicates: plan.replicates,
    samples: plan.samples,
    ...(plan.repeatRule === undefined ? {} : { repeat_rule: repeatRuleToFile(plan.repeatRule) }),
    ...(plan.looks === undefined ? {} : { looks: plan.looks }),
    seed: plan.seed,
    resamples: plan.resamples,
    ...(judge.data === undefined
      ? {}
      : { judge: { ...judge.data, ...(plan.pairJudge === undefined ? {} : { compares: true as const }) } }),
    defaults: {},
    candidates,
  });
}

/** The rule as a plan file writes it. */
export function repeatRuleToFile(rule: RepeatRule): NonNullable<PlanFile['repeat_rule']> {
  return rule.kind === 'range' ? 'range' : { deviations: rule.z };
}

function candidateAsFile(candidate: Candidate, folder: string): Result<PlanFileCandidate> {
  const settings = candidateSettings(candidate, folder);
  if (!settings.ok) return settings;
  return success({
    ...(candidate.engine === 'llama' ? { gguf: candidate.weights } : endpointOf(candidate)),
    ...settings.data,
    accept: [...candidate.accepted],
  });
}

function endpointOf({ endpoint, model, keyVariable, keyringName, tokenizer, settings }: EndpointCandidate) {
  return {
    endpoint,
    model,
    ...(keyVariable === undefined ? {} : { api_key_env: keyVariable }),
    ...(keyringName === undefined ? {} : { api_key_keyring: keyringName }),
    ...(tokenizer === undefined ? {} : { tokenizer: tokenizer.file }),
    timeout: settings.timeout,
  };
}

function engineSettingsOf({ settings }: LlamaCandidate): PlanFileSettings {
  return {
    backend: settings.backend,
    gpu_layers: settings.gpuLayers,
    context: settings.context,
    batch: settings.batch,
    threads: settings.threads,
    flash_attention: settings.flashAttention,
    cache_key_type: settings.cacheKeyType,
    cache_value_type: settings.cacheValueType,
    mmap: settings.mmap,
    ...(settings.mode === undefined ? {} : { mode: settings.mode }),
  };
}

function candidateSettings(candidate: Candidate, folder: string): Result<PlanFileSettings> {
  const { settings, sampling, system, template } = candidate;
  const path = template === undefined ? success(null) : layDownTemplate(template, folder);
  if (!path.ok) return path;
  return success({
    ...(candidate.engine === 'llama' ? engineSettingsOf(candidate) : {}),
    parallel: settings.parallel,
    temperature: sampling.temperature,
    top_k: sampling.topK,
    top_p: sampling.topP,
    min_p: sampling.minP,
    seed: sampling.seed,
    max_tokens: sampling.maxTokens,
    stop: [...sampling.stops],
    ...(system === undefined ? {} : { system }),
    ...(path.data === null ? {} : { template: path.data }),
    ...(candidate.promptTemplate === undefined ? {} : { prompt_template: candidate.promptTemplate.text }),
    ...(candidate.fewShot === undefined ? {} : { few_shot: fewShotToFile(candidate.fewShot) }),
  });
}

function layDownTemplate(template: string, folder: string): Result<string> {
  const templates = join(folder, 'templates');
  const path = join(templates, `${createHash('sha256').update(template).digest('hex')}.jinja`);
  try {
    if (!existsSync(path)) {
      mkdirSync(templates, { recursive: true, mode: 0o700 });
      writeFileSync(path, template);
    }
    return success(path);
  } catch (error) {
    return failure('file_unwritable', `The plan's chat template cannot be written to ${path}.`, {
      next: 'Check the permissions of the data folder and the room on its disk.',
      where: { file: path },
      detail: String(error),
    });
  }
}

/** What stands under a candidate itself, also where all have the same. */
const ownKeys = new Set([
  'gguf', 'endpoint', 'model', 'api_key_env', 'api_key_keyring', 'tokenizer', 'timeout', 'accept',
]); // prettier-ignore

/** YAML as the command line reads it. What all candidates share stands once, under `defaults`. */
export function planFileText(file: PlanFile): string {
  const all = Object.values(file.candidates);
  const [first] = all;
  const isShared = (key: string): boolean => {
    const value = JSON.stringify(valueOf(first, key));
    return all.every((one) => JSON.stringify(valueOf(one, key)) === value);
  };
  const settings = Object.keys(first ?? {}).filter((key) => !ownKeys.has(key));
  const shared = new Set(settings.filter(isShared));
  return stringify(
    {
      ...file,
      ...(file.judge === undefined ? {} : { judge: withoutEmptyAccept(file.judge) }),
      defaults: Object.fromEntries([...shared].map((key) => [key, valueOf(first, key)])),
      candidates: Object.fromEntries(
        Object.entries(file.candidates).map(([name, { accept, ...own }]) => [
          name,
          {
            ...Object.fromEntries(Object.entries(own).filter(([key]) => !shared.has(key))),
            ...(accept.length === 0 ? {} : { accept }),
          },
        ]),
      ),
    },
    { lineWidth: 0 },
  );
}

function withoutEmptyAccept({ accept, ...own }: NonNullable<PlanFile['judge']>) {
  return accept.length === 0 ? own : { ...own, accept };
}

function valueOf(candidate: PlanFileCandidate | undefined, key: string): unknown {
  return (candidate as Readonly<Record<string, unknown>> | undefined)?.[key];
}
