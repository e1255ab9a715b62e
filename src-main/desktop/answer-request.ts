/** Answers what a window loads. Files come from the list that was read at the start: no path reaches the file system. */
import type { BundleFiles } from '../app/bundle/bundle-files.ts';
import { pageHeaders, reportHeaders } from '../app/bundle/security-headers.ts';
import type { App } from '../app/create-app.ts';
import { ownAddress, reportAt } from './addresses.ts';

export interface Loadable {
  readonly bundle: BundleFiles;
  readonly openReport: App['openReport'];
}

/** @param request of the app's own scheme; everything else is 404, and everything but reading is 405 */
export async function answerRequest(
  request: Pick<Request, 'url' | 'method'>,
  { bundle, openReport }: Loadable,
): Promise<Response> {
  if (request.method !== 'GET') return refusal(405);
  const url = ownAddress(request.url);
  if (url === null) return refusal(404);
  const report = reportAt(url);
  if (report !== null) {
    const opened = await openReport(report);
    if (!opened.ok) return refusal(404);
    return new Response(opened.data.bytes, {
      headers: { ...reportHeaders, 'content-type': opened.data.type },
    });
  }
  const file = bundle.find(url.pathname);
  if (file === null) return refusal(404);
  // Nothing is kept: the files are in memory here, and a cache would outlive an update of the app.
  return new Response(file.bytes, {
    headers: { ...pageHeaders, 'content-type': file.type, 'cache-control': 'no-store' },
  });
}

function refusal(status: 404 | 405): Response {
  return new Response(
    status === 404 ? 'There is nothing at this address.' : 'This address can only be read.',
    {
      status,
      headers: { ...pageHeaders, 'content-type': 'text/plain; charset=utf-8' },
    },
  );
}
