import { Command } from 'commander';
import { rescorePlan, type Rescored } from '../../app/rescore.ts';
import { formatCount } from '../../contract/presentation/numbers.ts';
import { answer } from '../answer.ts';
import { dataOption, jsonOption, positiveInteger, type DataOption, type JsonOption } from '../options.ts';

export function rescoreCommand(): Command {
  return new Command('rescore')
    .description("Score a plan's stored outputs again with today's scorers; list the verdicts that changed.")
    .argument('<plan>', 'the plan file, or the beginning of its hash')
    .option('--limit <n>', 'with a plan file: the limit that it ran with', positiveInteger)
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (plan: string, options: DataOption & JsonOption & { readonly limit?: number }) => {
      const reference = { plan, ...(options.limit === undefined ? {} : { limit: options.limit }) };
      answer(await rescorePlan(options.data, reference), options, words);
    });
}

function words(rescored: Rescored): string {
  const lines = [
    `${formatCount(rescored.outputs)} outputs scored again, ${formatCount(rescored.changedScores)} scores changed.`,
  ];
  for (const { candidate, stratum, before, after } of rescored.changedVerdicts)
    lines.push(
      `${candidate}, ${stratum ?? 'overall'}: ${before ?? 'no verdict'} -> ${after ?? 'no verdict'}`,
    );
  if (rescored.changedVerdicts.length === 0) lines.push('No verdict changed.');
  return lines.join('\n');
}
