import { Command } from 'commander';
import { itemSetTrend } from '../../app/trend.ts';
import { formatDay } from '../../contract/presentation/numbers.ts';
import {
  trendCells,
  trendGroupName,
  trendHeads,
  trendLead,
  trendRows,
} from '../../contract/presentation/trend-words.ts';
import type { Trend } from '../../contract/trend.ts';
import { answer, columns } from '../answer.ts';
import { dataOption, jsonOption, type DataOption, type JsonOption } from '../options.ts';

export function trendCommand(): Command {
  return new Command('trend')
    .description('What each model scored on an item set, comparison after comparison.')
    .argument('<set>', 'name of the item set, without a version')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action((set: string, options: DataOption & JsonOption) => {
      answer(itemSetTrend(options.data, set), options, words);
    });
}

function words(trend: Trend): string {
  return [
    `${trend.name}: ${trendLead(trend)}`,
    ...trend.groups.flatMap((group) => [
      '',
      `${trendGroupName(group)}:`,
      columns([trendHeads, ...trendRows(group.series).map(trendCells)]),
      ...group.marks.map(({ at, text }) => `${formatDay(at)}: ${text}`),
    ]),
  ].join('\n');
}
