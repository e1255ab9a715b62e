import { Command, InvalidArgumentError } from 'commander';
import { sampleFile, type PreparedFile } from '../../app/preparing/files/prepare-file.ts';
import { formatCount } from '../../contract/presentation/numbers.ts';
import { failure, type Result } from '../../contract/result.ts';
import { answer, columns } from '../answer.ts';
import { count, seed } from '../options.ts';
import { fileRequest, preparedWords, withPrepareOptions, type PrepareOptions } from './prepare-options.ts';

interface SampleOptions extends PrepareOptions {
  readonly each?: number;
  readonly quota: Readonly<Record<string, number>>;
  readonly overTime?: boolean;
  readonly seed: number;
}

export function sampleCommand(): Command {
  return withPrepareOptions(
    new Command('sample').description(
      'Draw so many items of each stratum, seeded; with --over-time evenly over weeks and weekdays. Without --out it only says what would be drawn.',
    ),
  )
    .option('--each <n>', 'items of each stratum that --quota does not name', count)
    .option('--quota <stratum=n...>', 'items of this stratum', quotas, {})
    .option('--over-time', 'within each stratum evenly over weeks and weekdays, by the times that items have')
    .option('--seed <number>', 'seed of the draw', seed, 1)
    .action(async (file: string, options: SampleOptions) => {
      answer(await sample(file, options), options, sampleWords);
    });
}

function quotas(text: string, before: Readonly<Record<string, number>>): Record<string, number> {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new InvalidArgumentError('give STRATUM=NUMBER.');
  return { ...before, [text.slice(0, at)]: count(text.slice(at + 1)) };
}

async function sample(file: string, options: SampleOptions): Promise<Result<PreparedFile<'sample'>>> {
  const { each, quota, overTime, seed: drawn } = options;
  if (each === undefined && Object.keys(quota).length === 0)
    return failure('usage', 'Nothing says how many items to draw.', {
      next: 'Add --each N, or --quota STRATUM=N.',
    });
  const request = fileRequest(file, options);
  if (!request.ok) return request;
  return sampleFile(request.data, {
    step: 'sample',
    quotas: { strata: quota, ...(each === undefined ? {} : { others: each }) },
    overTime: overTime === true,
    seed: drawn,
  });
}

function sampleWords(sampled: PreparedFile<'sample'>): string {
  const rows = sampled.record.strata.map(({ stratum, available, wanted, drawn }) => [
    stratum,
    formatCount(available),
    formatCount(wanted),
    formatCount(drawn),
  ]);
  return [columns([['stratum', 'there', 'wanted', 'drawn'], ...rows]), preparedWords(sampled)].join('\n\n');
}
