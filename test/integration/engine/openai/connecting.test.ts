/** A host that takes no connection: its queue is full, and the system waits for minutes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Connection } from '../../../../src-main/engine/openai/connection.ts';
import { within } from '../../../fixtures/within.ts';

/** Listens, says where, and is stopped before it takes anybody. */
const deaf = `
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port));
`;

// Elsewhere a full queue refuses, or takes all.
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
