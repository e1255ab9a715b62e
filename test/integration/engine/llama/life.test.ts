/** The engine's processes: crashes, restarts, stops, and nothing left behind. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { Output } from '../../../../src-main/contract/output.ts';
import type { OpenCandidate } from '../../../../src-main/engine/engine.ts';
import { createLlamaEngine } from '../../../../src-main/engine/llama/llama-engine.ts';
import { answers, candidate, demoItems, good, never, request, withOpen } from './demo.ts';
import { childrenOf, gone, lives } from '../../../fixtures/processes.ts';
import { within } from '../../../fixtures/within.ts';

const items = ['arithmetic', 'sorting', 'multi_tool', 'extraction'].flatMap((stratum) =>
  demoItems(stratum, 20),
);
const requests = items.map((item) => request(item));
const parallel = { settings: { parallel: 4 } };

function processOf({ manifest: { processId } }: OpenCandidate): number {
  if (processId === null) throw new Error('the engine names no process');
  return processId;
}

test('a killed child is a typed failure, every answer counts once, and a second child gives the rest', async () => {
  const expected = await withOpen(parallel, (open) => answers(open, requests));
  const engine = createLlamaEngine();
  const first = good(await engine.open(candidate(parallel), never));
  expect(first.manifest.generation).toBe(1);
  const delivered: Output[] = [];
  const crashed = await first.generate(
    requests,
    (output) => {
      delivered.push(output);
      if (delivered.length === 5) process.kill(processOf(first), 'SIGKILL');
    },
    never,
  );
  if (crashed.ok) throw new Error('the crash went unnoticed');
  expect(crashed.error.code).toBe('engine_crashed');
  expect(crashed.error.message).toContain('SIGKILL');
  expect(crashed.error.detail).toContain('llama_context');
  expect(delivered.length).toBeLessThan(requests.length);
  const again = await first.generate(requests, () => undefined, never);
  expect(again).toMatchObject({ ok: false, error: { code: 'engine_crashed' } });
  await first.close();

  const second = good(await engine.open(candidate(parallel), never));
  expect(second.manifest.generation).toBe(2);
  expect(second.manifest.processId).not.toBe(first.manifest.processId);
  const done = new Set(delivered.map((output) => output.itemId));
  const rest = requests.filter((asked) => !done.has(asked.itemId));
  delivered.push(...(await answers(second, rest)));
  await second.close();
  expect(delivered.map((output) => output.itemId).toSorted()).toEqual(
    requests.map((asked) => asked.itemId).toSorted(),
  );
  const texts = new Map(delivered.map((output) => [output.itemId, output.text]));
  expect(requests.map((asked) => texts.get(asked.itemId))).toEqual(expected.map((output) => output.text));
});

test('an abort stops at the next token, delivers nothing half done, and the candidate stays usable', async () => {
  await withOpen(parallel, async (open) => {
    const controller = new AbortController();
    const delivered: Output[] = [];
    const stopped = await open.generate(
      requests,
      (output) => {
        delivered.push(output);
        if (delivered.length === 3) controller.abort();
      },
      controller.signal,
    );
    expect(stopped).toMatchObject({ ok: false, error: { code: 'interrupted' } });
    expect(delivered.length).toBeLessThan(requests.length);
    const atReturn = delivered.length;
    const some = requests.slice(0, 8);
    const afterwards = await answers(open, some);
    expect(delivered.length).toBe(atReturn);
    for (const output of delivered) expect(output.finish).toBe('end');
    const texts = new Map(afterwards.map((output) => [output.itemId, output.text]));
    for (const output of delivered.filter((one) => texts.has(one.itemId))) {
      expect(output.text).toBe(texts.get(output.itemId));
    }
  });
});

test('requests that are aborted before they are sent are not answered', async () => {
  await withOpen({}, async (open) => {
    let delivered = 0;
    const stopped = await open.generate(requests, () => (delivered += 1), AbortSignal.abort());
    expect(stopped).toMatchObject({ ok: false, error: { code: 'interrupted' } });
    expect(delivered).toBe(0);
  });
});

test('an abort while loading ends the child', async () => {
  const controller = new AbortController();
  const opening = createLlamaEngine().open(candidate(), controller.signal);
  // It has just been started, and has nothing loaded yet.
  await expect.poll(() => childrenOf(process.pid), { interval: 1 }).toHaveLength(1);
  controller.abort();
  expect(await opening).toMatchObject({ ok: false, error: { code: 'interrupted' } });
  expect(childrenOf(process.pid)).toEqual([]);
});

test('closing leaves no process, also in the middle of an answer, and is safe to do twice', async () => {
  const open = good(await createLlamaEngine().open(candidate(), never));
  const delivered: Output[] = [];
  let first: () => void;
  const started = new Promise<void>((resolve) => (first = resolve));
  const running = open.generate(
    requests,
    (output) => {
      delivered.push(output);
      first();
    },
    never,
  );
  await started;
  await open.close();
  expect(delivered.map((output) => output.finish)).toEqual(delivered.map(() => 'end'));
  expect(delivered.length).toBeLessThan(requests.length);
  await open.close();
  expect(lives(processOf(open))).toBe(false);
  expect(await running).toMatchObject({ ok: false, error: { code: 'engine_stopped' } });
  expect(await open.generate(requests, () => undefined, never)).toMatchObject({
    ok: false,
    error: { code: 'engine_stopped' },
  });
  expect(childrenOf(process.pid)).toEqual([]);
});

test('a child whose parent is killed ends by itself', async () => {
  const parent = fork(new URL('./orphan-maker.ts', import.meta.url), { execArgv: [], stdio: 'inherit' });
  const [child] = (await within(once(parent, 'message'), () => 'the id of its child')) as [number];
  expect(lives(child)).toBe(true);
  parent.kill('SIGKILL');
  await within(once(parent, 'exit'), () => 'the end of the parent');
  await gone(child);
});

test('two candidates are open side by side, each in a process of its own', async () => {
  const engine = createLlamaEngine();
  const one = good(await engine.open(candidate(), never));
  const other = good(await engine.open(candidate({ name: 'again' }), never));
  const some = requests.slice(0, 6);
  const [a, b] = await Promise.all([answers(one, some), answers(other, some)]);
  expect(a.map((output) => output.tokens)).toEqual(b.map((output) => output.tokens));
  expect([one.manifest.generation, other.manifest.generation]).toEqual([1, 1]);
  expect(one.manifest.processId).not.toBe(other.manifest.processId);
  await Promise.all([one.close(), other.close()]);
});
