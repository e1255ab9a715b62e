/** Why a request came to nothing, and what that means for the next one. */
import type { Failure, FailureCode } from '../../contract/result.ts';

/**
 * - `again`: nothing was generated, and a later try may go better;
 * - `overlong`: the prompt does not fit the server's context;
 * - `item`: this request failed, another one may not;
 * - `server`: no request to this server will do better: the run stops.
 */
export type TroubleKind = 'again' | 'overlong' | 'item' | 'server';

export interface Trouble {
  readonly kind: TroubleKind;
  readonly failure: Failure;
  /** Milliseconds that the server asks to wait. */
  readonly waitMs?: number;
  /** Of the HTTP answer that refused this request, where another try would be refused as well. */
  readonly status?: number;
}

export type Attempt<T> =
  { readonly ok: true; readonly data: T } | { readonly ok: false; readonly trouble: Trouble };

export function done<T>(data: T): { readonly ok: true; readonly data: T } {
  return { ok: true, data };
}

export function trouble(
  kind: TroubleKind,
  code: FailureCode,
  message: string,
  more: Omit<Failure, 'code' | 'message'> & Pick<Trouble, 'waitMs' | 'status'> = {},
): { readonly ok: false; readonly trouble: Trouble } {
  const { waitMs, status, ...rest } = more;
  return {
    ok: false,
    trouble: {
      kind,
      failure: { code, message, ...rest },
      ...(waitMs === undefined ? {} : { waitMs }),
      ...(status === undefined ? {} : { status }),
    },
  };
}
