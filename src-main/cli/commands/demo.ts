import { Command } from 'commander';
import { demoPlanPath } from '../../app/demo-facts.ts';
import { exitCodes } from '../exit-codes.ts';
import { dataOption, jsonOption } from '../options.ts';
import { runAndReport, type RunOptions } from '../run-and-report.ts';

/** Items of each stratum that `--quick` takes. */
const quickLimit = 40;

const verdictCodes = new Set<number>([exitCodes.guardRailFailed, exitCodes.undecided]);

export function demoCommand(): Command {
  return new Command('demo')
    .description('Run the bundled comparison: a small model in BF16, twice, against four quantised versions.')
    .option('--quick', `at most ${quickLimit} items of each stratum`)
    .option('--out <dir>', 'folder for the report (default: reports/ in the data folder)')
    .option('--force', 'write over report files that are not of this plan')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options: RunOptions & { readonly quick?: boolean }) => {
      const plan = demoPlanPath();
      const ended = await runAndReport(plan, options.quick ? { ...options, limit: quickLimit } : options);
      // The demo is done when it has shown its verdicts, whatever they are: one candidate is there to fail.
      process.exitCode = verdictCodes.has(ended) ? exitCodes.done : ended;
    });
}
