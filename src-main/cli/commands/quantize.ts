import { Argument, Command } from 'commander';
import { quantiseFiles } from '../../app/quantising/quantise-files.ts';
import type { Quantised } from '../../app/quantising/quantise-model.ts';
import { formatBytes } from '../../contract/presentation/numbers.ts';
import { quantisedTypes, type QuantisedType } from '../../contract/quantisation.ts';
import { columns } from '../answer.ts';
import { exitCodeOfFailure, exitCodes } from '../exit-codes.ts';
import { onInterrupt } from '../interruption.ts';
import { dataOption, jsonOption, positiveInteger, type DataOption, type JsonOption } from '../options.ts';
import { tellQuarters } from '../quarters.ts';
import { failureText, note, print, printJson } from '../terminal.ts';

interface QuantizeOptions extends DataOption, JsonOption {
  readonly out?: string;
  readonly pure?: boolean;
  readonly replace?: boolean;
  readonly threads?: number;
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
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (source: string, types: QuantisedType[], options: QuantizeOptions) => {
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
        note(failureText(made.error));
        process.exitCode = exitCodeOfFailure(made.error);
        return;
      }
      tell(made.data, options);
    });
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
    note(failureText(result.error));
    process.exitCode = exitCodeOfFailure(result.error);
  }
}
