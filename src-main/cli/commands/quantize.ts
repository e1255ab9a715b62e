import { resolve } from 'node:path';
import { Argument, Command } from 'commander';
import { followWords, otherName } from '../../app/followed-version.ts';
import { checkLadder, writeLadder, type Ladder } from '../../app/quantising/ladder-plan.ts';
import { quantiseFiles } from '../../app/quantising/quantise-files.ts';
import type { Quantised } from '../../app/quantising/quantise-model.ts';
import { shellCommand } from '../../app/shell-command.ts';
import { formatBytes } from '../../contract/presentation/numbers.ts';
import { quantisedTypes, type QuantisedType } from '../../contract/quantisation.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import { columns } from '../answer.ts';
import { exitCodeOfFailure, exitCodes } from '../exit-codes.ts';
import { onInterrupt } from '../interruption.ts';
import {
  dataOption,
  jsonOption,
  positiveInteger,
  share,
  type DataOption,
  type JsonOption,
} from '../options.ts';
import { tellQuarters } from '../quarters.ts';
import { failureText, note, print, printJson } from '../terminal.ts';

interface QuantizeOptions extends DataOption, JsonOption {
  readonly out?: string;
  readonly pure?: boolean;
  readonly replace?: boolean;
  readonly threads?: number;
  readonly plan?: string;
  readonly items?: string;
  readonly decision?: string;
  readonly margin?: number;
}

export function quantizeCommand(): Command {
  return new Command('quantize')
    .description('Make quantised versions of a model, and keep on record what each was made from.')
    .argument('<model>', 'GGUF file in BF16, F16 or F32; of a split model any part')
    .addArgument(new Argument('<types...>', 'such as Q4_K_M').choices([...quantisedTypes]))
    .option('--out <dir>', 'where the versions go (default: beside the model)')
    .option('--pure', 'every matrix in the one format, none kept finer')
    .option('--replace', 'take the place of files that are there')
    .option('--threads <n>', 'threads', positiveInteger)
    .option('--plan <file>', 'write a plan that compares the model with all of them')
    .option('--items <set>', 'of the plan: NAME@VERSION, or an item file')
    .option('--margin <m>', 'of the plan: the largest drop that is tolerated, such as 0.02 or 2%', share)
    .option('--decision <text>', 'of the plan: what is decided by it')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (source: string, types: QuantisedType[], options: QuantizeOptions) => {
      const ladder = await ladderOf(source, options);
      if (!ladder.ok) {
        refuse(ladder.error);
        return;
      }
      if (ladder.data?.follows) note(followWords(ladder.data.items, ladder.data.follows, otherName.file));
      const { signal, release } = onInterrupt();
      const tellStep = tellQuarters();
      const made = await quantiseFiles(
        options.data,
        {
          source,
          types: [...new Set(types)],
          pure: options.pure ?? false,
          replace: options.replace ?? false,
          ...(options.out === undefined ? {} : { folder: options.out }),
          ...(options.threads === undefined ? {} : { threads: options.threads }),
        },
        ({ type, tensors, of }) => {
          tellStep(type, tensors, of);
        },
        signal,
      );
      release();
      if (!made.ok) {
        refuse(made.error);
        return;
      }
      tell(made.data, options);
      if (ladder.data && !signal.aborted) await compareAll(ladder.data, made.data, options);
    });
}

/** Null where no plan is asked for; fails with `usage` where a part of it is missing. */
function ladderOf(source: string, options: QuantizeOptions): Promise<Result<Ladder | null>> {
  const { plan, items, decision, margin, replace = false } = options;
  if ((plan ?? items ?? decision ?? margin) === undefined) return Promise.resolve(success(null));
  if (plan !== undefined && items !== undefined && margin !== undefined && decision?.trim())
    return checkLadder(options.data, { file: plan, items, decision, margin, replace }, source);
  return Promise.resolve(
    failure('usage', 'A plan of all versions needs --plan, --items, --margin and --decision.', {
      next: 'Give all four, or none of them.',
    }),
  );
}

/** Writes the plan over what was made, and prints the command that runs it. */
async function compareAll(
  ladder: Ladder,
  made: readonly Quantised[],
  { data, json }: QuantizeOptions,
): Promise<void> {
  const done = made.flatMap(({ result }) => (result.ok ? [result.data] : []));
  const [first] = done;
  if (first === undefined) return;
  const written = await writeLadder(
    data,
    ladder,
    first.sourceFiles[0] ?? '',
    done.map(({ file }) => file),
  );
  if (!written.ok) {
    refuse(written.error);
    return;
  }
  const command = shellCommand(['noisefloor', 'run', written.data, '--data', resolve(data)]);
  const compared = done.length === made.length ? 'all of them' : 'all that were made';
  const said = `\n${written.data}: the plan of ${compared}. Run it with\n  ${command}`;
  if (json) note(said.trimStart());
  else print(said);
}

function refuse(error: Failure): void {
  note(failureText(error));
  process.exitCode = exitCodeOfFailure(error);
}

function tell(made: readonly Quantised[], options: JsonOption): void {
  process.exitCode = exitCodes.done;
  const done = made.flatMap(({ result }) => (result.ok ? [result.data] : []));
  if (options.json) printJson(done);
  else if (done.length > 0)
    print(
      columns([['type', 'size', 'file'], ...done.map((one) => [one.type, formatBytes(one.size), one.file])]),
    );
  for (const { result } of made) {
    if (result.ok) continue;
    refuse(result.error);
  }
}
