import { Command, Option } from 'commander';
import { importItemFiles, textEncodings, type FrozenImport } from '../../app/import-items.ts';
import { followWords, otherName } from '../../app/followed-version.ts';
import type { Failure } from '../../contract/result.ts';
import { itemCountWords } from '../../contract/presentation/item-count-words.ts';
import { formatCount } from '../../contract/presentation/numbers.ts';
import { answer, columns } from '../answer.ts';
import { dataOption, heldOutShare, jsonOption, seed, type DataOption, type JsonOption } from '../options.ts';

interface ImportCommandOptions extends DataOption, JsonOption {
  readonly format?: string;
  readonly map: readonly string[];
  readonly encoding?: (typeof textEncodings)[number];
  readonly choiceBy?: 'text' | 'logprob';
  readonly name?: string;
  readonly heldOut: number;
  readonly seed: number;
  readonly skipBroken?: boolean;
}

/** Failures that are printed; --json has the others. */
const shownFailures = 20;

export function importCommand(): Command {
  return new Command('import')
    .description(
      'Import logs or benchmark files and freeze them as a version of a set. Known shapes are recognised; for any other say which column is which.',
    )
    .argument('<files...>', 'JSONL, JSON, CSV, TSV, Parquet, YAML or .eval files, also with gzip')
    .option('--format <shape>', 'read the files as this shape, such as gsm8k, without recognising it')
    .option('--map <field=column...>', 'which column is which, such as input=question answer=gold', [])
    .addOption(
      new Option('--encoding <encoding>', 'of text files, where it is not UTF-8 or UTF-16').choices(
        textEncodings,
      ),
    )
    .addOption(
      new Option(
        '--choice-by <how>',
        'how choices are scored: by the text of the answer, or by the log-probability of each option after the bare question',
      ).choices(['text', 'logprob']),
    )
    .option('--name <name>', "the set's name (default: the file's)")
    .option('--held-out <share>', 'share of each stratum to hold out, 0 to 1', heldOutShare, 0.75)
    .option('--seed <number>', 'seed of the split', seed, 1)
    .option('--skip-broken', 'leave out broken records; else one of them refuses the import')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (files: string[], { data, skipBroken, ...options }: ImportCommandOptions) => {
      answer(
        await importItemFiles(data, { ...options, files, skipProblems: skipBroken === true }),
        options,
        importWords,
      );
    });
}

function importWords({ version, follows, read, leftOut, failures, split }: FrozenImport): string {
  const { name, counts, hash } = version;
  const lines = [
    `${name}@${version.version}: ${itemCountWords(counts.items)} of ${formatCount(read)} ${read === 1 ? 'record' : 'records'}, ${formatCount(counts.dev)} dev and ${formatCount(counts.heldOut)} held out (seed ${split.seed}), sha256 ${hash}`,
    '',
    columns([
      ['stratum', 'dev', 'held out'],
      ...split.strata.map((row) => [row.stratum, formatCount(row.dev), formatCount(row.heldOut)]),
    ]),
  ];
  if (follows !== null) lines.push('', followWords(version, follows, otherName.option));
  if (split.conflicts.length > 0)
    lines.push('', `Clusters with items of both splits, now dev as a whole: ${split.conflicts.join(', ')}`);
  if (leftOut > 0)
    lines.push(
      '',
      `Left out: ${formatCount(leftOut)} ${leftOut === 1 ? 'record' : 'records'}.`,
      ...failureLines(failures, leftOut),
    );
  return lines.join('\n');
}

function failureLines(failures: readonly Failure[], leftOut: number): string[] {
  const lines = failures
    .slice(0, shownFailures)
    .map(({ message, next }) => `  ${message} ${next ?? ''}`.trimEnd());
  const others = leftOut - lines.length;
  return others > 0 ? [...lines, `  And ${formatCount(others)} more.`] : lines;
}
