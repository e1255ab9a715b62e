/**
 * Who may speak to the server. It listens on loopback only, and that is not enough: any page in any browser on this
 * machine can send requests to loopback, and a foreign name can be made to resolve to it (DNS rebinding).
 * So every request shows that it was addressed to a loopback name, comes from a page of this server, and holds the
 * cookie that the printed address was exchanged for.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { refuse } from './refusals.ts';

export interface Access {
  /** In the printed address; valid as long as the process lives. */
  readonly token: string;
  /** Refuses requests to another host name or from another origin with 403. */
  readonly ownOrigin: MiddlewareHandler;
  /** Refuses requests without the cookie with 401. */
  readonly withSession: MiddlewareHandler;
  /** Gives the cookie in exchange for the right token. */
  exchange(context: Context, token: string): boolean;
}

const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost']);

/**
 * True for a Host header that names this machine. Any port will do: a tunnel (`ssh -L`) may have another one at its
 * near end, and a rebound name is told by the name.
 */
function isLoopbackHost(host: string | undefined): boolean {
  const match = /^(?<name>[a-z0-9.]+)(?::\d{1,5})?$/.exec(host ?? '');
  return loopbackNames.has(match?.groups?.['name'] ?? '');
}

function equal(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** `port` names the cookie: browsers share cookies among the ports of a host. */
export function createAccess(port: () => number): Access {
  const token = randomBytes(32).toString('base64url');
  const session = randomBytes(32).toString('base64url');
  const cookieName = () => `noisefloor-${port()}`;

  return {
    token,

    ownOrigin: async (context, next) => {
      const host = context.req.header('host');
      if (!isLoopbackHost(host)) {
        return refuse(context, 403, 'This address is for the machine itself: use 127.0.0.1 or localhost.');
      }
      const origin = context.req.header('origin');
      const reads = context.req.method === 'GET' || context.req.method === 'HEAD';
      if (origin === undefined ? !reads : origin !== `http://${host ?? ''}`) {
        return refuse(context, 403, 'The request comes from another page.');
      }
      await next();
      return undefined;
    },

    withSession: async (context, next) => {
      if (!equal(getCookie(context, cookieName()) ?? '', session)) {
        return refuse(context, 401, 'Open the address that Noisefloor printed when it started.');
      }
      await next();
      return undefined;
    },

    exchange: (context, offered) => {
      if (!equal(offered, token)) return false;
      setCookie(context, cookieName(), session, { httpOnly: true, sameSite: 'Strict', path: '/' });
      return true;
    },
  };
}
