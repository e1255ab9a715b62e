/** What an endpoint is called, and how its address is written. */
import { createHash } from 'node:crypto';
import { failure, success, type Result } from '../../contract/result.ts';

/** What an endpoint is called in calls and drafts; the same address has the same. */
export function endpointIdentifier(url: string): string {
  return `endpoint-${createHash('sha256').update(url).digest('hex').slice(0, 16)}`;
}

/** The address as it is kept: without a slash at its end. Fails with `usage` where it has more in it than an address. */
export function writtenAddress(typed: string): Result<string> {
  const url = URL.parse(typed);
  if (url === null || !/^https?:$/.test(url.protocol)) return wrongAddress(`${typed} is not an address.`);
  if (url.username !== '' || url.password !== '')
    return wrongAddress('An address with a name or password in it would be kept in the clear.');
  if (url.search !== '' || url.hash !== '')
    return wrongAddress('An endpoint’s address has no ? and no # in it.');
  return success(`${url.origin}${url.pathname}`.replace(/\/+$/, ''));
}

function wrongAddress(message: string) {
  return failure('usage', message, {
    next: 'Type it as http://127.0.0.1:8000/v1.',
    where: { field: 'url' },
  });
}
