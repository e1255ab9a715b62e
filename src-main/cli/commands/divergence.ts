import { Command } from 'commander';
import { planDivergence, type DivergenceReport } from '../../app/divergence.ts';
import type { MeasuredMean } from '../../contract/divergence.ts';
import { formatCount } from '../../contract/presentation/numbers.ts';
import { answer, columns } from '../answer.ts';
import { onInterrupt } from '../interruption.ts';
import { dataOption, jsonOption, positiveInteger, type DataOption, type JsonOption } from '../options.ts';
import { tellQuarters } from '../quarters.ts';

interface DivergenceOptions extends DataOption, JsonOption {
  readonly items?: number;
  readonly limit?: number;
}

export function divergenceCommand(): Command {
  return new Command('divergence')
    .description(
      "How far each candidate's next-token distributions are from the baseline's, along its own answers.",
    )
    .argument('<plan>', 'the plan file, or the beginning of its hash; it has run')
    .option('--items <n>', 'the first so many items only', positiveInteger)
    .option('--limit <n>', 'with a plan file: the limit that it ran with', positiveInteger)
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (plan: string, options: DivergenceOptions) => {
      const { signal, release } = onInterrupt();
      const tellStep = tellQuarters();
      const reference = { plan, ...(options.limit === undefined ? {} : { limit: options.limit }) };
      const measured = await planDivergence(
        options.data,
        reference,
        options.items,
        signal,
        ({ candidate, done, of }) => {
          tellStep(candidate, done, of);
        },
      );
      release();
      answer(measured, options, tableOf);
    });
}

function tableOf({ baseline, candidates, left }: DivergenceReport): string {
  const rows = [
    [
      'candidate',
      'mean KL',
      '95 % over items',
      '99th',
      'largest',
      'same top',
      '95 % over items',
      'perplexity',
      'items',
      'tokens',
    ],
    ...candidates.map((one) => [
      one.candidate,
      nats(one.kl.mean),
      range(one.kl, nats),
      nats(one.klPercentiles.p99),
      nats(one.klPercentiles.largest),
      percent(one.sameTop.mean),
      range(one.sameTop, percent),
      `× ${one.perplexityRatio.ratio.toFixed(4)}`,
      formatCount(one.items),
      formatCount(one.tokens),
    ]),
  ];
  return [
    columns(rows),
    '',
    `KL in nats for each token of ${baseline}'s own answers; same top: both hold the same token for the likeliest, in %.`,
    ...left.map(({ candidate, reason }) => `${candidate}: ${reason}`),
  ].join('\n');
}

const nats = (value: number): string => value.toFixed(value < 0.001 ? 6 : 4);
const percent = (value: number): string => (value * 100).toFixed(1);

function range({ interval }: MeasuredMean, format: (value: number) => string): string {
  return interval === null ? '–' : `${format(interval.lo)} to ${format(interval.hi)}`;
}
