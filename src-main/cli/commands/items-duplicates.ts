import { Command, InvalidArgumentError, Option } from 'commander';
import {
  decideNearInFile,
  dropExactInFile,
  type FoundGroup,
} from '../../app/preparing/files/prepare-file.ts';
import { formatCount, formatNumber } from '../../contract/presentation/numbers.ts';
import { visibleText } from '../../contract/presentation/visible-text.ts';
import type { GroupDecision, RecordOf } from '../../contract/preparation.ts';
import type { Result } from '../../contract/result.ts';
import { answer } from '../answer.ts';
import { count, seed, share } from '../options.ts';
import { fileRequest, preparedWords, withPrepareOptions, type PrepareOptions } from './prepare-options.ts';

interface DuplicateOptions extends PrepareOptions {
  readonly near?: boolean;
  readonly threshold: number;
  readonly seed: number;
  readonly keep: Keep;
  readonly decide: ReadonlyMap<string, GroupDecision>;
  readonly show: number;
}

/** Words of the command line for what becomes of a group. */
const keeps = { first: 'keep_first', cluster: 'cluster', all: 'ignore' } as const satisfies Record<
  string,
  GroupDecision
>;
type Keep = keyof typeof keeps;

interface Found {
  readonly out: string | null;
  readonly record: RecordOf<'exact_duplicates'> | RecordOf<'near_duplicates'>;
  readonly groups: readonly FoundGroup[];
}

export function duplicatesCommand(): Command {
  return withPrepareOptions(
    new Command('duplicates').description(
      'Find items with the same prompt and keep one of each; with --near find prompts that are alike. Without --out the groups are only shown.',
    ),
  )
    .option('--near', 'prompts that are alike, in place of prompts that are the same')
    .option('--threshold <t>', 'with --near: similarity from which prompts are alike, 0 to 1', share, 0.7)
    .option('--seed <number>', 'with --near: seed of the hash functions', seed, 1)
    .addOption(
      new Option('--keep <what>', 'with --near, of each group: the first item, all as one cluster, or all')
        .choices(Object.keys(keeps))
        .default('first'),
    )
    .option(
      '--decide <id=what...>',
      'with --near: another choice for the group of this first item',
      decisions,
      new Map(),
    )
    .option('--show <n>', 'groups to show', count, 20)
    .action(async (file: string, options: DuplicateOptions) => {
      answer(await find(file, options), options, (found) => foundWords(found, options.show));
    });
}

function decisions(text: string, before: ReadonlyMap<string, GroupDecision>): Map<string, GroupDecision> {
  const at = text.lastIndexOf('=');
  const what = text.slice(at + 1);
  if (at < 1 || !(what in keeps))
    throw new InvalidArgumentError(`give ID=${Object.keys(keeps).join(', ID=')}.`);
  return new Map([...before, [text.slice(0, at), keeps[what as Keep]]]);
}

async function find(file: string, options: DuplicateOptions): Promise<Result<Found>> {
  const request = fileRequest(file, options);
  if (!request.ok) return request;
  if (options.near !== true) return dropExactInFile(request.data);
  const { threshold, seed: drawn, keep, decide } = options;
  return decideNearInFile(
    request.data,
    { step: 'near_duplicates', threshold, seed: drawn, decision: keeps[keep] },
    decide,
  );
}

function foundWords(found: Found, show: number): string {
  const shown = found.groups.slice(0, show).map(groupWords);
  const others = found.groups.length - shown.length;
  return [
    ...shown,
    ...(others > 0 ? [`And ${formatCount(others)} more; --show N shows more groups.`] : []),
    preparedWords(found),
  ].join('\n\n');
}

function groupWords({ ids, items, disagree, similarity }: FoundGroup): string {
  const alike = similarity === null ? 'the same prompt' : `similarity from ${formatNumber(similarity, 2)}`;
  const differ = disagree ? '; their checks differ, look at them' : '';
  const listed = ids.slice(0, 10).map((id) => visibleText(id));
  const rest = items - listed.length;
  return `${formatCount(items)} items, ${alike}${differ}\n  ${listed.join(', ')}${rest > 0 ? ` and ${formatCount(rest)} more` : ''}`;
}
