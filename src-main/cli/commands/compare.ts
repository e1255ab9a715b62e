import { basename, extname } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { comparisonWords } from '../../app/comparison-words.ts';
import { compareFiles } from '../../app/compare-files.ts';
import { exitCodeOfFailure, exitCodeOfPlans } from '../exit-codes.ts';
import { jsonOption, positiveInteger, seed, share, type JsonOption } from '../options.ts';
import { failureText, note, print, printJson } from '../terminal.ts';

interface CompareOptions extends JsonOption {
  readonly baseline: string;
  readonly candidate: string;
  readonly rerun: readonly string[];
  readonly margin?: number;
  readonly stratumMargin: Readonly<Record<string, number>>;
  readonly maxMissing: number;
  readonly seed: number;
  readonly resamples: number;
}

export function compareCommand(): Command {
  return new Command('compare')
    .description('The paired analysis of score files (JSONL or CSV: id, score, stratum, cluster, outcome).')
    .requiredOption('--baseline <file>', "the baseline's scores")
    .requiredOption('--candidate <file>', "the candidate's scores")
    .option('--rerun <file>', 'the baseline run again; may be given several times', collect, [])
    .option('--margin <m>', 'the largest drop that is tolerated, such as 0.02 or 2%', share)
    .option(
      '--stratum-margin <stratum=m>',
      'a stratum that must pass as well; may be given several times',
      stratumMargin,
      {},
    )
    .option('--max-missing <share>', 'the largest share of pairs that may be missing', share, 0.02)
    .option('--seed <n>', 'of the bootstrap and the permutations', seed, 1)
    .option('--resamples <n>', 'of the bootstrap', positiveInteger, 10_000)
    .addOption(jsonOption())
    .action(async (options: CompareOptions, command: Command) => {
      const { baseline, candidate, rerun, margin } = options;
      if (margin === undefined && Object.keys(options.stratumMargin).length > 0)
        command.error('error: --stratum-margin needs --margin.');
      const compared = await compareFiles(
        { baseline, candidate, reruns: rerun },
        {
          guardRail:
            margin === undefined
              ? null
              : { margin, strata: options.stratumMargin, maxMissing: options.maxMissing },
          seed: options.seed,
          resamples: options.resamples,
        },
      );
      if (!compared.ok) {
        note(failureText(compared.error));
        process.exitCode = exitCodeOfFailure(compared.error);
        return;
      }
      if (options.json) printJson(compared.data);
      else
        print(
          comparisonWords(compared.data, { candidate: shortName(candidate), baseline: shortName(baseline) }),
        );
      process.exitCode = exitCodeOfPlans([compared.data.plan]);
    });
}

/** The file's name without folder and ending, as the sentences call it. */
function shortName(file: string): string {
  return basename(file, extname(file));
}

function collect(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}

function stratumMargin(
  text: string,
  earlier: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new InvalidArgumentError('give stratum=margin.');
  return { ...earlier, [text.slice(0, at)]: share(text.slice(at + 1)) };
}
