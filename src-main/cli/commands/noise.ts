import { Command, Option } from 'commander';
import { measureModelNoise, type NoiseReport } from '../../app/noise.ts';
import { backends, type Backend } from '../../contract/candidate.ts';
import type { ConditionNoise } from '../../contract/noise.ts';
import {
  conditionWords,
  differingWords,
  logitWords,
  noiseFinding,
} from '../../contract/presentation/noise-words.ts';
import { formatCount } from '../../contract/presentation/numbers.ts';
import { answer, columns } from '../answer.ts';
import { onInterrupt } from '../interruption.ts';
import { jsonOption, positiveInteger, type JsonOption } from '../options.ts';
import { note } from '../terminal.ts';

interface NoiseCommandOptions extends JsonOption {
  readonly items?: string;
  readonly prompts: number;
  readonly tokens: number;
  readonly rows: number;
  readonly backend?: Backend;
  readonly gpuLayers?: number;
  readonly context?: number;
  readonly batch?: number;
  readonly threads?: number;
  readonly flashAttention?: boolean;
}

export function noiseCommand(): Command {
  return new Command('noise')
    .description(
      'How much this backend wobbles: the same prompts, greedy, under conditions that should change nothing.',
    )
    .argument('<model>', 'GGUF file')
    .option('--items <file>', "item file whose dev items are the prompts (default: the demo's)")
    .option('--prompts <n>', 'prompts, at most', positiveInteger, 16)
    .option('--tokens <n>', 'most tokens of an answer', positiveInteger, 48)
    .option('--rows <n>', 'tokens of each answer whose logits are compared', positiveInteger, 16)
    .addOption(new Option('--backend <name>', 'where to compute').choices([...backends]))
    .option('--gpu-layers <n>', 'layers on the GPU', positiveInteger)
    .option('--context <n>', 'tokens of context for each of the sixteen sequences', positiveInteger)
    .option('--batch <n>', 'tokens in one batch', positiveInteger)
    .option('--threads <n>', 'threads', positiveInteger)
    .option('--flash-attention', 'with flash attention')
    .option('--no-flash-attention', 'without flash attention')
    .addOption(jsonOption())
    .action(async (model: string, options: NoiseCommandOptions) => {
      const { signal, release } = onInterrupt();
      const measured = await measureModelNoise(model, options, signal, (noise) => {
        note(`${conditionWords(noise.condition)}, differing: ${differingWords(noise)}`);
      });
      release();
      answer(measured, options, tableOf);
    });
}

function tableOf({ conditions, prompts, settings }: NoiseReport): string {
  const rows = [
    ['condition', 'differ', 'first token', 'largest logit difference'],
    ...conditions.map((noise) => [
      conditionWords(noise.condition),
      differingWords(noise),
      firstToken(noise),
      logitWords(noise),
    ]),
  ];
  const how = `${formatCount(prompts)} prompts, greedy, ${settings.backend}, ${formatCount(settings.threads)} threads, flash attention ${settings.flashAttention ? 'on' : 'off'}`;
  return `${columns(rows)}\n\n${noiseFinding(conditions)}\n${how}`;
}

function firstToken({ firstDifference }: ConditionNoise): string {
  return firstDifference === null ? '–' : formatCount(firstDifference + 1);
}
