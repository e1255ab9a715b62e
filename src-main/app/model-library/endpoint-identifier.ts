import { createHash } from 'node:crypto';

/** What an endpoint is called in calls and drafts; the same address has the same. */
export function endpointIdentifier(url: string): string {
  return `endpoint-${createHash('sha256').update(url).digest('hex').slice(0, 16)}`;
}
