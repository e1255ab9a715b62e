import { Command } from 'commander';
import {
  checkItemFile,
  freezeItemFile,
  listItemSets,
  type FrozenFile,
  type ItemFileSummary,
  type ListedItemSet,
} from '../../app/item-sets.ts';
import { followWords, otherName } from '../../app/followed-version.ts';
import { itemCountWords } from '../../contract/presentation/item-count-words.ts';
import { formatCount } from '../../contract/presentation/numbers.ts';
import { answer, columns } from '../answer.ts';
import { dataOption, jsonOption, type DataOption, type JsonOption } from '../options.ts';
import { contaminationCommand } from './items-contamination.ts';
import { duplicatesCommand } from './items-duplicates.ts';
import { exportCommand } from './items-export.ts';
import { importCommand } from './items-import.ts';
import { outputsCommand } from './items-outputs.ts';
import { renderItemCommand } from './items-render.ts';
import { sampleCommand } from './items-sample.ts';
import { scrubCommand } from './items-scrub.ts';
import { strataCommand } from './items-strata.ts';

export function itemsCommand(): Command {
  const items = new Command('items').description(
    'Item sets: import files, prepare them (scrub, duplicates, strata, sample), freeze them, list and export what is frozen.',
  );
  items.addCommand(importCommand());
  items.addCommand(checkCommand());
  items.addCommand(scrubCommand());
  items.addCommand(duplicatesCommand());
  items.addCommand(strataCommand());
  items.addCommand(sampleCommand());
  items.addCommand(freezeCommand());
  items.addCommand(listCommand());
  items.addCommand(exportCommand());
  items.addCommand(outputsCommand());
  items.addCommand(contaminationCommand());
  items.addCommand(renderItemCommand());
  return items;
}

function checkCommand(): Command {
  return new Command('check')
    .description('Read an item file and say what is in it, or which line is wrong.')
    .argument('<file>', 'item file (JSONL)')
    .addOption(jsonOption())
    .action(async (file: string, options: JsonOption) => {
      answer(await checkItemFile(file), options, summaryWords);
    });
}

function summaryWords(summary: ItemFileSummary): string {
  return [
    `${summary.file}: ${itemCountWords(summary.items)}, ${formatCount(summary.dev)} dev and ${formatCount(summary.heldOut)} held out`,
    '',
    columns([['stratum', 'items'], ...summary.strata.map((row) => [row.stratum, formatCount(row.items)])]),
    '',
    columns([['check', 'items'], ...summary.checks.map((row) => [row.kind, formatCount(row.items)])]),
  ].join('\n');
}

function freezeCommand(): Command {
  return new Command('freeze')
    .description(
      'Freeze an item file as a version of a set, with the record of its preparation where it lies beside it. The same content is the same version.',
    )
    .argument('<file>', 'item file (JSONL)')
    .option('--name <name>', "the set's name (default: the file's)")
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (file: string, options: DataOption & JsonOption & { readonly name?: string }) => {
      answer(await freezeItemFile(options.data, file, options.name), options, frozenWords);
    });
}

function frozenWords(frozen: FrozenFile): string {
  const { name, version, counts, hash, follows } = frozen;
  const line = `${name}@${version}: ${itemCountWords(counts.items)}, sha256 ${hash}`;
  return follows === null ? line : `${line}\n${followWords(frozen, follows, otherName.option)}`;
}

function listCommand(): Command {
  return new Command('list')
    .description(
      'List the frozen sets, and how often plans read their held-out items: once for each run, report and scoring of a plan over them.',
    )
    .addOption(dataOption())
    .addOption(jsonOption())
    .action((options: DataOption & JsonOption) => {
      answer(listItemSets(options.data), options, listWords);
    });
}

const readingsLine =
  'readings: how often registered plans read the held-out items, once for each run, report and scoring. The more is tuned by what they show, the less they prove.';

function listWords(sets: readonly ListedItemSet[]): string {
  if (sets.length === 0)
    return 'No item sets yet. `noisefloor items freeze FILE` makes one; `run` does it by itself.';
  const rows = sets.map((set) => [
    `${set.name}@${set.version}`,
    formatCount(set.counts.items),
    formatCount(set.counts.dev),
    formatCount(set.counts.heldOut),
    formatCount(set.heldOutReadings),
    set.frozenAt.slice(0, 10),
    set.hash.slice(0, 12),
  ]);
  const table = columns([['set', 'items', 'dev', 'held out', 'readings', 'frozen', 'sha256'], ...rows]);
  return `${table}\n\n${readingsLine}`;
}
