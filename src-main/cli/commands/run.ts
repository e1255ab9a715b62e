import { Command } from 'commander';
import { dataOption, jsonOption, positiveInteger } from '../options.ts';
import { runAndReport, type RunOptions } from '../run-and-report.ts';

export function runCommand(): Command {
  return new Command('run')
    .description('Register a plan, run it, score it, compare, and write the report. Run it again to go on.')
    .argument('<plan>', 'the plan file (YAML)')
    .option('--limit <n>', 'at most n items of each stratum; another limit is another plan', positiveInteger)
    .option(
      '--replicates <n>',
      'run the baseline n times in place of the plan’s own number; another number is another plan',
      positiveInteger,
    )
    .option('--out <dir>', 'folder for the report (default: reports/ in the data folder)')
    .option('--force', 'write over report files that are not of this plan')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (plan: string, options: RunOptions) => {
      process.exitCode = await runAndReport(plan, options);
    });
}
