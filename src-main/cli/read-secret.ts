/** Something secret from the standard input: typed without being shown, or piped. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { failure, success, type Result } from '../contract/result.ts';

/** Longer than any key; a file that is piped by mistake ends here. */
const mostCharacters = 16_384;

/** @param prompt written to stderr where a person types. Fails with `interrupted` where they give up. */
export function readSecret(prompt: string): Promise<Result<string>> {
  return process.stdin.isTTY ? typed(prompt) : piped();
}

function typed(prompt: string): Promise<Result<string>> {
  process.stderr.write(prompt);
  // Readline echoes what is typed to its output: this one shows nothing.
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      resolve(success(line));
      lines.close();
    });
    lines.once('close', () => {
      process.stderr.write('\n');
      resolve(failure('interrupted', 'No key was typed.'));
    });
    lines.once('SIGINT', () => {
      lines.close();
    });
  });
}

async function piped(): Promise<Result<string>> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk;
    if (text.length > mostCharacters)
      return failure('usage', 'What is piped in is too long to be a key.', {
        next: 'Pipe the key alone, such as with `printf %s "$KEY" | noisefloor key set NAME`.',
      });
  }
  return success(text);
}
