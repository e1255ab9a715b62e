/** Connections that are not had, and those that break. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Connection } from '../../../../src-main/engine/openai/connection.ts';
import { refusalOf } from '../../../../src-main/engine/openai/refusal.ts';
import { within } from '../../../fixtures/within.ts';

/** Listens, says where, and is stopped before it takes anybody. */
const deaf = `
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port));
`;

// Its queue is full, and the system waits for minutes. Elsewhere a full queue refuses, or takes all.
test.runIf(process.platform === 'linux')(
  'a host that takes no connection is given up, in words',
  async () => {
    const child = spawn(process.execPath, ['-e', deaf], { stdio: ['ignore', 'pipe', 'inherit'] });
    const waiting: Socket[] = [];
    onTestFinished(() => {
      child.kill('SIGKILL');
      for (const socket of waiting) socket.destroy();
    });
    const [line] = (await within(once(child.stdout, 'data'), () => 'the port of the host')) as [Buffer];
    const port = Number(line.toString('utf8'));
    child.kill('SIGSTOP');
    // The queue has room for two; those after them come to nothing.
    for (let place = 0; place < 8; place += 1)
      waiting.push(connect(port, '127.0.0.1').on('error', () => undefined));
    const endpoint = `http://127.0.0.1:${port}/v1`;
    const connection = new Connection({
      endpoint,
      key: undefined,
      timeout: 1,
      parallel: 1,
      watch: undefined,
    });
    const sent = await within(
      connection.send('/models', undefined, new AbortController().signal),
      () => 'a host that is given up',
    );
    connection.close();
    expect(sent).toMatchObject({
      ok: false,
      trouble: {
        failure: {
          code: 'endpoint_unreachable',
          message: `${endpoint} takes no connection within 1 seconds.`,
        },
      },
    });
  },
);

test('an answer that breaks off on a kept connection is not asked for anew', async () => {
  const sockets: Socket[] = [];
  let posts = 0;
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const start = data.toString('latin1');
      if (start.startsWith('GET')) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      else if (start.startsWith('POST')) {
        posts += 1;
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const endpoint = `http://127.0.0.1:${address.port}/v1`;
  const connection = new Connection({ endpoint, key: undefined, timeout: 60, parallel: 1, watch: undefined });
  onTestFinished(() => {
    connection.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { signal } = new AbortController();
  const lookAgain = async (): Promise<void> => {
    const sent = await connection.send('/models', undefined, signal);
    if (!sent.ok) throw new Error(sent.trouble.failure.message);
    expect(await connection.readText(sent.data, signal)).toMatchObject({ ok: true, data: '{}' });
    // Node gives the connection back in the turn in which the answer ends.
    await setImmediate();
  };
  await lookAgain();
  const sent = await connection.send('/completions', { prompt: 'Hi' }, signal);
  if (!sent.ok) throw new Error(sent.trouble.failure.message);
  expect(sockets).toHaveLength(1);
  sent.data.body.once('data', () => sockets[0]?.resetAndDestroy());
  const [error] = (await once(sent.data.body, 'error')) as [Error];
  expect(error).toMatchObject({ code: 'ECONNRESET' });
  // Connections are taken in their order: one for another POST would have come before this one.
  await lookAgain();
  expect([posts, sockets.length]).toEqual([1, 2]);
});

test('how long a busy server wants to be left alone is read: seconds, or a date by its own clock, up to two minutes', async () => {
  const date = 'Mon, 30 Nov 2020 08:00:00 GMT';
  let retryAfter = '';
  const server = createHttpServer((_, response) => {
    response.writeHead(503, { date, ...(retryAfter === '' ? {} : { 'retry-after': retryAfter }) }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}/v1`;
  const connection = new Connection({ endpoint, key: undefined, timeout: 60, parallel: 1, watch: undefined });
  onTestFinished(() => {
    connection.close();
    server.close();
  });
  const { signal } = new AbortController();
  const asked = async (header: string): Promise<number | undefined> => {
    retryAfter = header;
    const sent = await connection.send('/completions', {}, signal);
    if (!sent.ok) throw new Error(sent.trouble.failure.message);
    return (await refusalOf(connection, sent.data, signal)).trouble.waitMs;
  };
  expect(await asked('45')).toBe(45_000);
  expect(await asked('0.5')).toBe(500);
  expect(await asked('Mon, 30 Nov 2020 08:01:30 GMT')).toBe(90_000);
  expect(await asked('Mon, 30 Nov 2020 07:00:00 GMT')).toBe(0);
  expect([await asked('3600'), await asked('Mon, 30 Nov 2020 09:00:00 GMT')]).toEqual([120_000, 120_000]);
  expect([await asked(''), await asked('soon')]).toEqual([undefined, undefined]);
});
