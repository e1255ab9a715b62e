import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { reportPlan } from '../../app/report-plan.ts';
import { reportFormats, type ReportFormat } from '../../app/report-formats.ts';
import { answer } from '../answer.ts';
import { lookNote } from '../../contract/presentation/look-words.ts';
import { dataOption, jsonOption, positiveInteger, type DataOption, type JsonOption } from '../options.ts';
import { note } from '../terminal.ts';

interface ReportOptions extends DataOption, JsonOption {
  readonly format: readonly ReportFormat[];
  readonly out?: string;
  readonly limit?: number;
  readonly force?: boolean;
}

export function reportCommand(): Command {
  return new Command('report')
    .description('Write the reports of a plan that ran, from what is stored.')
    .argument('<plan>', 'the plan file, or the beginning of its hash')
    .option('--format <list>', `any of ${reportFormats.join(',')}`, formats, reportFormats)
    .option('--out <dir>', 'folder for the report (default: reports/ in the data folder)')
    .option('--limit <n>', 'with a plan file: the limit that it ran with', positiveInteger)
    .option('--force', 'write over report files that are not of this plan')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (plan: string, options: ReportOptions) => {
      const reference = { plan, ...(options.limit === undefined ? {} : { limit: options.limit }) };
      const place = {
        folder: options.out === undefined ? undefined : resolve(options.out),
        force: options.force === true,
        onLook: () => {
          note(lookNote);
        },
      };
      answer(await reportPlan(options.data, reference, options.format, place), options, (files) =>
        Object.values(files).join('\n'),
      );
    });
}

function formats(text: string): readonly ReportFormat[] {
  const names = text.split(',').map((name) => name.trim());
  const known = names.filter((name): name is ReportFormat =>
    (reportFormats as readonly string[]).includes(name),
  );
  if (known.length !== names.length || known.length === 0)
    throw new InvalidArgumentError(`give any of ${reportFormats.join(',')}, with commas.`);
  return known;
}
