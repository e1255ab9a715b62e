/** The server's addresses. Everything that the app can do is a call; the rest is pages, reports and the event stream. */
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { BundleFiles } from '../app/bundle/bundle-files.ts';
import { pageHeaders, reportHeaders } from '../app/bundle/security-headers.ts';
import type { Router } from '../app/calls/router.ts';
import { isRequestId, largestRequest, requestIdHeader } from '../contract/channel.ts';
import type { Result } from '../contract/result.ts';
import { failure } from '../contract/result.ts';
import type { Access } from './access.ts';
import type { EventSubscription } from './event-stream.ts';
import { streamEvents } from './event-stream.ts';
import { refuse } from './refusals.ts';

export interface PreparedReportFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Such as `text/html; charset=utf-8`. */
  readonly type: string;
  readonly fileName: string;
}

export interface Served {
  readonly router: Router;
  readonly events: EventSubscription;
  readonly bundle: BundleFiles;
  /** A report that `reports.prepare_report` made. */
  readonly openReport: (report: string) => Promise<Result<PreparedReportFile>>;
  readonly onBug: (error: unknown) => void;
}

/** One browser is one client: it may abort what any of its tabs asked, ids being random. */
const client = 'browser';

export function createRoutes(served: Served, access: Access, closing: AbortSignal): Hono {
  const app = new Hono();

  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(pageHeaders)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
    if (!context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'no-store');
  });
  app.onError((error, context) => {
    served.onBug(error);
    return context.json(failure('internal', 'The server met an error in Noisefloor itself.'), 500);
  });
  app.notFound((context) => refuse(context, 404, 'There is nothing at this address.'));

  app.use(access.ownOrigin);
  app.get('/', async (context, next) => {
    const token = context.req.query('token');
    if (token === undefined) {
      await next();
      return undefined;
    }
    if (!access.exchange(context, token)) {
      return refuse(
        context,
        401,
        'This address is from an earlier start: open the one that was printed last.',
      );
    }
    return sendFile(context, served.bundle, '/index.html');
  });
  app.use(access.withSession);

  app.post(
    '/call/:name',
    bodyLimit({
      maxSize: largestRequest,
      onError: (context) => refuse(context, 413, 'The request is larger than 4 MB.'),
    }),
    async (context) => {
      if (!/^application\/json(?:;|$)/i.test(context.req.header('content-type') ?? '')) {
        return refuse(context, 415, 'A call is sent as application/json.');
      }
      let input: unknown;
      try {
        input = JSON.parse(await context.req.text());
      } catch {
        return refuse(context, 400, 'The request is not JSON.');
      }
      const id = context.req.header(requestIdHeader) ?? randomUUID();
      const request = { id, name: context.req.param('name'), input };
      return context.json(await served.router.answer(client, request, context.req.raw.signal));
    },
  );

  app.post('/abort/:id', (context) => {
    const id = context.req.param('id');
    if (isRequestId(id)) served.router.abort(client, id);
    return context.body(null, 204);
  });

  app.get('/events', (context) => streamEvents(context, served.events, closing));

  app.get('/reports/:report', async (context) => {
    const report = await served.openReport(context.req.param('report'));
    if (!report.ok) return refuse(context, 404, report.error.message);
    const { bytes, type, fileName } = report.data;
    const kept = context.req.query('save') === undefined ? 'inline' : 'attachment';
    return context.body(bytes, 200, {
      ...reportHeaders,
      'content-type': type,
      'content-disposition': `${kept}; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    });
  });

  app.get('*', (context) => sendFile(context, served.bundle, context.req.path));
  app.all('*', (context) => refuse(context, 405, 'This address can only be read.'));
  return app;
}

function sendFile(context: Context, bundle: BundleFiles, path: string): Response {
  const file = bundle.find(path);
  if (file === null) return refuse(context, 404, 'There is nothing at this address.');
  const tag = `"${file.tag}"`;
  const headers = {
    'content-type': file.type,
    etag: tag,
    'cache-control': file.immutable ? 'private, max-age=31536000, immutable' : 'no-cache',
  };
  if (context.req.header('if-none-match') === tag) return context.body(null, 304, headers);
  return context.body(file.bytes, 200, headers);
}
