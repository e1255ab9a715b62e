/**
 * The app's own addresses, and what may be done with any other: nothing.
 *
 * `URL` does not know `app:`, so that its `origin` is "null" and its host keeps its case: the parts are compared one by
 * one. Text is never searched: `https://evil.example/?next=app://bundle` holds the right words in the wrong place.
 */

export const scheme = 'app';
const host = 'bundle';
export const ownOrigin = `${scheme}://${host}`;
const reports = '/reports/';

/** The parsed address where it is one of the app's own; null where it is anything else. */
export function ownAddress(address: string): URL | null {
  const url = URL.parse(address);
  if (url === null) return null;
  const own =
    url.protocol === `${scheme}:` && url.host === host && url.username === '' && url.password === '';
  return own ? url : null;
}

/** A page of the app, as opposed to a report, which is made of texts that models wrote. */
export function isPage(address: string): boolean {
  const url = ownAddress(address);
  return url !== null && !url.pathname.startsWith(reports);
}

/** The identifier of the report at this address; null where there is none. */
export function reportAt(url: URL): string | null {
  if (!url.pathname.startsWith(reports)) return null;
  const report = url.pathname.slice(reports.length);
  return /^[\w.:@-]{1,200}$/.test(report) ? report : null;
}

export function reportAddress(report: string): string {
  return `${ownOrigin}${reports}${encodeURIComponent(report)}`;
}

/** Where a frame may go: the window stays on the app's pages; a frame in it shows one report. */
export function mayNavigate(address: string, isMainFrame: boolean): boolean {
  if (isMainFrame) return isPage(address);
  const url = ownAddress(address);
  return url !== null && reportAt(url) !== null;
}

/** What may be loaded at all: the app's own, and what a page made itself. */
export function mayRequest(address: string): boolean {
  if (address.startsWith('data:')) return true;
  if (address.startsWith('blob:')) return ownAddress(address.slice('blob:'.length)) !== null;
  return ownAddress(address) !== null;
}

/** The one permission that the app asks for: to write text to the clipboard after a click. */
export function mayHave(permission: string, requesting: string): boolean {
  return permission === 'clipboard-sanitized-write' && isPage(requesting);
}
