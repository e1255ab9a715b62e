import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { firstPage, startApp, type AppUnderTest } from './app-under-test.ts';

let app: AppUnderTest;
beforeEach(async () => {
  app = await startApp();
});
afterEach(async () => {
  await app.close();
  expect(app.bugs).toEqual([]);
});

/** A server on loopback that answers as told. */
async function serve(listener: RequestListener): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, server };
}

async function added(url: string): Promise<string> {
  return (await app.get('models.add_endpoint', { url })).endpoint.id;
}
const connected = async (url: string) =>
  (await app.get('models.connect_endpoint', { endpoint: await added(url) })).endpoint;
const list = async () =>
  (
    await app.get('models.list_models', {
      memory: { context: 512, parallel: 1, cacheType: 'f16' },
      page: firstPage,
    })
  ).endpoints;
const network = () => app.get('settings.read_network', {});

const twoModels = JSON.stringify({
  object: 'list',
  data: [{ id: 'lark-14b-fp8' }, { id: 'wort' }, { id: 'wort' }],
});

test('an endpoint is asked for its models when the person says so, not before', async () => {
  const asked: string[] = [];
  const { url } = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json').end(twoModels);
  });
  const endpoint = await added(`${url}/`);
  expect(await list()).toMatchObject([{ id: endpoint, url, state: 'not_contacted', models: [] }]);
  expect(asked).toEqual([]);
  expect(await network()).toEqual({ inUse: [], refused: 0, lastRefused: [] });

  await app.get('models.connect_endpoint', { endpoint });
  expect(asked).toEqual(['GET /v1/models']);
  expect(await list()).toMatchObject([
    { state: 'reachable', models: ['lark-14b-fp8', 'wort'], problem: null },
  ]);
  await app.get('models.connect_endpoint', { endpoint });
  expect(await network()).toMatchObject({ inUse: [{ url, requests: 2 }], refused: 0 });
  app.app.events.flush();
  expect(app.events.findLast(({ kind }) => kind === 'network')).toMatchObject({
    use: { inUse: [{ url, requests: 2 }] },
  });

  await app.close();
  app = await startApp(app.data);
  expect(await list()).toMatchObject([{ state: 'not_contacted', models: ['lark-14b-fp8', 'wort'] }]);
  expect((await network()).inUse).toEqual([]);
});

test('a redirect is not followed, and counts as refused', async () => {
  let reached = 0;
  const elsewhere = await serve((_, response) => {
    reached += 1;
    response.end(twoModels);
  });
  const { url } = await serve((_, response) => {
    response.writeHead(307, { location: `${elsewhere.url}/models` }).end();
  });
  const endpoint = await connected(url);
  expect(endpoint).toMatchObject({ state: 'unreachable', problem: { code: 'endpoint_unreachable' } });
  expect(endpoint.problem?.message).toContain(elsewhere.url);
  expect(reached).toBe(0);
  expect(await network()).toMatchObject({
    refused: 1,
    lastRefused: [{ target: `${elsewhere.url}/models` }],
  });
});

const answers: Readonly<Record<string, RequestListener>> = {
  'no such page': (_, response) => response.writeHead(404).end('not here'),
  'an error of its own': (_, response) => response.writeHead(500).end(),
  'a web page': (_, response) => response.end('<!doctype html>'),
  'JSON of another kind': (_, response) => response.end('{"models": []}'),
  'half a list': (_, response) => response.end(twoModels.slice(0, 40)),
  'a list without end': (_, response) => {
    response.on('error', () => undefined);
    const more = () => {
      if (!response.destroyed) response.write(' '.repeat(65_536), () => setImmediate(more));
    };
    more();
  },
  'half an answer': (request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"data": [', () => request.socket.destroy());
  },
  'a closed connection': (request) => request.socket.destroy(),
};

test.each(Object.entries(answers))('%s in place of a list is said to be no list', async (_, listener) => {
  const { url } = await serve(listener);
  const endpoint = await connected(url);
  expect(endpoint).toMatchObject({ state: 'unreachable', models: [] });
  expect(endpoint.problem).toMatchObject({
    code: 'endpoint_unreachable',
    next: expect.any(String) as string,
  });
  expect(endpoint.problem?.message).toContain(url);
});

test('a server that is gone is unreachable, and keeps the models that it had named', async () => {
  const { url, server } = await serve((_, response) => response.end(twoModels));
  await connected(url);
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  const endpoint = await connected(url);
  expect(endpoint).toMatchObject({ state: 'unreachable', models: ['lark-14b-fp8', 'wort'] });
  expect(endpoint.problem?.message).toContain('ECONNREFUSED');
});

test('asking a server that does not answer can be given up, and ends by itself', async () => {
  const { url } = await serve(() => undefined);
  const endpoint = await added(url);
  const stop = new AbortController();
  const asking = app.app.handlers['models.connect_endpoint']({ endpoint }, { signal: stop.signal });
  stop.abort();
  expect(await asking).toMatchObject({ ok: false, error: { code: 'interrupted' } });
  expect(await list()).toMatchObject([{ state: 'not_contacted' }]);
  expect((await connected(url)).problem?.message).toContain('did not answer within');
});

test('addresses are kept once, without a slash at the end, and can be removed', async () => {
  const [first, same] = [await added('http://127.0.0.1:1/v1'), await added('http://127.0.0.1:1/v1/')];
  expect(same).toBe(first);
  expect(await list()).toHaveLength(1);
  await app.get('models.remove_endpoint', { endpoint: first });
  expect(await list()).toEqual([]);
  for (const name of ['models.remove_endpoint', 'models.connect_endpoint'] as const)
    expect(await app.ask(name, { endpoint: first })).toMatchObject({
      ok: false,
      error: { code: 'endpoint_unknown' },
    });
});

test.each([
  'http://ada:secret@127.0.0.1:1/v1',
  'http://127.0.0.1:1/v1?key=secret',
  'http://127.0.0.1:1/v1#here',
])('%s is not kept', async (url) => {
  expect(await app.ask('models.add_endpoint', { url })).toMatchObject({
    ok: false,
    error: { code: 'usage' },
  });
  expect(await list()).toEqual([]);
});
