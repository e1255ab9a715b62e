/** Endpoints that a person typed in: kept in the preferences, and spoken to only when they say so. */
import { z } from 'zod';
import type { Endpoint } from '../../contract/calls/models.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import type { AppContext } from '../context.ts';
import { networkOf } from '../network-use.ts';
import { askForModels } from './ask-endpoint.ts';
import { endpointIdentifier, writtenAddress } from './endpoint-identifier.ts';

const keptEndpoints = z
  .array(
    z.object({
      url: z.string(),
      /** As the server named them when it was last asked. */
      models: z.array(z.string()),
      contactedAt: z.string().nullable(),
    }),
  )
  .catch([]);
type KeptEndpoint = z.infer<typeof keptEndpoints>[number];

const preferenceName = 'endpoints';

/** How the last contact since the start ended, by address. */
type Contact = { readonly ok: true } | { readonly ok: false; readonly problem: Failure };
const contacts = new WeakMap<AppContext, Map<string, Contact>>();

function contactsOf(context: AppContext): Map<string, Contact> {
  const known = contacts.get(context) ?? new Map<string, Contact>();
  contacts.set(context, known);
  return known;
}

function kept({ store }: AppContext): readonly KeptEndpoint[] {
  return keptEndpoints.parse(store.preference(preferenceName) ?? []);
}

function keep({ store, hub }: AppContext, endpoints: readonly KeptEndpoint[]): Result<void> {
  const put = store.setPreference(
    preferenceName,
    endpoints.map((endpoint) => ({ ...endpoint })),
  );
  if (put.ok) hub.publish({ kind: 'store_changed', change: { of: 'models' } });
  return put;
}

export function listEndpoints(context: AppContext): readonly Endpoint[] {
  return kept(context).map((endpoint) => endpointView(context, endpoint));
}

/** The address behind an identifier; null where it is not in the list. */
export function endpointAddress(context: AppContext, id: string): string | null {
  return kept(context).find(({ url }) => endpointIdentifier(url) === id)?.url ?? null;
}

/** Endpoints that came along with a plan are in the list like any other from then on. */
export function rememberEndpoints(context: AppContext, urls: readonly string[]): Result<void> {
  const known = kept(context);
  const lacking = urls.filter((url) => !known.some((endpoint) => endpoint.url === url));
  if (lacking.length === 0) return success(undefined);
  return keep(context, [...known, ...lacking.map((url) => ({ url, models: [], contactedAt: null }))]);
}

/** The one that is there already, where the address is the same. */
export function addEndpoint(context: AppContext, typed: string): Result<Endpoint> {
  const address = writtenAddress(typed);
  if (!address.ok) return address;
  const known = kept(context);
  const same = known.find((endpoint) => endpoint.url === address.data);
  if (same) return success(endpointView(context, same));
  const added = { url: address.data, models: [], contactedAt: null };
  const put = keep(context, [...known, added]);
  return put.ok ? success(endpointView(context, added)) : put;
}

export function removeEndpoint(context: AppContext, id: string): Result<void> {
  const known = kept(context);
  const found = known.find(({ url }) => endpointIdentifier(url) === id);
  if (!found) return unknownEndpoint();
  contactsOf(context).delete(found.url);
  return keep(
    context,
    known.filter((endpoint) => endpoint !== found),
  );
}

/** Asks the server. That it cannot be reached is an answer too, and part of what is shown of it. */
export async function connectEndpoint(
  context: AppContext,
  id: string,
  signal: AbortSignal,
): Promise<Result<Endpoint>> {
  const found = kept(context).find(({ url }) => endpointIdentifier(url) === id);
  if (!found) return unknownEndpoint();
  const { url } = found;
  const models = await askForModels(url, networkOf(context), signal);
  if (!models.ok && models.error.code === 'interrupted') return models;
  contactsOf(context).set(url, models.ok ? { ok: true } : { ok: false, problem: models.error });
  const asked = models.ok ? { url, models: [...models.data], contactedAt: context.now() } : found;
  // Read again: the list may have changed while the server took its time.
  const put = keep(
    context,
    kept(context).map((endpoint) => (endpoint.url === url ? asked : endpoint)),
  );
  return put.ok ? success(endpointView(context, asked)) : put;
}

function endpointView(context: AppContext, { url, models, contactedAt }: KeptEndpoint): Endpoint {
  const contact = contactsOf(context).get(url);
  return {
    id: endpointIdentifier(url),
    url,
    models,
    state: contact === undefined ? 'not_contacted' : contact.ok ? 'reachable' : 'unreachable',
    contactedAt,
    problem: contact?.ok === false ? contact.problem : null,
  };
}

function unknownEndpoint() {
  return failure('endpoint_unknown', 'This endpoint is not in the list any more.', {
    next: 'Add it again.',
  });
}
