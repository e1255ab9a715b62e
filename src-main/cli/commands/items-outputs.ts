import { Command } from 'commander';
import { writeLoggedOutputs, type LoggedOutputs } from '../../app/logged-outputs.ts';
import { formatCount } from '../../contract/presentation/numbers.ts';
import { answer } from '../answer.ts';
import { jsonOption, type JsonOption } from '../options.ts';

interface OutputsCommandOptions extends JsonOption {
  readonly format?: string;
  readonly out: string;
  readonly scores?: string;
  readonly metric?: string;
  readonly replace?: boolean;
}

export function outputsCommand(): Command {
  return new Command('outputs')
    .description(
      "Take an old run out of another tool's log: its outputs for `score`, and its own marks for `compare`.",
    )
    .argument('<log>', 'samples_*.jsonl of lm-evaluation-harness, or a log of inspect_ai')
    .option('--format <shape>', 'read the log as this shape, without recognising it')
    .requiredOption('--out <file>', 'where the outputs go (JSONL)')
    .option('--scores <file>', "where the other tool's marks go (JSONL)")
    .option('--metric <name>', 'which of its marks, where it has several')
    .option('--replace', 'write over files that are there')
    .addOption(jsonOption())
    .action(async (file: string, { replace = false, ...options }: OutputsCommandOptions) => {
      answer(await writeLoggedOutputs({ file, replace, ...options }), options, outputsWords);
    });
}

function outputsWords({ out, outputs, scores, metric, metrics, leftOut }: LoggedOutputs): string {
  return [
    `${out}: ${formatCount(outputs)} outputs.`,
    ...(scores === null ? [] : [`${scores}: the marks called ${metric ?? ''}.`]),
    ...(scores === null && metrics.length > 0 ? [`Marks in the log: ${metrics.join('; ')}.`] : []),
    ...(leftOut === 0 ? [] : [`${formatCount(leftOut)} records made no item and have no output here.`]),
  ].join('\n');
}
