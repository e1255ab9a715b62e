/** `session.defaultSession` and `protocol`: who answers a request, and whether it may be made at all. */
import { EventEmitter } from 'node:events';
import type { Session } from 'electron';
import type { Route } from 'playwright-core';
import { toElectron } from './addresses.ts';
import { tell } from './control.ts';

type Handler = Parameters<Session['protocol']['handle']>[1];
type Filter = Parameters<Session['webRequest']['onBeforeRequest']>[0];
type RequestHandler = Parameters<Session['setPermissionRequestHandler']>[0];
type CheckHandler = Parameters<Session['setPermissionCheckHandler']>[0];

const handlers = new Map<string, Handler>();
let filter: Filter | undefined;
let requestHandler: RequestHandler = null;
let checkHandler: CheckHandler = null;
let spellChecker = true;

const members = {
  protocol: {
    handle: (scheme: string, handler: Handler) => {
      handlers.set(scheme, handler);
    },
  } satisfies Pick<Session['protocol'], 'handle'>,
  webRequest: {
    onBeforeRequest: ((listener: Filter) => {
      filter = listener;
    }) as Session['webRequest']['onBeforeRequest'],
  } satisfies Pick<Session['webRequest'], 'onBeforeRequest'>,
  setPermissionRequestHandler: (handler: RequestHandler) => {
    requestHandler = handler;
  },
  setPermissionCheckHandler: (handler: CheckHandler) => {
    checkHandler = handler;
  },
  setDevicePermissionHandler: () => undefined,
  setSpellCheckerEnabled: (enabled: boolean) => {
    spellChecker = enabled;
  },
  setProxy: () => Promise.resolve(),
};
members satisfies {
  [Name in Exclude<keyof typeof members, 'protocol' | 'webRequest'>]: Session[Name];
};

export const defaultSession = Object.assign(new EventEmitter(), members);

export function spellCheckerEnabled(): boolean {
  return spellChecker;
}

/** Puts one permission before both handlers, as Chromium would. */
export function askPermission(permission: string, address: string): { requested: boolean; checked: boolean } {
  let requested = true;
  type Permission = Parameters<NonNullable<CheckHandler>>[1];
  requestHandler?.(
    null as never,
    permission as Permission,
    (granted) => {
      requested = granted;
    },
    { requestingUrl: address, isMainFrame: true },
  );
  const details = { isMainFrame: true, requestingUrl: address } as never;
  const checked = checkHandler?.(null, permission as Permission, address, details) ?? true;
  return { requested, checked };
}

/** @returns false where it was refused */
export async function answer(route: Route): Promise<boolean> {
  const request = route.request();
  const address = toElectron(request.url());
  const { cancel } = await new Promise<{ cancel?: boolean }>((resolve) => {
    (filter as unknown as (details: { url: string }, callback: typeof resolve) => void)(
      { url: address },
      resolve,
    );
  });
  if (cancel === true) {
    tell({ kind: 'refused', what: 'request', address });
    await route.abort('blockedbyclient');
    return false;
  }
  const handler = handlers.get(new URL(address).protocol.slice(0, -1));
  if (handler === undefined) {
    await route.abort('failed');
    return false;
  }
  const response = await handler(new Request(address, { method: request.method() }));
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
  return true;
}
