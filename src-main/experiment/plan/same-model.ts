/** Whether two entries of a plan are one model, however its address is written. */
import type { Candidate } from '../../contract/candidate.ts';

/** The same weights, or the same model at the same address; where an alias of a host leads is not looked up. */
export function isSameModel(one: Candidate, other: Candidate): boolean {
  if (one.engine === 'llama')
    return other.engine === 'llama' && one.weightsHashes.join() === other.weightsHashes.join();
  return (
    other.engine === 'openai' &&
    one.model === other.model &&
    foldedAddress(one.endpoint) === foldedAddress(other.endpoint)
  );
}

/** Every spelling of this machine is one; case, the scheme's own port, a dot after the host and a slash at the end are none. */
export function foldedAddress(endpoint: string): string {
  if (!URL.canParse(endpoint)) return endpoint;
  // The parser itself lowers the host, drops the scheme's own port, and writes 127.1 and 0x7f000001 as 127.0.0.1.
  const { protocol, hostname, port, pathname, search } = new URL(endpoint);
  const host = hostname.replace(/\.$/, '');
  return `${protocol}//${isThisMachine(host) ? 'localhost' : host}:${port}${pathname.replace(/\/+$/, '')}${search}`;
}

function isThisMachine(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    host === '[::]' ||
    host === '0.0.0.0' ||
    /^127\.\d+\.\d+\.\d+$/.test(host) ||
    // 127.0.0.0/8 as an IPv6 address.
    /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\]$/.test(host)
  );
}
