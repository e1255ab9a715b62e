import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Router } from '../../../src-main/app/calls/router.ts';
import { success } from '../../../src-main/contract/result.ts';
import { createBridge, type Sender } from '../../../src-main/desktop/bridge.ts';

const frame = (url: string, origin = 'app://bundle') => ({ url, origin });
const page = frame('app://bundle/models');
const from = (mainFrame: unknown, senderFrame: Sender['senderFrame'], id = 1): Sender => ({
  sender: { id, mainFrame },
  senderFrame,
});
const request = { id: 'a-1', name: 'settings.read_settings', input: {} };

/** A router that keeps what reaches it. */
function listening() {
  const calls: { client: string; request: unknown; signal: AbortSignal | undefined }[] = [];
  const aborted: string[] = [];
  const router: Router = {
    answer: (client, asked, signal) => {
      calls.push({ client, request: asked, signal });
      return Promise.resolve(success('answered'));
    },
    abort: (client, id) => {
      aborted.push(`${client} ${id}`);
    },
    inFlight: () => 0,
    close: () => Promise.resolve(),
  };
  const bridge = createBridge(router);
  bridge.admit(1);
  return { bridge, calls, aborted };
}

describe('the bridge', () => {
  test('passes a request of the window on, and an abort to the same client', async () => {
    const { bridge, calls, aborted } = listening();
    expect(await bridge.answer(from(page, page), { kind: 'call', request })).toEqual(success('answered'));
    expect(calls).toMatchObject([{ client: 'window 1', request }]);
    expect(await bridge.answer(from(page, page), { kind: 'abort', id: 'a-1' })).toEqual(success({}));
    expect(aborted).toEqual(['window 1 a-1']);
  });

  const at = (url: string, origin?: string): Sender => {
    const other = frame(url, origin);
    return from(other, other);
  };
  test.each<[string, Sender]>([
    ['a frame inside the page', from(page, frame('app://bundle/models'))],
    ['a frame that is gone', from(page, null)],
    ['a window that nobody admitted', from(page, page, 2)],
    ['the page of a report', at('app://bundle/reports/one')],
    ['an empty page', at('about:blank')],
    ['a page without an address', at('')],
    ['a page with the address in its query', at('https://evil.example/?next=app://bundle/')],
    ['an opaque origin', at('app://bundle/', 'null')],
    ['an origin that only begins alike', at('app://bundle/', 'app://bundle.evil')],
    ['an origin elsewhere', at('app://bundle/', 'https://evil.example')],
  ])('refuses %s', async (_who, event) => {
    const { bridge, calls } = listening();
    const answer = await bridge.answer(event, { kind: 'call', request });
    expect(answer).toMatchObject({ ok: false, error: { code: 'call_invalid' } });
    expect(calls).toEqual([]);
  });

  test('answers whatever is sent, and lets nothing but requests through', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (message) => {
        const { bridge, calls } = listening();
        const answer = await bridge.answer(from(page, page), message);
        expect(answer).toMatchObject({ ok: false, error: { code: 'call_invalid' } });
        expect(calls).toEqual([]);
      }),
    );
  });

  test('gives up what a page asked when the page goes, and lets the next one ask', async () => {
    const { bridge, calls } = listening();
    await bridge.answer(from(page, page), { kind: 'call', request });
    bridge.forget(1);
    expect(calls[0]?.signal?.aborted).toBe(true);
    await bridge.answer(from(page, page), { kind: 'call', request });
    expect(calls[1]?.signal?.aborted).toBe(false);
    bridge.dismiss(1);
    expect(calls[1]?.signal?.aborted).toBe(true);
    expect(await bridge.answer(from(page, page), { kind: 'call', request })).toMatchObject({ ok: false });
  });
});
