import { Command } from 'commander';
import { planDivergence } from '../../app/divergence/measure-plan.ts';
import type { DivergenceReport } from '../../contract/divergence.ts';
import { divergenceNotes, divergenceTables } from '../../contract/presentation/divergence-words.ts';
import { answer, columns } from '../answer.ts';
import { onInterrupt } from '../interruption.ts';
import { dataOption, jsonOption, positiveInteger, type DataOption, type JsonOption } from '../options.ts';
import { tellQuarters } from '../quarters.ts';

interface DivergenceOptions extends DataOption, JsonOption {
  readonly items?: number;
  readonly limit?: number;
  readonly again?: boolean;
}

export function divergenceCommand(): Command {
  return new Command('divergence')
    .description(
      "How far each candidate's next-token distributions are from the baseline's, along its own answers, and where their answers part.",
    )
    .argument('<plan>', 'the plan file, or the beginning of its hash; it has run')
    .option('--items <n>', 'the first so many items only; those measured before stay', positiveInteger)
    .option('--limit <n>', 'with a plan file: the limit that it ran with', positiveInteger)
    .option('--again', 'measure anew what was measured before')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (plan: string, options: DivergenceOptions) => {
      const { signal, release } = onInterrupt();
      const tellStep = tellQuarters();
      const reference = { plan, ...(options.limit === undefined ? {} : { limit: options.limit }) };
      const measured = await planDivergence(
        options.data,
        reference,
        { most: options.items, again: options.again },
        signal,
        ({ candidate, done, of }) => {
          tellStep(candidate, done, of);
        },
      );
      release();
      answer(measured, options, tableOf);
    });
}

function tableOf(report: DivergenceReport): string {
  return [
    ...divergenceTables(report).flatMap(({ title, lead, heads, rows }) => [
      title,
      columns([heads, ...rows]),
      ...(lead === '' ? [] : ['', lead]),
      '',
    ]),
    ...divergenceNotes(report),
  ]
    .join('\n')
    .trimEnd();
}
