/** What most commands do with a result: print it, or say the failure, and set the exit code. */
import type { Result } from '../contract/result.ts';
import { exitCodeOfFailure, exitCodes } from './exit-codes.ts';
import type { JsonOption } from './options.ts';
import { failureText, note, print, printJson } from './terminal.ts';

export function answer<T>(result: Result<T>, options: JsonOption, words: (data: T) => string): void {
  if (!result.ok) {
    note(failureText(result.error));
    process.exitCode = exitCodeOfFailure(result.error);
    return;
  }
  if (options.json) printJson(result.data);
  else print(words(result.data));
  process.exitCode = exitCodes.done;
}

/** Columns as wide as their widest cell, two spaces apart; numbers (all digits and signs) to the right. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const numeric = widths.map((_, column) =>
    rows.slice(1).every((row) => /^[-−+\d.,%]*$/.test(row[column] ?? '')),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          numeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
