import { describe, expect, test } from 'vitest';
import type { CallAnswer, CallRequest } from '../../../src-main/contract/channel.ts';
import { isRequestId } from '../../../src-main/contract/channel.ts';
import { success } from '../../../src-main/contract/result.ts';
import { createClient } from '../../../src-renderer/client/client.ts';
import type { TransportListener } from '../../../src-renderer/client/transport.ts';

/** A transport that a test drives by hand. */
function handDriven() {
  const requests: {
    request: CallRequest;
    answer: (answer: CallAnswer) => void;
    fail: (error: Error) => void;
  }[] = [];
  const aborted: string[] = [];
  const listeners: TransportListener[] = [];
  let ended = 0;
  const client = createClient({
    call: (request) =>
      new Promise((answer, fail) => {
        requests.push({ request, answer, fail });
      }),
    abort: (id) => aborted.push(id),
    subscribe: (listener) => {
      listeners.push(listener);
      return () => {
        ended += 1;
      };
    },
  });
  return { client, requests, aborted, listeners, ended: () => ended };
}

describe('the client', () => {
  test('gives every request an id of its own', () => {
    const { client, requests } = handDriven();
    for (let index = 0; index < 50; index++) void client.call('settings.read_settings', {});
    const ids = requests.map(({ request }) => request.id);
    expect(new Set(ids).size).toBe(50);
    expect(ids.every(isRequestId)).toBe(true);
  });

  test('answers a transport that fails as a failure', async () => {
    const { client, requests } = handDriven();
    const answer = client.call('settings.read_settings', {});
    requests[0]?.fail(new TypeError('Failed to fetch'));
    expect(await answer).toMatchObject({
      ok: false,
      error: { code: 'interrupted', next: expect.any(String) as string },
    });
  });

  test('tells the app to stop what is aborted, and does not wait for it', async () => {
    const { client, requests, aborted } = handDriven();
    const leaving = new AbortController();
    const answer = client.call('settings.read_doctor', {}, leaving.signal);
    leaving.abort();
    expect(await answer).toMatchObject({ ok: false, error: { code: 'interrupted' } });
    expect(aborted).toEqual([requests[0]?.request.id]);
    await client.call('settings.read_doctor', {}, leaving.signal);
    expect(requests).toHaveLength(1);
  });

  test('does not abort what was answered', async () => {
    const { client, requests, aborted } = handDriven();
    const leaving = new AbortController();
    const answer = client.call('settings.read_doctor', {}, leaving.signal);
    requests[0]?.answer(success({}));
    expect(await answer).toEqual(success({}));
    leaving.abort();
    expect(aborted).toEqual([]);
  });

  test('says that something may have been missed where something was read before events were heard', async () => {
    const { client, requests, listeners } = handDriven();
    let missed = 0;
    client.listen({ missed: () => (missed += 1) });
    const answer = client.call('settings.read_doctor', {});
    requests[0]?.answer(success({}));
    await answer;
    listeners[0]?.connection('open');
    expect(missed).toBe(1);
    listeners[0]?.connection('open');
    expect(missed).toBe(2);
  });

  test('listens once for all, and says after every gap that something may have been missed', () => {
    const { client, listeners, ended } = handDriven();
    const heard: string[] = [];
    const leave = client.listen({
      connection: (connection) => heard.push(connection),
      missed: () => heard.push('missed'),
    });
    const leaveToo = client.listen({});
    expect(listeners).toHaveLength(1);
    const [transport] = listeners;
    transport?.connection('open');
    transport?.connection('lost');
    transport?.connection('open');
    transport?.connection('open');
    expect(heard).toEqual(['open', 'lost', 'open', 'missed', 'missed']);
    leave();
    expect(ended()).toBe(0);
    leaveToo();
    expect(ended()).toBe(1);
  });
});
