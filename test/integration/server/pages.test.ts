import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServerUnderTest } from '../../fixtures/server-under-test.ts';
import { send, startServerUnderTest } from '../../fixtures/server-under-test.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServerUnderTest();
});
afterAll(async () => {
  await server.close();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  send(server.port, path, { headers: { cookie: server.cookie, ...headers } });

describe('pages', () => {
  test.each(['/', '/models', '/settings', '/comparisons/support-desk/read', '/item-sets/desk@3'])(
    'the places of the app are all its start page: %s',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-cache');
    },
  );

  test('scripts come with their type, to be kept for ever', async () => {
    const answer = await get('/assets/main-a1b2c3d4.js');
    expect(answer.text).toBe('export const started = true;');
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(answer.headers['cache-control']).toContain('immutable');
    expect(
      (await get('/assets/main-a1b2c3d4.js', { 'if-none-match': answer.headers.etag ?? '' })).status,
    ).toBe(304);
  });

  test.each([
    '/../secret.txt',
    '/../secret.js',
    '/assets/../../secret.js',
    '/assets/..%2f..%2fsecret.js',
    '/..%2fsecret.js',
    '/%2e%2e/secret.js',
    '/%2e%2e%2fsecret.js',
    '/%252e%252e%252fsecret.js',
    '/..\\secret.js',
    '/..%5csecret.js',
    '/assets/linked.js',
    '//etc/passwd',
    '/etc/passwd',
    '/%00secret.js',
    '/assets/%00',
    '/assets/main-a1b2c3d4.js/../../../secret.js',
    '/assets/main-a1b2c3d4.js%00.html',
    '/\u007f',
  ])('no path leads out of the renderer: %j', async (path) => {
    const answer = await get(path);
    expect(answer.text).not.toContain(server.secret);
    expect(answer.text).not.toContain('root:');
    expect([200, 400, 404]).toContain(answer.status);
    if (answer.status === 200) expect(answer.text).toContain('<title>Noisefloor');
  });

  test('what is not there is not there, and only reading is possible', async () => {
    expect((await get('/assets/other.js')).status).toBe(404);
    for (const method of ['PUT', 'DELETE', 'POST', 'OPTIONS']) {
      const answer = await send(server.port, '/assets/main-a1b2c3d4.js', {
        method,
        headers: { cookie: server.cookie, origin: `http://127.0.0.1:${server.port}` },
      });
      expect(answer.status).toBe(405);
    }
  });

  test('a report comes without the right to run or load anything, and as a file when it is saved', async () => {
    const shown = await get('/reports/one.html');
    expect(shown.status).toBe(200);
    expect(shown.headers['content-security-policy']).toContain("default-src 'none'");
    expect(shown.headers['content-security-policy']).toContain('sandbox');
    expect(shown.headers['content-security-policy']).not.toContain('script');
    expect(shown.headers['x-frame-options']).toBe('SAMEORIGIN');
    const saved = await get('/reports/one.html?save');
    expect(saved.headers['content-disposition']).toBe("attachment; filename*=UTF-8''%C3%9Cbersicht%201.html");
    expect((await get('/reports/other.html')).status).toBe(404);
    expect((await get('/reports/..%2f..%2fetc%2fpasswd')).status).toBe(404);
  });
});
