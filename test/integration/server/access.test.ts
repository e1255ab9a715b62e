import { createConnection } from 'node:net';
import { networkInterfaces } from 'node:os';
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

const page = { page: { offset: 0, limit: 10 } };

describe('who is let in', () => {
  test('the printed address, and its cookie from then on', async () => {
    const entered = await send(server.port, `/?token=${server.token}`);
    expect(entered.status).toBe(200);
    expect(entered.text).toContain('<title>Noisefloor');
    expect(entered.headers['set-cookie']).toHaveLength(1);
    expect(entered.headers['set-cookie']?.[0]).toMatch(
      /^noisefloor-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect((await send(server.port, '/', { headers: { cookie: server.cookie } })).status).toBe(200);
    expect((await server.call('comparisons.list_comparisons', page)).status).toBe(200);
  });

  test.each(['/', '/models', '/assets/main-a1b2c3d4.js', '/events', '/reports/one.html', '/nothing'])(
    'nobody without the cookie: GET %s',
    async (path) => {
      const answer = await send(server.port, path);
      expect(answer.status).toBe(401);
      expect(answer.headers['set-cookie']).toBeUndefined();
    },
  );

  test.each(['', 'x', 'noisefloor=1'])('nobody with another cookie or token: %j', async (wrong) => {
    const headers = { cookie: `noisefloor-${server.port}=${wrong}` };
    expect((await server.call('comparisons.list_comparisons', page, { headers })).status).toBe(401);
    expect((await send(server.port, `/?token=${wrong}`)).status).toBe(401);
    expect((await send(server.port, `/?token=${server.token}x`)).status).toBe(401);
  });

  test.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '10.0.0.1',
    '0.0.0.0',
  ])('nobody under another host name, as after DNS rebinding: %j', async (host) => {
    const headers = { cookie: server.cookie, host };
    expect((await send(server.port, '/', { headers })).status).toBe(403);
    expect((await send(server.port, `/?token=${server.token}`, { headers: { host } })).status).toBe(403);
    expect(
      (
        await server.call('comparisons.list_comparisons', page, {
          headers: { host, origin: `http://${host}` },
        })
      ).status,
    ).toBe(403);
  });

  test.each([
    ['no host', 'GET / HTTP/1.0'],
    ['an empty one', 'GET / HTTP/1.1\r\nHost: '],
    ['two', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example'],
    ['two names in one', 'GET / HTTP/1.1\r\nHost: 127.0.0.1@evil.example'],
    ['another address in the request line', 'GET http://evil.example/ HTTP/1.1\r\nHost: evil.example'],
    ['an address of version 6', 'GET / HTTP/1.1\r\nHost: [::ffff:127.0.0.1]'],
  ])('nobody with %s', async (_what, head) => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = createConnection({ host: '127.0.0.1', port: server.port });
      let text = '';
      socket.setEncoding('utf8');
      socket.on('data', (chunk: string) => (text += chunk));
      socket.on('error', reject);
      socket.on('close', () => {
        resolve(text);
      });
      socket.write(`${head}\r\nCookie: ${server.cookie}\r\nConnection: close\r\n\r\n`);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 (?:400|403) /);
  });

  test.each(['http://evil.example', 'null', 'http://localhost:1', 'https://127.0.0.1', 'file://'])(
    'no page from elsewhere: origin %s',
    async (origin) => {
      expect((await server.call('comparisons.list_comparisons', page, { headers: { origin } })).status).toBe(
        403,
      );
      expect(
        (await send(server.port, '/events', { headers: { cookie: server.cookie, origin } })).status,
      ).toBe(403);
    },
  );

  test('no write without an origin', async () => {
    const answer = await send(server.port, '/call/comparisons.delete_comparison', {
      method: 'POST',
      headers: { cookie: server.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ comparison: 'demo' }),
    });
    expect(answer.status).toBe(403);
  });

  test('the far end of a tunnel, where the port is another one', async () => {
    const headers = { host: 'localhost:9000', origin: 'http://localhost:9000' };
    expect((await server.call('comparisons.list_comparisons', page, { headers })).status).toBe(200);
  });

  test('nobody from another address of this machine', async () => {
    const own = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === 'IPv4' && !address.internal)?.address;
    // Without another address there is nothing to be reached by; ::1 is one that every machine has.
    const reached = await new Promise<boolean>((resolve) => {
      const socket = createConnection({ host: own ?? '::1', port: server.port });
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => {
        resolve(false);
      });
    });
    expect(reached).toBe(false);
  });

  test('every answer is locked down, refusals too', async () => {
    const answers = [
      await send(server.port, `/?token=${server.token}`),
      await send(server.port, '/'),
      await send(server.port, '/', { headers: { host: 'evil.example' } }),
      await send(server.port, '/nothing.js', { headers: { cookie: server.cookie } }),
      await server.call('comparisons.list_comparisons', page),
    ];
    for (const { headers } of answers) {
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self'/,
      );
      expect(headers['content-security-policy']).not.toMatch(/unsafe/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });
});
