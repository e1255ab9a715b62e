import { Command } from 'commander';
import { readStratumRules } from '../../app/preparing/files/choices.ts';
import { sortFileIntoStrata, type PreparedFile } from '../../app/preparing/files/prepare-file.ts';
import { formatCount, formatPointsSize } from '../../contract/presentation/numbers.ts';
import { success, type Result } from '../../contract/result.ts';
import { answer, columns } from '../answer.ts';
import { heldOutShare, seed, share } from '../options.ts';
import { fileRequest, preparedWords, withPrepareOptions, type PrepareOptions } from './prepare-options.ts';

interface StrataOptions extends PrepareOptions {
  readonly stratum?: string;
  readonly band?: string;
  readonly rules?: string;
  readonly margin?: number;
  readonly discordance: number;
  readonly heldOut: number;
  readonly seed: number;
}

interface Sufficiency {
  readonly stratum: string;
  readonly items: number;
  readonly needed: number;
  readonly enough: boolean;
  readonly detects: number | null;
}

type Sorted = PreparedFile<'strata'> & { readonly sufficiency: readonly Sufficiency[] | null };

export function strataCommand(): Command {
  return withPrepareOptions(
    new Command('strata').description(
      'Sort items into strata and bands by a column or by rules, and say whether each stratum has enough items for a margin. Without --out nothing is changed.',
    ),
  )
    .option('--stratum <column>', 'the column that names the stratum, dots lead inside')
    .option('--band <column>', 'the column that names the band')
    .option('--rules <file>', 'rules as YAML; they go over the columns, and the first that fits decides')
    .option('--margin <m>', 'answer whether each stratum has enough items for this drop, such as 2%', share)
    .option('--discordance <p>', 'share of items on which two models are expected to differ', share, 0.1)
    .option('--held-out <share>', 'share of each stratum that will be held out, 0 to 1', heldOutShare, 0.75)
    .option('--seed <number>', 'seed of that split', seed, 1)
    .action(async (file: string, options: StrataOptions) => {
      answer(await sort(file, options), options, sortedWords);
    });
}

async function sort(file: string, options: StrataOptions): Promise<Result<Sorted>> {
  const request = fileRequest(file, options);
  if (!request.ok) return request;
  const rules = options.rules === undefined ? success([]) : await readStratumRules(options.rules);
  if (!rules.ok) return rules;
  const { stratum, band, margin, discordance, heldOut, seed: drawn } = options;
  return sortFileIntoStrata(
    request.data,
    {
      step: 'strata',
      ...(stratum === undefined ? {} : { stratumField: stratum }),
      ...(band === undefined ? {} : { bandField: band }),
      rules: rules.data,
    },
    margin === undefined ? null : { margin, discordance, heldOut, seed: drawn },
  );
}

function sortedWords(sorted: Sorted): string {
  const { record, sufficiency } = sorted;
  const answers = new Map(sufficiency?.map((row) => [row.stratum, row]));
  const head = sufficiency === null ? [] : ['held out', 'needed', 'enough', 'detects'];
  const rows = record.strata.map(({ stratum, items }) => {
    const row = answers.get(stratum);
    if (row === undefined) return [stratum, formatCount(items)];
    const { items: there, needed, enough, detects } = row;
    const answered = [
      formatCount(there),
      formatCount(needed),
      enough ? 'yes' : 'no',
      formatPointsSize(detects),
    ];
    return [stratum, formatCount(items), ...answered];
  });
  const settled =
    record.rules.length > 0 || record.stratumField !== undefined || record.bandField !== undefined;
  return [
    columns([['stratum', 'items', ...head], ...rows]),
    ...(record.bands.length === 0
      ? []
      : [columns([['band', 'items'], ...record.bands.map(({ band, items }) => [band, formatCount(items)])])]),
    ...(sufficiency === null
      ? []
      : ['"detects" is the smallest drop in points that the held-out items can show.']),
    ...(settled ? [preparedWords(sorted)] : []),
  ].join('\n\n');
}
