/** The app in a browser, on loopback: for a machine without a screen, or without Electron. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Result } from '../contract/result.ts';
import { failure, success } from '../contract/result.ts';
import { createAccess } from './access.ts';
import type { Served } from './routes.ts';
import { createRoutes } from './routes.ts';

export interface RunningServer {
  /** With the token in it: whoever opens it is let in. Print it, do not log it. */
  readonly address: string;
  readonly port: number;
  /**
   * Takes no new requests, ends the event streams, aborts the calls in flight and waits for their answers to go out.
   * Safe to call twice.
   */
  readonly close: () => Promise<void>;
}

const loopback = '127.0.0.1';

/** Listens on 127.0.0.1 and nowhere else. Port 0 takes any that is free. */
export async function startServer(served: Served, port: number): Promise<Result<RunningServer>> {
  const closing = new AbortController();
  const access = createAccess(() => taken);
  let taken = port;
  const routes = createRoutes(served, access, closing.signal);
  const listener = getRequestListener((request, bindings) => routes.fetch(request, bindings), {
    overrideGlobalObjects: false,
  });
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 60_000 }, (request, response) => {
    void listener(request, response);
  });

  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: loopback, port, exclusive: true }, resolve);
    });
  } catch (error) {
    return cannotListen(port, error as NodeJS.ErrnoException);
  }
  taken = (server.address() as AddressInfo).port;

  let ended: Promise<void> | undefined;
  const end = async () => {
    closing.abort();
    const stopped = new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
    });
    await served.router.close();
    server.closeIdleConnections();
    // What is still open now is a client that does not read its answer.
    const impatient = setTimeout(() => {
      server.closeAllConnections();
    }, 2000);
    await stopped;
    clearTimeout(impatient);
  };

  return success({
    address: `http://${loopback}:${taken}/?token=${access.token}`,
    port: taken,
    close: () => (ended ??= end()),
  });
}

function cannotListen(port: number, error: NodeJS.ErrnoException) {
  if (error.code === 'EADDRINUSE') {
    return failure('usage', `Port ${port} is taken by another program.`, {
      next: 'Choose another one with --port, or leave it out to get one that is free.',
    });
  }
  return failure('usage', `Port ${port} cannot be listened on.`, {
    next: 'Choose another one with --port, or leave it out to get one that is free.',
    detail: error.message,
  });
}
