/** The two streams: results go to stdout, everything about the doing of it to stderr. */
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

export function failureText(failure: Failure): string {
  const lines = [`noisefloor: ${failure.message}`];
  if (failure.next) lines.push(`  ${failure.next}`);
  if (failure.detail) lines.push(...failure.detail.split('\n').map((line) => `  | ${line}`));
  return lines.join('\n');
}
