/** The app as `noisefloor serve` runs it, in a process of its own, asked over HTTP. */
import type { CallInput, CallName, CallOutput } from '../../../src-main/contract/calls/calls.ts';
import type { Result } from '../../../src-main/contract/result.ts';
import { startNoisefloor, type Started } from '../../fixtures/command-line.ts';
import { send } from '../../fixtures/server-under-test.ts';
import { within } from '../../fixtures/within.ts';

export interface ServedApp {
  readonly started: Started;
  readonly address: URL;
  readonly cookie: string;
  ask<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<Result<CallOutput<Name>>>;
  get<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>;
}

export async function serve(data: string, ...more: string[]): Promise<ServedApp> {
  const started = startNoisefloor('serve', '--no-open', '--data', data, ...more);
  const address = new URL(await printedAddress(started));
  const port = Number(address.port);
  const entered = await send(port, `${address.pathname}${address.search}`);
  const cookie = (entered.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
  const ask = async <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<Result<CallOutput<Name>>> => {
    const answer = await send(port, `/call/${name}`, {
      method: 'POST',
      headers: { cookie, origin: address.origin, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    return JSON.parse(answer.text) as Result<CallOutput<Name>>;
  };
  return {
    started,
    address,
    cookie,
    ask,
    get: async (name, input) => {
      const answer = await ask(name, input);
      if (!answer.ok) throw new Error(`${name}: ${answer.error.code}: ${answer.error.message}`);
      return answer.data;
    },
  };
}

async function printedAddress({ process, ended }: Started): Promise<string> {
  let printed = '';
  const address = new Promise<string>((resolve, reject) => {
    process.stdout?.on('data', (text: string) => {
      printed += text;
      const found = /http:\/\/\S+(?=\n)/.exec(printed)?.[0];
      if (found !== undefined) resolve(found);
    });
    void ended.then(({ stderr }) => {
      reject(new Error(`no address was printed: ${printed}${stderr}`));
    }, reject);
  });
  return within(address, () => `the address of the server, which printed: ${printed}`);
}
