/** What the Models screen says of versions being made and of noise being measured. Pure. */
import type { ModelDetail } from '../../../src-main/contract/calls/models.ts';
import type { ModelNoise, Noise, Quantising } from '../../../src-main/contract/calls/model-work.ts';
import { noiseConditions, type ConditionNoise } from '../../../src-main/contract/noise.ts';
import { conditionWords } from '../../../src-main/contract/presentation/noise-words.ts';
import { formatBytes, formatCount, formatNumber } from '../../../src-main/contract/presentation/numbers.ts';

type Version = Quantising['versions'][number];

/** What stands at the right of a version: "waiting", "42 %", "9.0 GB", "stopped", "failed". */
export function versionWords({ state, done, size }: Version): string {
  if (state === 'running') return `${formatNumber(Math.floor(done * 100), 0)} %`;
  return state === 'made' ? formatBytes(size) : state;
}

/** "Make 3 versions, about 27.3 GB"; without the sizes where one is unknown. */
export function startWords(sizes: readonly (number | null)[]): string {
  const count = sizes.length === 1 ? '1 version' : `${formatCount(sizes.length)} versions`;
  if (sizes.length === 0) return 'Make versions';
  const known = sizes.filter((size) => size !== null);
  if (known.length < sizes.length) return `Make ${count}`;
  return `Make ${count}, about ${formatBytes(known.reduce((sum, size) => sum + size, 0))}`;
}

/** How far all of it is, in one sentence. */
export function quantisingWords({ state, versions }: Quantising): string {
  const made = versions.filter((version) => version.state === 'made').length;
  const named = made === 1 ? '1 version made' : `${formatCount(made)} versions made`;
  switch (state) {
    case 'running': {
      const now = versions.findIndex((version) => version.state === 'running');
      if (now >= 0)
        return `Making ${versions[now]?.type ?? ''}, ${formatCount(now + 1)} of ${formatCount(versions.length)}.`;
      return versions.every((version) => version.state === 'waiting')
        ? 'Reading the model and the room on the disk.'
        : 'Reading what was made.';
    }
    case 'finished': {
      const failed = versions.filter((version) => version.state === 'failed').length;
      return failed === 0 ? `${named}.` : `${named}, ${formatCount(failed)} not.`;
    }
    case 'stopped':
      return made === 0 ? 'Stopped; nothing was made.' : `Stopped; ${named}.`;
    case 'failed':
      return 'Nothing was made.';
  }
}

/** The model and all versions that were made of it, for a comparison; null where none was. */
export function ladderOf(model: string, { versions }: Quantising): readonly string[] | null {
  const made = versions.flatMap((version) => (version.model === null ? [] : [version.model]));
  return made.length === 0 ? null : [model, ...made];
}

/** Behind "Made here": "from larkspur-BF16.gguf, llama.cpp v0.5.0, 28 Nov, 16:48". */
export function madeHereWords(
  { from, release }: NonNullable<ModelDetail['identity']['madeHere']>,
  when: string,
): string {
  return `from ${from.split(/[/\\]/).at(-1) ?? from}, llama.cpp ${release}, ${when}`;
}

/** What could not be told as a number is no number here either. */
export function conditionsOf({ conditions }: Pick<ModelNoise, 'conditions'>): readonly ConditionNoise[] {
  return conditions.map((noise) => ({
    ...noise,
    largestLogitDifference: noise.largestLogitDifference ?? Number.NaN,
  }));
}

/** "16 prompts of support-desk@3, greedy, 48 tokens, context 1,024, cuda, flash attention on; measured 28 Nov, 16:48". */
export function noiseSettingsWords(report: ModelNoise, when: string): string {
  const { set, prompts, tokens, context, backend, threads, flashAttention } = report;
  const from = set === null ? 'the demo' : `${set.name}@${set.version}`;
  const parts = [
    `${formatCount(prompts)} ${prompts === 1 ? 'prompt' : 'prompts'} of ${from}`,
    'greedy',
    `${formatCount(tokens)} tokens`,
    `context ${formatCount(context)}`,
    backend,
    ...(backend === 'cpu' ? [`${formatCount(threads)} ${threads === 1 ? 'thread' : 'threads'}`] : []),
    `flash attention ${flashAttention ? 'on' : 'off'}`,
  ];
  return `${parts.join(', ')}; measured ${when}`;
}

/** What is being answered now: "Answering in a batch of 4, 2 of 5." */
export function measuringWords({ state, conditions }: NonNullable<Noise['measuring']>): string {
  if (state === 'stopped') return 'Stopped.';
  const next = noiseConditions[conditions.length];
  if (state !== 'running' || next === undefined) return '';
  const before = conditions.length === 0 ? 'Loading, and answering alone; then ' : 'Answering ';
  return `${before}${conditionWords(next)}, ${formatCount(conditions.length + 1)} of ${formatCount(noiseConditions.length)}.`;
}
