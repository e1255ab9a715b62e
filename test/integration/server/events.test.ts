import type { ClientRequest } from 'node:http';
import { request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src-main/contract/events.ts';
import type { ServerUnderTest } from '../../fixtures/server-under-test.ts';
import { startServerUnderTest } from '../../fixtures/server-under-test.ts';
import { within } from '../../fixtures/within.ts';

let server: ServerUnderTest;
let tabs: ClientRequest[] = [];
beforeAll(async () => {
  server = await startServerUnderTest();
});
afterEach(() => {
  for (const tab of tabs) tab.destroy();
  tabs = [];
});
afterAll(async () => {
  await server.close();
});

interface Tab {
  /** Every batch that came. */
  readonly batches: AppEvent[][];
  readonly ready: () => Promise<void>;
  readonly ended: () => Promise<void>;
  readonly close: () => void;
}

function openTab(): Tab {
  const batches: AppEvent[][] = [];
  let isReady = () => {};
  let hasEnded = () => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    hasEnded = resolve;
  });
  let text = '';
  const request = httpRequest(
    {
      host: '127.0.0.1',
      port: server.port,
      path: '/events',
      headers: { cookie: server.cookie },
      agent: false,
    },
    (response) => {
      expect(response.headers['content-type']).toMatch(/^text\/event-stream/);
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        const messages = text.split('\n\n');
        text = messages.pop() ?? '';
        for (const message of messages) {
          if (message.includes('event: ready')) isReady();
          const data = /^data: (\[.*)$/m.exec(message)?.[1];
          if (data !== undefined) batches.push(JSON.parse(data) as AppEvent[]);
        }
      });
      response.on('close', hasEnded);
      response.on('error', () => {});
    },
  );
  request.on('error', () => {});
  request.end();
  tabs.push(request);
  return {
    batches,
    ready: () => within(ready, () => 'the beginning of the event stream'),
    ended: () => within(ended, () => 'the end of the event stream'),
    close: () => {
      request.destroy();
    },
  };
}

const progress = (secondsLeft: number): AppEvent => ({
  kind: 'progress',
  comparison: 'invoices',
  event: { kind: 'progress', runs: [], secondsLeft },
});
const changed: AppEvent = { kind: 'store_changed', change: { of: 'comparisons', comparison: 'demo' } };

describe('events over HTTP', () => {
  test('come in batches: a thousand of them in one message, the last progress in it', async () => {
    const tab = openTab();
    await tab.ready();
    for (let left = 999; left >= 0; left--) server.hub.publish(progress(left));
    server.hub.publish(changed);
    await expect.poll(() => tab.batches).toEqual([[progress(0), changed]]);
  });

  test('reach every tab, and one that left disturbs nobody', async () => {
    const [first, second, third] = [openTab(), openTab(), openTab()];
    await Promise.all([first, second, third].map((tab) => tab.ready()));
    server.hub.publish(progress(3));
    await expect.poll(() => [first, second, third].map((tab) => tab.batches.length)).toEqual([1, 1, 1]);
    second.close();
    await second.ended();
    server.hub.publish(progress(2));
    await expect
      .poll(() => [first, third].map((tab) => tab.batches.at(-1)))
      .toEqual([[progress(2)], [progress(2)]]);
    expect(second.batches).toHaveLength(1);
  });

  test('tell one tab what another one did', async () => {
    const tab = openTab();
    await tab.ready();
    const answer = await server.call('comparisons.delete_comparison', { comparison: 'demo' });
    expect(answer.status).toBe(200);
    await expect.poll(() => tab.batches).toEqual([[changed]]);
    await server.call('comparisons.restore_comparison', { comparison: 'demo' });
  });

  test('end when the server closes', async () => {
    const before = server;
    const tab = openTab();
    await tab.ready();
    await before.close();
    await tab.ended();
    server = await startServerUnderTest();
    expect(before.bugs).toEqual([]);
  });
});
