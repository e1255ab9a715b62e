/** The host over real processes that behave badly in every way that is known. */
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { ProcessHost } from '../../../../src-main/engine/llama/process-host.ts';
import type { RenderedPrompt, RenderQuestion } from '../../../../src-main/engine/llama/protocol.ts';
import type { Output } from '../../../../src-main/contract/output.ts';
import type { Result } from '../../../../src-main/contract/result.ts';
import { lives } from '../../../fixtures/processes.ts';

type Variables = RenderQuestion['variables'];

const hosts: ProcessHost[] = [];

function start(options: { generation?: number; entry?: string; stopBudget?: number } = {}): ProcessHost {
  const host = new ProcessHost({
    entry: options.entry ?? fileURLToPath(new URL('./puppet.ts', import.meta.url)),
    generation: options.generation ?? 2,
    environment: { PATH: process.env['PATH'] ?? '', VISIBLE: 'yes' },
    stopBudget: options.stopBudget ?? 2000,
  });
  hosts.push(host);
  return host;
}

afterEach(async () => {
  for (const host of hosts.splice(0)) await host.kill();
});

const asking = (behaviour: string): RenderQuestion => ({
  messages: [{ role: 'user', content: behaviour }],
  variables: {},
});

function words(result: Result<RenderedPrompt>): string {
  return result.ok ? result.data.text : result.error.code;
}

describe('calls', () => {
  test('are answered, several at a time', async () => {
    const host = start();
    const answers = await Promise.all([1, 2, 3].map(() => host.call('render', asking('answer'))));
    expect(answers.map(words)).toEqual(['good', 'good', 'good']);
  });

  test('take the first answer and drop the second', async () => {
    const host = start();
    expect(words(await host.call('render', asking('answer twice')))).toBe('first');
    expect(words(await host.call('render', asking('answer')))).toBe('good');
  });

  test('ignore frames of a former generation', async () => {
    const host = start();
    expect(words(await host.call('render', asking('answer for a former generation first')))).toBe('good');
  });

  test('ignore answers to calls that nobody made', async () => {
    const host = start();
    expect(words(await host.call('render', asking('answer a call that nobody made')))).toBe('good');
  });

  test('see only the environment that they are given', async () => {
    const seen = JSON.parse(words(await start().call('render', asking('tell the environment')))) as object;
    expect(seen).toMatchObject({ VISIBLE: 'yes' });
    expect(Object.keys(seen)).not.toContain('HOME');
  });
});

describe('frames', () => {
  test('carry any text and its tokens as they are, there and back', async () => {
    const host = start();
    const repeat = async (said: string): Promise<void> => {
      const parts: Output[] = [];
      const question = asking('repeat');
      const answer = await host.call(
        'render',
        { ...question, messages: [...question.messages, { role: 'user', content: said }] },
        { onOutputs: (outputs) => parts.push(...outputs) },
      );
      expect([words(answer), ...parts.map(({ text }) => text)]).toEqual([said, said]);
      expect(parts[0]?.tokens).toEqual(Array.from(said, (character) => character.codePointAt(0)));
    };
    // Every unit of UTF-16, halves of pairs too.
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          units.map((codes) => String.fromCharCode(...codes)),
        ),
        repeat,
      ),
      { numRuns: 60 },
    );
    await repeat('\u{1F600} \ud800\n'.repeat(50_000));
  });
});

test('frames carry rows of logits and tables as such, there and back: they are not JSON', async () => {
  const rows = Float32Array.of(1 / 3, -0, Number.NaN, Number.POSITIVE_INFINITY);
  const sent = { rows, table: new Map([[7, 'seven']]), absent: undefined };
  const question = { ...asking('give the variables back'), variables: sent as unknown as Variables };
  const answer = await start().call('render', question);
  expect(answer).toStrictEqual({ ok: true, data: { text: '', variables: sent } });
});

describe('a crash', () => {
  test('settles every call, each once, with the signal', async () => {
    const host = start();
    let settled = 0;
    const count = (result: Result<RenderedPrompt>): string => {
      settled += 1;
      return words(result);
    };
    const calls = ['say nothing', 'say nothing', 'log, complain and abort'].map((behaviour) =>
      host.call('render', asking(behaviour)).then(count),
    );
    expect(await Promise.all(calls)).toEqual(['engine_crashed', 'engine_crashed', 'engine_crashed']);
    await host.exited;
    expect(settled).toBe(3);
  });

  test("carries the native log's last lines, the error stream and what was asserted", async () => {
    const crashed = await start().call('render', asking('log, complain and abort'));
    if (crashed.ok) throw new Error('it did not crash');
    expect(crashed.error.message).toBe(
      "The engine's process ended (signal SIGABRT) while rendering a prompt: GGML_ASSERT(heads > 0) failed.",
    );
    expect(crashed.error.detail).toBe(
      'load_tensors: loading\n/build/loader.cpp:12: GGML_ASSERT(heads > 0) failed',
    );
  });

  test('is not explained by what was said before where somebody else ended the process', async () => {
    const killed = await start().call('render', asking('complain and be killed'));
    if (killed.ok) throw new Error('it did not end');
    expect(killed.error.message).toBe(
      "The engine's process ended (signal SIGKILL) while rendering a prompt.",
    );
    expect(killed.error.detail).toBe('/build/ggml.c:12: falling back');
  });

  test('is memory that did not suffice where its last words say so', async () => {
    const ended = await start().call('render', asking('run out of memory'));
    if (ended.ok) throw new Error('it did not end');
    expect(ended.error.code).toBe('memory_insufficient');
    expect(ended.error.message).toBe(
      "The engine's process ran out of memory while rendering a prompt: CUDA error: out of memory.",
    );
    expect(ended.error.next).toContain('fewer layers on the GPU');
  });

  test('delivers what was sent before it, and nothing of a former generation', async () => {
    const delivered: string[] = [];
    const crashed = await start().call('render', asking('send outputs, then die'), {
      onOutputs: (outputs) => delivered.push(...outputs.map((output) => output.itemId)),
    });
    expect(words(crashed)).toBe('engine_crashed');
    expect(delivered).toEqual(['a', 'b', 'c']);
  });

  test('is told by its exit code where there was no signal', async () => {
    const crashed = await start().call('render', asking('exit with 3'));
    expect(crashed).toMatchObject({ ok: false, error: { code: 'engine_crashed' } });
    if (!crashed.ok) expect(crashed.error.message).toContain('exit code 3');
  });

  test('answers every later call at once', async () => {
    const host = start();
    await host.call('render', asking('exit with 3'));
    expect(words(await host.call('render', asking('answer')))).toBe('engine_crashed');
  });

  test('an entry that is not there is one too', async () => {
    const crashed = await start({ entry: '/nowhere/worker.ts' }).call('render', asking('answer'));
    expect(words(crashed)).toBe('engine_crashed');
  });
});

describe('closing', () => {
  test('leaves no process, and is safe to do twice', async () => {
    const host = start();
    await host.call('render', asking('answer'));
    await Promise.all([host.close(), host.close()]);
    expect(lives(host.processId)).toBe(false);
    await host.close();
  });

  test('kills a child that does not end within the budget', async () => {
    const host = start({ stopBudget: 200 });
    await host.call('render', asking('never end'));
    await host.close();
    expect(lives(host.processId)).toBe(false);
  });

  test('settles what was open as stopped, not as crashed', async () => {
    const host = start();
    const open = host.call('render', asking('say nothing'));
    await host.call('render', asking('answer'));
    await host.close();
    expect(words(await open)).toBe('engine_stopped');
    expect(words(await host.call('render', asking('answer')))).toBe('engine_stopped');
  });

  test('works on a child that has crashed', async () => {
    const host = start();
    await host.call('render', asking('exit with 3'));
    await host.close();
    expect(host.ending?.code).toBe('engine_crashed');
  });
});

describe('aborting', () => {
  test('a call that was aborted before is not made', async () => {
    const host = start();
    const aborted = await host.call('render', asking('exit with 3'), { signal: AbortSignal.abort() });
    expect(words(aborted)).toBe('interrupted');
    expect(words(await host.call('render', asking('answer')))).toBe('good');
  });

  test('ends a child that does not answer the abort within the budget', async () => {
    const host = start({ stopBudget: 200 });
    const controller = new AbortController();
    const call = host.call('render', asking('say nothing'), { signal: controller.signal });
    await host.call('render', asking('answer'));
    controller.abort();
    expect(words(await call)).toBe('interrupted');
    await host.exited;
    expect(host.ending?.code).toBe('engine_stopped');
    expect(lives(host.processId)).toBe(false);
  });
});
