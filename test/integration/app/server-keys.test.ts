/** Keys in a real keyring, from where they are put in to the server that gets them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookAtServer } from '../../../src-main/engine/openai/look-at-server.ts';
import { keyNames, readKey } from '../../../src-main/machine/keyring.ts';
import { startBus, startKeyring, type Bus } from '../../fixtures/keyring.ts';
import { within } from '../../fixtures/within.ts';
import { firstPage, startApp, type AppUnderTest } from './app-under-test.ts';

const key = 'sk-Test-0a1B2c3D4e5F';
const main = join(import.meta.dirname, '..', '..', '..', 'src-main', 'cli', 'main.ts');

/** The command line with something piped into it, on another bus where one is named. */
async function noisefloor(words: readonly string[], piped: string, bus?: string) {
  const child = spawn(process.execPath, [main, ...words], {
    env: { ...process.env, ...(bus === undefined ? {} : { DBUS_SESSION_BUS_ADDRESS: bus }) },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stdin.end(piped);
  const [code] = (await within(once(child, 'close'), () => `the end of ${words.join(' ')}`)) as [number];
  return { code, said };
}

// Other systems have keyrings of their own, which ask the person first.
describe.runIf(process.platform === 'linux')('keys in the keyring', () => {
  let keyring: Bus;
  let app: AppUnderTest;
  const addressBefore = process.env['DBUS_SESSION_BUS_ADDRESS'];
  beforeAll(async () => {
    keyring = await startKeyring();
    app = await startApp();
  });
  afterAll(async () => {
    await app.close();
    await keyring.end();
    if (addressBefore === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS'];
    else process.env['DBUS_SESSION_BUS_ADDRESS'] = addressBefore;
    expect(app.bugs).toEqual([]);
  });

  test('are put in, named, replaced and deleted, by the app and in the terminal, and are never said', async () => {
    await app.get('models.put_key', { name: 'vllm-box', key: ` ${key}\n` });
    expect(await readKey('vllm-box')).toEqual({ ok: true, data: key });
    const set = await noisefloor(['key', 'set', 'other'], `${key}-2\n`);
    expect(set).toEqual({ code: 0, said: 'The key other is in the keyring.\n' });
    const again = await noisefloor(['key', 'set', 'other'], `${key}-3`);
    expect(again).toEqual({ code: 0, said: 'The key other was replaced.\n' });
    expect(await readKey('other')).toEqual({ ok: true, data: `${key}-3` });
    expect(await app.get('models.list_keys', {})).toEqual({ names: ['other', 'vllm-box'] });
    expect(await noisefloor(['key', 'list'], '')).toEqual({ code: 0, said: 'other\nvllm-box\n' });
    expect(await noisefloor(['key', 'delete', 'other'], '')).toMatchObject({ code: 0 });
    expect(await app.ask('models.delete_key', { name: 'other' })).toMatchObject({
      ok: false,
      error: { code: 'usage', message: 'The keyring has no key called other.' },
    });
    expect(await keyNames()).toEqual({ ok: true, data: ['vllm-box'] });
  });

  test('are refused where they cannot be sent, and a key in place of a name is not repeated', async () => {
    const broken = await app.ask('models.put_key', { name: 'broken', key: 'sk-with a gap…' });
    expect(broken).toMatchObject({ ok: false, error: { code: 'usage' } });
    const swapped = await noisefloor(['key', 'set', key], 'vllm-box');
    expect(swapped.code).toBe(64);
    expect(swapped.said).not.toContain(key);
    expect(await keyNames()).toEqual({ ok: true, data: ['vllm-box'] });
  });

  test('go to their server and nowhere else', async () => {
    await app.get('models.put_key', { name: 'vllm-box', key });
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      const open = request.headers.authorization === `Bearer ${key}`;
      const list = { object: 'list', data: [{ id: 'm' }] };
      response
        .writeHead(open ? 200 : 401, { 'content-type': 'application/json' })
        .end(
          JSON.stringify(open ? list : { error: { message: `wrong key ${request.headers.authorization}` } }),
        );
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    try {
      const { endpoint: bare } = await app.get('models.add_endpoint', { url });
      const refused = await app.get('models.connect_endpoint', { endpoint: bare.id });
      expect(refused.endpoint).toMatchObject({
        state: 'unreachable',
        problem: { next: expect.stringContaining('It wants a key') as unknown },
      });

      const settings = { key: { in: 'keyring', name: 'vllm-box' }, tokenizer: null, timeout: 60 } as const;
      await app.get('models.change_endpoint', { endpoint: bare.id, settings });
      const { endpoint } = await app.get('models.connect_endpoint', { endpoint: bare.id });
      expect(endpoint).toMatchObject({ state: 'reachable', models: ['m'], settings });
      const look = await lookAtServer(url, { keyringName: 'vllm-box', signal: new AbortController().signal });
      expect(look).toMatchObject({ ok: true, data: { models: ['m'] } });
      expect(seen.slice(0, 3)).toEqual([undefined, `Bearer ${key}`, `Bearer ${key}`]);

      const { draft } = await app.get('plans.create_draft', { models: [] });
      const { fields, revision } = await app.get('plans.read_draft', { draft });
      const answerer = { model: null, endpoint: { endpoint: endpoint.id, model: 'm' }, ownPrompt: null };
      const change = { candidates: [...fields.candidates, { name: 'far', ...answerer }] };
      await app.get('plans.change_draft', { draft, revision, change });
      const { checks } = await app.get('plans.check_draft', { draft });
      expect(checks.find(({ name }) => name === 'settings')?.text).toContain(
        'far: key vllm-box from the keyring, given up after 60 s of silence.',
      );

      await app.get('models.put_key', { name: 'vllm-box', key: `${key}-wrong` });
      const wrong = await app.get('models.connect_endpoint', { endpoint: endpoint.id });
      expect(wrong.endpoint.problem?.next).toContain('another key');
      expect(JSON.stringify([await app.get('models.list_models', list), wrong])).not.toContain(key);
      expect(await app.ask('models.delete_key', { name: 'vllm-box' })).toMatchObject({ ok: true });
      const gone = await app.get('models.connect_endpoint', { endpoint: endpoint.id });
      expect(gone.endpoint.problem).toMatchObject({
        code: 'endpoint_key_missing',
        next: 'Put it there with “noisefloor key set vllm-box”, or on the Models screen.',
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
    const files = readdirSync(app.data, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    const contents = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
    expect(contents.some((content) => content.includes('vllm-box'))).toBe(true);
    expect(contents.filter((content) => content.includes(key))).toEqual([]);
  });

  test('cannot be had without a keyring, and the failure says what can', async () => {
    const bus = await startBus();
    try {
      const none = await noisefloor(['key', 'list'], '', bus.address);
      expect(none.code).toBe(69);
      expect(none.said).toContain('The keyring of this system cannot be used.');
      expect(none.said).toContain('without one give the key in an environment variable');
      const put = await noisefloor(['key', 'set', 'x'], key, 'unix:path=/nowhere');
      expect(put.code).toBe(69);
      expect(put.said).not.toContain(key);
    } finally {
      await bus.end();
    }
  });
});

const list = { memory: { context: 512, parallel: 1, cacheType: 'f16' as const }, page: firstPage };
