import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RouterOptions } from '../../../src-main/app/calls/router.ts';
import { createRouter } from '../../../src-main/app/calls/router.ts';
import type { CallName, Handlers } from '../../../src-main/contract/calls/calls.ts';
import { calls } from '../../../src-main/contract/calls/calls.ts';
import { failure, success } from '../../../src-main/contract/result.ts';
import { arbitraryInput } from '../../fixtures/arbitrary-input.ts';
import { createCannedApp } from '../../fixtures/canned/canned-handlers.ts';

const names = Object.keys(calls) as CallName[];

function routed(change: Partial<Handlers> = {}) {
  const bugs: { call: CallName; error: unknown }[] = [];
  const options: RouterOptions = {
    onBug: (call, error) => {
      bugs.push({ call, error });
    },
    checkAnswers: true,
  };
  const { handlers } = createCannedApp({ publish: () => {} });
  return { router: createRouter({ ...handlers, ...change }, options), bugs };
}

const envelope = (answer: unknown) =>
  typeof answer === 'object' &&
  answer !== null &&
  'ok' in answer &&
  (answer.ok === true ? 'data' in answer : 'error' in answer);

describe('the router', () => {
  test('answers any payload to any call with an envelope, and lets none of them reach a handler unread', async () => {
    const { router, bugs } = routed();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.jsonValue(), async (name, input) => {
        expect(envelope(await router.answer('test', { id: 'a', name, input }))).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(bugs).toEqual([]);
  });

  test.each(names)('%s: whatever its schema takes is answered as its schema says', async (name) => {
    const { router, bugs } = routed();
    await fc.assert(
      fc.asyncProperty(arbitraryInput(calls[name].input), async (input) => {
        const answer = await router.answer('test', { id: 'a', name, input });
        expect(envelope(answer)).toBe(true);
        expect(answer.ok || answer.error.code !== 'call_invalid', JSON.stringify(answer)).toBe(true);
      }),
      { numRuns: 25 },
    );
    expect(bugs).toEqual([]);
  });

  test('knows its own calls only, not what every object has', async () => {
    const { router } = routed();
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string(), fc.constantFrom('constructor', '__proto__', 'toString', 'hasOwnProperty')),
        async (name) => {
          fc.pre(!(names as string[]).includes(name));
          expect(await router.answer('test', { id: 'a', name, input: {} })).toMatchObject({
            ok: false,
            error: { code: 'call_unknown' },
          });
        },
      ),
    );
  });

  test('names the field that is wrong', async () => {
    const { router } = routed();
    const input = { page: { offset: -1, limit: 50 } };
    expect(
      await router.answer('test', { id: 'a', name: 'comparisons.list_comparisons', input }),
    ).toMatchObject({
      ok: false,
      error: { code: 'call_invalid', where: { field: 'page.offset' } },
    });
    const unknown = { page: { offset: 0, limit: 50 }, everything: true };
    expect(
      await router.answer('test', { id: 'a', name: 'comparisons.list_comparisons', input: unknown }),
    ).toMatchObject({ ok: false, error: { code: 'call_invalid' } });
  });

  test('passes expected failures through and answers a bug without its inside', async () => {
    const broken = new Error('secret /home/ada/notes');
    const { router, bugs } = routed({
      'settings.read_network': () => Promise.reject(broken),
      'settings.read_doctor': () => Promise.resolve(failure('store_full', 'The disk is full.')),
    });
    expect(await router.answer('test', { id: 'a', name: 'settings.read_doctor', input: {} })).toEqual({
      ok: false,
      error: { code: 'store_full', message: 'The disk is full.' },
    });
    const answer = await router.answer('test', { id: 'a', name: 'settings.read_network', input: {} });
    expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(bugs).toEqual([{ call: 'settings.read_network', error: broken }]);
  });

  test('reports an answer that its schema does not allow as a bug', async () => {
    const { router, bugs } = routed({
      'settings.read_network': () => Promise.resolve(success({ inUse: [], refused: -1, lastRefused: [] })),
    });
    const answer = await router.answer('test', { id: 'a', name: 'settings.read_network', input: {} });
    expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(bugs).toHaveLength(1);
  });

  describe('aborting', () => {
    const untilAborted: Handlers['settings.read_doctor'] = (_input, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('given up'));
        });
      });

    test('a request by its id, and by no other client', async () => {
      const { router, bugs } = routed({ 'settings.read_doctor': untilAborted });
      const pending = router.answer('mine', { id: 'slow', name: 'settings.read_doctor', input: {} });
      router.abort('another', 'slow');
      expect(router.inFlight()).toBe(1);
      router.abort('mine', 'slow');
      expect(await pending).toMatchObject({ ok: false, error: { code: 'interrupted' } });
      expect(router.inFlight()).toBe(0);
      expect(bugs).toEqual([]);
    });

    test('by the transport, when nobody waits any longer', async () => {
      const { router } = routed({ 'settings.read_doctor': untilAborted });
      const gone = new AbortController();
      const pending = router.answer(
        'mine',
        { id: 'slow', name: 'settings.read_doctor', input: {} },
        gone.signal,
      );
      gone.abort();
      expect(await pending).toMatchObject({ ok: false, error: { code: 'interrupted' } });
    });

    test('refuses a second request under an id in flight, and everything after closing', async () => {
      const { router } = routed({ 'settings.read_doctor': untilAborted });
      const request = { id: 'slow', name: 'settings.read_doctor', input: {} };
      const pending = router.answer('mine', request);
      expect(await router.answer('mine', request)).toMatchObject({
        ok: false,
        error: { code: 'call_invalid' },
      });
      await router.close();
      expect(await pending).toMatchObject({ ok: false, error: { code: 'interrupted' } });
      expect(await router.answer('mine', { ...request, id: 'late' })).toMatchObject({
        ok: false,
        error: { code: 'interrupted' },
      });
    });
  });
});
