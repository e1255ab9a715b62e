/** The two streams: results go to stdout, everything about the doing of it to stderr. */
import { visibleText } from '../contract/presentation/visible-text.ts';
import type { Failure } from '../contract/result.ts';

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Names of files come into it, and may hold what would drive the terminal. */
export function failureText(failure: Failure): string {
  const lines = [`noisefloor: ${onOneLine(failure.message)}`];
  if (failure.next) lines.push(`  ${onOneLine(failure.next)}`);
  if (failure.detail)
    lines.push(
      ...visibleText(failure.detail)
        .split('\n')
        .map((line) => `  | ${line}`),
    );
  return lines.join('\n');
}

function onOneLine(text: string): string {
  return visibleText(text).replaceAll('\n', '⟨U+000A⟩');
}
