import { Command, InvalidArgumentError } from 'commander';
import { sizing } from '../../app/sizing.ts';
import { formatCount, formatPercent, formatPointsSize } from '../../contract/presentation/numbers.ts';
import { looksCounted } from '../../contract/presentation/sizing-words.ts';
import { count, jsonOption, positiveInteger, share, type JsonOption } from '../options.ts';
import { print, printJson } from '../terminal.ts';

interface SizeOptions extends JsonOption {
  readonly margin: number;
  readonly discordance: number;
  readonly power: number;
  readonly tests: number;
  readonly looks: number;
}

/** Seconds to work out; more would take longer, and nobody looks as often. */
const mostLooks = 1000;

export function sizeCommand(): Command {
  return new Command('size')
    .description('How many items a guard rail needs.')
    .requiredOption('--margin <m>', 'the drop to rule out, such as 0.02 or 2%', share)
    .option('--discordance <p>', 'share of items on which the two are expected to differ', share, 0.1)
    .option('--power <b>', 'chance to show it when there is no drop', share, 0.8)
    .option('--tests <n>', 'candidates, or strata, that are tested side by side', positiveInteger, 1)
    .option(
      '--looks <n>',
      'looks before the end, where the plan pays for them with looks: {spending: obrien_fleming}',
      looks,
      0,
    )
    .addOption(jsonOption())
    .action((options: SizeOptions) => {
      const size = sizing(options.margin, options.discordance, options.power, options.tests, options.looks);
      if (options.json) {
        printJson(size);
        return;
      }
      print(
        `${formatCount(size.items)} items rule out a drop of ${formatPointsSize(size.margin)} points ` +
          `with power ${size.power}, where ${formatPercent(size.discordance)} % of the answers change ` +
          `and the true change is zero (two-sided, ${formatPercent(size.alpha)} %).`,
      );
      if (size.looks > 0) print(looksCounted(size.looks, 1 - size.alphaAtEnd));
      if (size.tests > 1)
        print(
          `${formatCount(size.itemsAmong)} items, so that each of ${formatCount(size.tests)} tests side by side shows ` +
            `such a drop after Holm’s adjustment, whatever the others show.`,
        );
    });
}

function looks(text: string): number {
  const number = count(text);
  if (number > mostLooks) throw new InvalidArgumentError(`give at most ${mostLooks}.`);
  return number;
}
