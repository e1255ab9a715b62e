import { expect, test } from 'vitest';
import { withPatience } from '../../../../src-main/engine/openai/retry.ts';
import { done, trouble, type Attempt } from '../../../../src-main/engine/openai/trouble.ts';

const patience = { tries: 4, firstWaitMs: 1, longestWaitMs: 2 };
const never = new AbortController().signal;

/** Gives the answers in order, and counts how often it was asked. */
function script(answers: readonly Attempt<string>[]) {
  let asked = 0;
  return {
    attempt: () => Promise.resolve(answers[asked++] ?? done('too often')),
    times: () => asked,
  };
}

const again = trouble('again', 'endpoint_failed', 'busy', { waitMs: 1 });

test('what may go better later is tried again, and nothing else is', async () => {
  const better = script([again, again, done('there')]);
  expect(await withPatience(better.attempt, patience, never)).toEqual(done('there'));
  for (const kind of ['item', 'server', 'overlong'] as const) {
    const final = script([trouble(kind, 'endpoint_failed', 'no')]);
    expect(await withPatience(final.attempt, patience, never)).toMatchObject({
      ok: false,
      trouble: { kind },
    });
    expect(final.times()).toBe(1);
  }
});

test('a server that asks for no wait at all does not shorten it', async () => {
  const hasty = script([trouble('again', 'endpoint_failed', 'busy', { waitMs: 0 }), done('too soon')]);
  const slow = { tries: 2, firstWaitMs: 60_000, longestWaitMs: 60_000 };
  expect(await withPatience(hasty.attempt, slow, AbortSignal.timeout(50))).toMatchObject({ ok: false });
  expect(hasty.times()).toBe(1);
});

test('patience ends, with the last failure, and at once where someone stops it', async () => {
  const busy = script([again, again, again, again]);
  expect(await withPatience(busy.attempt, patience, never)).toEqual(again);
  expect(busy.times()).toBe(4);
  const stopped = script([again]);
  const slow = { tries: 2, firstWaitMs: 60_000, longestWaitMs: 60_000 };
  const failing = trouble('again', 'endpoint_failed', 'busy');
  const attempt = () => stopped.attempt().then(() => failing);
  expect(await withPatience(attempt, slow, AbortSignal.abort())).toEqual(failing);
  expect(stopped.times()).toBe(1);
});

test('a server that asks for more than would be waited is given it', async () => {
  const patient = trouble('again', 'endpoint_failed', 'busy', { waitMs: 60_000 });
  const busy = script([patient, done('too soon')]);
  const short = { tries: 2, firstWaitMs: 1, longestWaitMs: 1 };
  expect(await withPatience(busy.attempt, short, AbortSignal.timeout(50))).toEqual(patient);
  expect(busy.times()).toBe(1);
});
