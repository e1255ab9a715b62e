import { Command, Option } from 'commander';
import { exportFormats, exportItemSet, type ItemExport } from '../../app/item-sets.ts';
import { itemCountWords } from '../../contract/presentation/item-count-words.ts';
import { answer } from '../answer.ts';
import { dataOption, jsonOption, type DataOption, type JsonOption } from '../options.ts';

interface ExportCommandOptions extends DataOption, JsonOption {
  readonly format: (typeof exportFormats)[number];
  readonly out: string;
  readonly replace?: true;
}

export function exportCommand(): Command {
  return new Command('export')
    .description(
      'Write the dev items of a version to a file, with a card that says what is in it. Held-out items stay here: only a registered plan reads them.',
    )
    .argument('<set>', 'name and version, such as desk@2')
    .addOption(new Option('--format <format>', 'of the file').choices(exportFormats).default('jsonl'))
    .requiredOption('--out <file>', 'where to write; a file that is there stays as it is')
    .option('--replace', 'write over a file that is there')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (set: string, options: ExportCommandOptions) => {
      const { data, format, out, replace = false } = options;
      answer(await exportItemSet(data, set, format, out, replace), options, exportWords);
    });
}

function exportWords({ path, items, heldOut, cardPaths }: ItemExport): string {
  const left =
    heldOut === 0
      ? 'The version has no held-out items.'
      : heldOut === 1
        ? 'Its one held-out item is not in it: only a registered plan reads it.'
        : `Its ${itemCountWords(heldOut, 'held-out')} are not in it: only a registered plan reads them.`;
  const none = items === 0 ? ' Items marked with "split": "dev" would be.' : '';
  return `${path}: ${itemCountWords(items, 'dev')}. ${left}${none}\nIts card: ${cardPaths[0] ?? ''}`;
}
