/** What the app had to do with the network since its start, for the badge that is always in view. */
import type { NetworkUse } from '../contract/calls/settings.ts';
import type { AppContext } from './context.ts';

const mostInUse = 100;
const mostRefused = 50;

export interface NetworkRecord {
  use(): NetworkUse;
  /** A request to an endpoint that the person typed in; written down before it goes out. */
  requested(url: string): void;
  /** A way to somewhere else that was not taken. */
  refused(target: string): void;
}

const records = new WeakMap<AppContext, NetworkRecord>();

/** The one record of an app. */
export function networkOf(context: AppContext): NetworkRecord {
  const known = records.get(context);
  if (known) return known;
  const record = createNetworkRecord(context);
  records.set(context, record);
  return record;
}

function createNetworkRecord({ hub, now }: Pick<AppContext, 'hub' | 'now'>): NetworkRecord {
  const inUse = new Map<string, { readonly requests: number; readonly lastAt: string }>();
  const lastRefused: { readonly at: string; readonly target: string }[] = [];
  let refusals = 0;

  const use = (): NetworkUse => ({
    inUse: [...inUse].map(([url, row]) => ({ url, ...row })),
    refused: refusals,
    lastRefused: [...lastRefused],
  });
  const tell = (): void => {
    hub.publish({ kind: 'network', use: use() });
  };

  return {
    use,
    requested: (url) => {
      const requests = (inUse.get(url)?.requests ?? 0) + 1;
      // The latest is the last; where there are more than can be told, the oldest go.
      inUse.delete(url);
      inUse.set(url, { requests, lastAt: now() });
      const [oldest] = inUse.keys();
      if (inUse.size > mostInUse && oldest !== undefined) inUse.delete(oldest);
      tell();
    },
    refused: (target) => {
      refusals += 1;
      lastRefused.unshift({ at: now(), target: target.slice(0, 2000) });
      lastRefused.length = Math.min(lastRefused.length, mostRefused);
      tell();
    },
  };
}
