/** Options and words that the four steps of preparing share. */
import type { Command } from 'commander';
import { importOptions } from '../../app/import-items.ts';
import type { FileRequest } from '../../app/preparing/files/prepare-file.ts';
import { stepSentence } from '../../contract/presentation/preparation-words.ts';
import type { StepRecord } from '../../contract/preparation.ts';
import { success, type Result } from '../../contract/result.ts';
import { jsonOption, type JsonOption } from '../options.ts';

export interface PrepareOptions extends JsonOption {
  readonly out?: string;
  readonly replace?: boolean;
  readonly format?: string;
  readonly map: readonly string[];
  readonly skipBroken?: boolean;
}

export function withPrepareOptions(command: Command): Command {
  return command
    .argument('<file>', 'items: JSONL, or any file that `items import` reads')
    .option('--out <file>', 'write the items there as JSONL, with their record beside; else only look')
    .option('--replace', 'write over a file that is there')
    .option('--format <shape>', 'read the file as this shape, such as gsm8k, without recognising it')
    .option('--map <field=column...>', 'which column is which, such as input=question answer=gold', [])
    .option('--skip-broken', 'leave out broken records; else one of them refuses the file')
    .addOption(jsonOption());
}

/** Fails with `usage` where format and mapping contradict each other. */
export function fileRequest(file: string, options: PrepareOptions): Result<FileRequest> {
  const { format, map } = options;
  const read = importOptions({ map, ...(format === undefined ? {} : { format }) });
  if (!read.ok) return read;
  return success({
    file,
    options: read.data,
    skipProblems: options.skipBroken === true,
    out: options.out ?? null,
    replace: options.replace === true,
  });
}

/** What the step did, and where the items are now. */
export function preparedWords({
  out,
  record,
}: {
  readonly out: string | null;
  readonly record: StepRecord;
}): string {
  const place =
    out === null
      ? 'Nothing was written: add --out FILE to take the step.'
      : `${out}: the items, and beside them the record of the step.`;
  return `${stepSentence(record)}\n${place}`;
}
