/** Endpoints that a person typed in: kept in the preferences, and spoken to only when they say so. */
import type { Endpoint, EndpointSettings } from '../../contract/calls/models.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import type { AppContext } from '../context.ts';
import { networkOf } from '../network-use.ts';
import { serverKey } from '../../engine/openai/key.ts';
import { askForModels } from './ask-endpoint.ts';
import { endpointIdentifier, writtenAddress } from './endpoint-identifier.ts';
import {
  endpointsPreference,
  keyPlace,
  noSettings,
  readEndpoints,
  type KeptEndpoint,
} from './kept-endpoints.ts';

/** How the last contact since the start ended, by address. */
type Contact = { readonly ok: true } | { readonly ok: false; readonly problem: Failure };
const contacts = new WeakMap<AppContext, Map<string, Contact>>();

function contactsOf(context: AppContext): Map<string, Contact> {
  const known = contacts.get(context) ?? new Map<string, Contact>();
  contacts.set(context, known);
  return known;
}

function kept({ store }: AppContext): readonly KeptEndpoint[] {
  return readEndpoints(store);
}

function keep({ store, hub }: AppContext, endpoints: readonly KeptEndpoint[]): Result<void> {
  const put = store.setPreference(
    endpointsPreference,
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

/**
 * Endpoints that came along with a plan are in the list like any other from then on; those that were there keep their
 * settings.
 */
export function rememberEndpoints(
  context: AppContext,
  came: ReadonlyMap<string, EndpointSettings>,
): Result<void> {
  const known = kept(context);
  const lacking = [...came].filter(([url]) => !known.some((endpoint) => endpoint.url === url));
  if (lacking.length === 0) return success(undefined);
  return keep(context, [
    ...known,
    ...lacking.map(([url, settings]) => ({ url, settings, models: [], contactedAt: null })),
  ]);
}

/** The one that is there already, where the address is the same; with the settings, where some are given. */
export function addEndpoint(
  context: AppContext,
  typed: string,
  settings?: EndpointSettings,
): Result<Endpoint> {
  const address = writtenAddress(typed);
  if (!address.ok) return address;
  const known = kept(context);
  const same = known.find((endpoint) => endpoint.url === address.data);
  if (same)
    return settings === undefined
      ? success(endpointView(context, same))
      : changeEndpoint(context, endpointIdentifier(same.url), settings);
  const added = { url: address.data, models: [], contactedAt: null, settings: settings ?? noSettings };
  const put = keep(context, [...known, added]);
  return put.ok ? success(endpointView(context, added)) : put;
}

export function changeEndpoint(
  context: AppContext,
  id: string,
  settings: EndpointSettings,
): Result<Endpoint> {
  const known = kept(context);
  const found = known.find(({ url }) => endpointIdentifier(url) === id);
  if (!found) return unknownEndpoint();
  const changed = { ...found, settings };
  const put = keep(
    context,
    known.map((endpoint) => (endpoint === found ? changed : endpoint)),
  );
  return put.ok ? success(endpointView(context, changed)) : put;
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
  const key = await serverKey(keyPlace(found.settings), url, process.env);
  const models = key.ok ? await askForModels(url, key.data, networkOf(context), signal) : key;
  if (!models.ok && models.error.code === 'interrupted') return models;
  contactsOf(context).set(url, models.ok ? { ok: true } : { ok: false, problem: models.error });
  // Read again: the list may have changed while the server took its time.
  const after = kept(context).map((endpoint) =>
    endpoint.url === url && models.ok
      ? { ...endpoint, models: [...models.data], contactedAt: context.now() }
      : endpoint,
  );
  const put = keep(context, after);
  const asked = after.find((endpoint) => endpoint.url === url) ?? found;
  return put.ok ? success(endpointView(context, asked)) : put;
}

function endpointView(context: AppContext, { url, models, contactedAt, settings }: KeptEndpoint): Endpoint {
  const contact = contactsOf(context).get(url);
  return {
    id: endpointIdentifier(url),
    url,
    settings,
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
