import { Command } from 'commander';
import { rescorePlan, type Rescored } from '../../app/rescore.ts';
import { lookNote } from '../../contract/presentation/look-words.ts';
import { formatCount } from '../../contract/presentation/numbers.ts';
import { driftWords } from '../../contract/presentation/judge-words.ts';
import type { ProgressEvent } from '../../contract/progress.ts';
import { answer } from '../answer.ts';
import { onInterrupt } from '../interruption.ts';
import { PlanProgress } from '../progress.ts';
import { dataOption, jsonOption, positiveInteger, type DataOption, type JsonOption } from '../options.ts';

interface RescoreOptions extends DataOption, JsonOption {
  readonly limit?: number;
  readonly judge?: boolean;
}

export function rescoreCommand(): Command {
  return new Command('rescore')
    .description("Score a plan's stored outputs again with today's scorers; list the verdicts that changed.")
    .argument('<plan>', 'the plan file, or the beginning of its hash')
    .option('--limit <n>', 'with a plan file: the limit that it ran with', positiveInteger)
    .option(
      '--judge',
      "ask the plan's judge again where it is another one now, and say how far its grades moved",
    )
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (plan: string, options: RescoreOptions) => {
      const reference = { plan, ...(options.limit === undefined ? {} : { limit: options.limit }) };
      const progress = new PlanProgress();
      const { signal, release } = onInterrupt();
      const judge = {
        signal,
        report: (event: ProgressEvent) => {
          progress.show(event);
        },
      };
      const rescored = await rescorePlan(options.data, reference, options.judge === true ? judge : undefined);
      release();
      progress.end();
      answer(rescored, options, words);
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
  if (rescored.judgeDrift) lines.push(driftWords(rescored.judgeDrift));
  if (rescored.changedVerdicts.length === 0) lines.push('No verdict changed.');
  if (rescored.look) lines.push(lookNote);
  return lines.join('\n');
}
