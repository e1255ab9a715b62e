import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { largestRequest, requestIdHeader } from '../../../src-main/contract/channel.ts';
import { success } from '../../../src-main/contract/result.ts';
import type { ServerUnderTest } from '../../fixtures/server-under-test.ts';
import { send, startServerUnderTest } from '../../fixtures/server-under-test.ts';
import { cannedFolder } from '../../fixtures/canned/canned-settings.ts';

let server: ServerUnderTest;
let started: (() => void)[] = [];
let ended: string[] = [];
const hasStarted = () =>
  new Promise<void>((resolve) => {
    started.push(resolve);
  });

beforeAll(async () => {
  server = await startServerUnderTest({
    // Goes on until nobody wants it any longer.
    'settings.choose_data_folder': ({ path }, { signal }) =>
      new Promise((resolve) => {
        for (const tell of started) tell();
        started = [];
        signal.addEventListener('abort', () => {
          ended.push(path);
          resolve(success({ dataFolder: cannedFolder, restart: false }));
        });
      }),
  });
});
afterAll(async () => {
  await server.close();
});

const page = { page: { offset: 0, limit: 2 } };
const json = (text: string): unknown => JSON.parse(text);

describe('calls over HTTP', () => {
  test('answer with the envelope, in pages', async () => {
    const answer = await server.call('comparisons.list_comparisons', page);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(json(answer.text)).toMatchObject({ ok: true, data: { total: 8, rows: [{ id: 'invoices' }, {}] } });
  });

  test('answer a wrong input, an unknown name and broken JSON with a failure', async () => {
    const wrong = await server.call('comparisons.list_comparisons', { page: 'all' });
    expect(json(wrong.text)).toMatchObject({ ok: false, error: { code: 'call_invalid' } });
    for (const name of ['nothing.at_all', '__proto__', 'constructor']) {
      const unknown = await server.call(name, {});
      expect(json(unknown.text)).toMatchObject({ ok: false, error: { code: 'call_unknown' } });
    }
    for (const body of ['', '{', '{"page":', '\u0000', 'undefined']) {
      expect((await server.call('comparisons.list_comparisons', null, { body })).status).toBe(400);
    }
  });

  test('take JSON only: a form of another page could be sent without asking', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', '']) {
      const headers = { 'content-type': type };
      expect((await server.call('comparisons.list_comparisons', page, { headers })).status).toBe(415);
    }
  });

  test('refuse a body over the limit, whether it says so or not', async () => {
    const large = JSON.stringify({ page: page.page, search: 'x'.repeat(largestRequest) });
    expect((await server.call('comparisons.list_comparisons', null, { body: large })).status).toBe(413);
    const chunked = await server.call('comparisons.list_comparisons', null, {
      body: large,
      headers: { 'transfer-encoding': 'chunked' },
    });
    expect(chunked.status).toBe(413);
    expect((await server.call('comparisons.list_comparisons', page)).status).toBe(200);
  });

  test('are aborted by their id', async () => {
    ended = [];
    const running = hasStarted();
    const answer = server.call(
      'settings.choose_data_folder',
      { path: '/by-id' },
      { headers: { [requestIdHeader]: 'slow-1' } },
    );
    await running;
    const origin = `http://127.0.0.1:${server.port}`;
    const abort = await send(server.port, '/abort/slow-1', {
      method: 'POST',
      headers: { cookie: server.cookie, origin },
    });
    expect(abort.status).toBe(204);
    expect((await answer).status).toBe(200);
    expect(ended).toEqual(['/by-id']);
    expect(
      (
        await send(server.port, '/abort/never', {
          method: 'POST',
          headers: { cookie: server.cookie, origin },
        })
      ).status,
    ).toBe(204);
  });

  test('are aborted when the one who asked goes away', async () => {
    ended = [];
    const running = hasStarted();
    const request = httpRequest({
      host: '127.0.0.1',
      port: server.port,
      path: '/call/settings.choose_data_folder',
      method: 'POST',
      headers: {
        cookie: server.cookie,
        origin: `http://127.0.0.1:${server.port}`,
        'content-type': 'application/json',
      },
    });
    request.on('error', () => {});
    request.end(JSON.stringify({ path: '/gone' }));
    await running;
    request.destroy();
    await expect.poll(() => ended).toEqual(['/gone']);
  });

  test('leave no bug behind', () => {
    expect(server.bugs).toEqual([]);
  });
});

describe('closing', () => {
  test('ends calls in flight with an answer, and takes no more', async () => {
    ended = [];
    const other = await startServerUnderTest({
      'settings.read_doctor': (_input, { signal }) =>
        new Promise((_resolve, reject) => {
          for (const tell of started) tell();
          signal.addEventListener('abort', () => {
            reject(new Error('given up'));
          });
        }),
    });
    const running = hasStarted();
    const answer = other.call('settings.read_doctor', {});
    await running;
    await other.close();
    expect(json((await answer).text)).toMatchObject({ ok: false, error: { code: 'interrupted' } });
    await expect(other.call('settings.read_network', {})).rejects.toThrow(/ECONNREFUSED|hang up|ECONNRESET/);
  });
});
