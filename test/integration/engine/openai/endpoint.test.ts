/** The engine for endpoints, over real HTTP against a server with vLLM's wire format and the demo model behind it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EndpointCandidate, Sampling } from '../../../../src-main/contract/candidate.ts';
import type { Output } from '../../../../src-main/contract/output.ts';
import type { Failure, Result } from '../../../../src-main/contract/result.ts';
import type { GenerationRequest, OpenCandidate } from '../../../../src-main/engine/engine.ts';
import {
  createOpenaiEngine,
  type OpenaiEngineOptions,
} from '../../../../src-main/engine/openai/openai-engine.ts';
import type { Faults } from '../../../fixtures/endpoint-server/faults.ts';
import { servedModel } from '../../../fixtures/endpoint-server/answering.ts';
import {
  startEndpointServer,
  type EndpointServer,
} from '../../../fixtures/endpoint-server/endpoint-server.ts';
import { demoItems, demoModel, good, never, request, sha256, withOpen, answers } from '../llama/demo.ts';

const requests = [...demoItems('arithmetic', 3), ...demoItems('extraction', 3)].map((item) => request(item));
const one = requests.slice(0, 1);

const sampling: Sampling = {
  temperature: 0,
  topK: 0,
  topP: 1,
  minP: 0,
  seed: 7,
  maxTokens: 48,
  stops: [],
};

interface Changes extends Partial<Omit<EndpointCandidate, 'sampling' | 'settings'>> {
  readonly sampling?: Partial<Sampling>;
  readonly settings?: Partial<EndpointCandidate['settings']>;
}

let server: EndpointServer;
beforeAll(async () => {
  server = await startEndpointServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.set({});
});

function endpoint(changes: Changes = {}): EndpointCandidate {
  return {
    engine: 'openai',
    name: 'served',
    endpoint: server.url,
    model: servedModel,
    accepted: [],
    ...changes,
    sampling: { ...sampling, ...changes.sampling },
    settings: { parallel: 2, timeout: 60, ...changes.settings },
  };
}

const quick = { tries: 3, firstWaitMs: 1, longestWaitMs: 20 };

async function opened<T>(
  changes: Changes,
  work: (open: OpenCandidate) => Promise<T>,
  options: OpenaiEngineOptions = {},
): Promise<T> {
  const engine = createOpenaiEngine({ patience: quick, ...options });
  const open = good(await engine.open(endpoint(changes), never));
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}

async function refusal(changes: Changes = {}, options: OpenaiEngineOptions = {}): Promise<Failure> {
  const found = await createOpenaiEngine({ patience: quick, ...options }).open(endpoint(changes), never);
  if (found.ok) throw new Error('it opened');
  return found.error;
}

/** What one request comes to when things go wrong after the candidate was opened. */
async function underFault(faults: Faults, changes: Changes = {}): Promise<Output> {
  return opened(changes, async (open) => {
    server.set(faults);
    const [output] = await answers(open, one);
    if (!output) throw new Error('no output came');
    return output;
  });
}

function settingsOf(open: OpenCandidate): Record<string, string | null> {
  return Object.fromEntries(open.manifest.settings.map(({ name, resolved }) => [name, resolved]));
}

async function generate(
  open: OpenCandidate,
  asked: readonly GenerationRequest[] = requests,
  signal = never,
): Promise<{ ended: Result<void>; outputs: Output[] }> {
  const outputs: Output[] = [];
  const ended = await open.generate(asked, (output) => outputs.push(output), signal);
  return { ended, outputs };
}

describe('answers', () => {
  test('are those that the same file gives here, token by token, from the same prompts', async () => {
    const here = await withOpen({ sampling: { maxTokens: 48 }, settings: { parallel: 1 } }, (open) =>
      answers(open, requests),
    );
    const there = await opened({}, (open) => answers(open, requests));
    const facts = (outputs: readonly Output[]) =>
      outputs.map(({ text, finish, tokens, tokenHash, promptTokens, generatedTokens }) => ({
        text,
        finish,
        tokens,
        tokenHash,
        promptTokens,
        generatedTokens,
      }));
    expect(facts(there)).toEqual(facts(here));
    expect(there.every(({ firstTokenMs, totalMs }) => (firstTokenMs ?? 0) > 0 && totalMs > 0)).toBe(true);
  });

  test('to prompts that are written here are the same, from ids that the server’s or our own tokenizer made', async () => {
    const tokenizer = { file: demoModel, hashes: [sha256(demoModel)] };
    const asChat = await opened({}, (open) => answers(open, requests));
    const own = await opened({ tokenizer }, async (open) => {
      expect(open.manifest.engine).toMatchObject({ sent: 'ids' });
      expect(open.manifest.bos).toEqual({ modelAddsBos: true, templateWritesBos: true, applied: 'template' });
      return answers(open, requests);
    });
    const template = '{{ bos_token }}{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}';
    const planned = await opened({ template }, async (open) => {
      expect(open.manifest.template).toMatchObject({ from: 'plan', renderer: 'huggingface-jinja' });
      return answers(open, one);
    });
    const here = await withOpen({ template, sampling: { maxTokens: 48 } }, (open) => answers(open, one));
    expect(own.map(({ tokenHash, text }) => [tokenHash, text])).toEqual(
      asChat.map(({ tokenHash, text }) => [tokenHash, text]),
    );
    expect(planned.map(({ tokenHash, promptHash, text }) => [tokenHash, promptHash, text])).toEqual(
      here.map(({ tokenHash, promptHash, text }) => [tokenHash, promptHash, text]),
    );
  });

  test('end at a stop string, at the limit, and are drawn by the seed of their sample', async () => {
    const [whole] = await opened({}, (open) => answers(open, one));
    const text = whole?.text ?? '';
    const stop = text.slice(1, 2);
    const [stopped] = await opened({ sampling: { stops: [stop] } }, (open) => answers(open, one));
    expect(stopped).toMatchObject({ text: text.slice(0, text.indexOf(stop)), finish: 'stop', stop });
    const [short] = await opened({ sampling: { maxTokens: 2 } }, (open) => answers(open, one));
    expect(short).toMatchObject({ finish: 'length', generatedTokens: 2 });
    const twice = [0, 1, 0].map((sample, index) => ({
      ...request({ id: `${index}`, input: 'Hello' }),
      sample,
    }));
    const drawn = await opened({ sampling: { temperature: 2, maxTokens: 16 } }, (open) =>
      answers(open, twice),
    );
    expect(drawn[0]?.text).toBe(drawn[2]?.text);
    expect(drawn[0]?.text).not.toBe(drawn[1]?.text);
  });

  test('sent as a whole in spite of what was asked are read all the same', async () => {
    const [streamed] = await opened({}, (open) => answers(open, one));
    const whole = await underFault({ whole: true });
    expect({ text: whole.text, finish: whole.finish, tokens: whole.tokens }).toEqual({
      text: streamed?.text,
      finish: streamed?.finish,
      tokens: streamed?.tokens,
    });
  });
});

test('the time of an answer counts from the try that was answered, without those before it', async () => {
  let sent = 0;
  const watch = { requested: () => void (sent = performance.now()), refused: () => undefined };
  const patience = { tries: 2, firstWaitMs: 200, longestWaitMs: 200 };
  await opened(
    {},
    async (open) => {
      server.set({ refuse: { status: 503, times: 1 } });
      let took = 0;
      const deliver = (output: Output): void => {
        took = performance.now() - sent;
        expect(output.totalMs).toBeLessThanOrEqual(took);
        expect(output.firstTokenMs).toBeLessThanOrEqual(output.totalMs);
      };
      good(await open.generate(one, deliver, never));
      expect(took).toBeGreaterThan(0);
    },
    { watch, patience },
  );
});

describe('the manifest', () => {
  test('has what the server says of itself and what it takes notice of', async () => {
    const stops = ['###'];
    await opened({ sampling: { temperature: 0.8, topK: 40, topP: 0.9, minP: 0.05, stops } }, (open) => {
      const { engine, model, template, processId } = open.manifest;
      expect(engine).toMatchObject({
        engine: 'openai',
        server: 'vllm',
        version: '0.32.0',
        fingerprint: 'vllm-0.32.0-1a2b3c4d',
        root: '/models/desk-clerk-3m',
        context: 512,
        sent: 'messages',
      });
      const facts = engine.engine === 'openai' ? engine.facts : [];
      expect(Object.fromEntries(facts.map(({ name, value }) => [name, value]))).toMatchObject({
        'vllm block_size': '16',
        'token ids of the prompt': 'there',
        'token ids of the answer': 'there',
        'log-probabilities of the prompt': 'there',
        tokenizer: 'there',
      });
      expect([model.files, model.hashes, template.renderer, processId]).toEqual([
        [servedModel],
        [],
        'server',
        null,
      ]);
      expect(settingsOf(open)).toEqual({
        model: servedModel,
        parallel: '2',
        timeout: '60',
        temperature: '0.8',
        seed: '7',
        maxTokens: '48',
        topK: '40',
        topP: '0.9',
        minP: '0.05',
        stops: '["###"]',
      });
      return Promise.resolve();
    });
  });

  test('names settings that the server takes and does not use', async () => {
    server.set({ ignore: ['seed', 'top_k', 'stop', 'max_tokens'] });
    await opened({ sampling: { temperature: 1, topK: 40, topP: 0.9, stops: ['###'] } }, (open) => {
      expect(settingsOf(open)).toMatchObject({
        seed: 'sent, not honoured',
        topK: 'sent, not honoured',
        stops: 'sent, not honoured',
        maxTokens: 'sent, not honoured',
        topP: '0.9',
      });
      return Promise.resolve();
    });
    server.set({ ignore: ['temperature'] });
    await opened({}, (open) => {
      expect(settingsOf(open)).toMatchObject({ temperature: null, seed: null });
      return Promise.resolve();
    });
  });

  test('says that token ids are not there, and the output’s hashes are then empty', async () => {
    server.set({ lacks: ['token_ids', 'tokenizer', 'usage', 'fingerprint', 'version'] });
    const [output] = await opened({}, (open) => {
      const { engine } = open.manifest;
      expect(engine).toMatchObject({ version: null, fingerprint: null });
      return answers(open, one);
    });
    expect(output).toMatchObject({ promptHash: '', tokenHash: '', promptTokens: 0, finish: 'end' });
  });
});

describe('what goes wrong', () => {
  test('before anything was generated is tried again, as late as the server asks', async () => {
    const [expected] = await opened({}, (open) => answers(open, one));
    for (const status of [429, 503])
      expect((await underFault({ refuse: { status, times: 2, retryAfter: '0.005' } })).text).toBe(
        expected?.text,
      );
    const given = await underFault({ refuse: { status: 503, times: 9 } });
    expect(given).toMatchObject({ finish: 'error', error: { code: 'endpoint_failed' } });
    expect(given.error?.message).toContain('status 503: The server is busy.');
    server.set({});
    await opened({}, async (open) => {
      server.set({ refuse: { status: 503, times: 99 } });
      const { ended, outputs } = await generate(open);
      // Two may be their own fault; the others wait for the server to be well again.
      expect([ended.ok, outputs.length]).toEqual([false, 2]);
    });
  });

  test('in the middle of an answer is a failed output with its cause, and is not tried again', async () => {
    const dropped = await underFault({ drop: { afterPieces: 2, times: 1 } });
    expect(dropped).toMatchObject({ finish: 'error', text: '', error: { code: 'endpoint_failed' } });
    expect(dropped.error?.message).toMatch(/broke .*after \d+ characters/);
    expect(server.asked).toHaveLength(1);
    const cut = await underFault({ cutJson: { afterPieces: 1, times: 1 } });
    expect(cut.error?.message).toMatch(/broke its answer off after \d+ characters/);
    const whole = await underFault({ whole: true, cutJson: { afterPieces: 0, times: 1 } });
    expect(whole).toMatchObject({ finish: 'error', text: '', error: { code: 'endpoint_failed' } });
    expect(whole.error?.message).toMatch(/broke its answer off/);
    expect(server.asked).toHaveLength(1);
    const said = await underFault({ errorInStream: { afterPieces: 1, times: 1 } });
    expect(said.error?.message).toContain('The engine died.');
  });

  test('is silence: given up after the time that the candidate allows', async () => {
    // The limit holds for what is asked before the first item, too: a slow machine must keep it there.
    const silent = await underFault({ silence: { times: 1 } }, { settings: { timeout: 2 } });
    expect(silent).toMatchObject({ finish: 'error', error: { code: 'engine_timed_out' } });
  });

  test('is a prompt that does not fit: said by the server, or left out of its count without a word', async () => {
    const long = {
      itemId: 'long',
      sample: 0,
      messages: [{ role: 'user' as const, content: 'word '.repeat(600) }],
    };
    const outputs = await opened({}, async (open) => (await generate(open, [long])).outputs);
    expect(outputs[0]).toMatchObject({ finish: 'overlong', text: '', generatedTokens: 0 });
    const template = '{{ messages[-1].content }}';
    const cut = await underFault({ leaveOut: 3, lacks: ['token_ids'] }, { template });
    expect(cut).toMatchObject({ finish: 'overlong', text: '' });
    expect(cut.error?.message).toContain('left 3 tokens');
  });

  test('is another model in the same place: noticed, and the run stops', async () => {
    for (const lacks of [[], ['fingerprint'] as const]) {
      server.set({});
      await opened({}, async (open) => {
        server.set({ otherModel: true, lacks });
        const { ended } = await generate(open);
        expect(ended).toMatchObject({ ok: false, error: { code: 'endpoint_changed' } });
      });
    }
  });

  test('is nobody there any more: what was answered counts, and the run stops', async () => {
    const gone = createServer((_, response) => response.destroy());
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const asked: string[] = [];
    const watch = { requested: (url: string) => void asked.push(url), refused: () => undefined };
    const patience = { tries: 50, firstWaitMs: 1, longestWaitMs: 1 };
    const error = await refusal({ endpoint: `http://127.0.0.1:${port}/v1` }, { watch, patience });
    expect(error.code).toBe('endpoint_unreachable');
    // Nobody was ever there, so it is not waited for as for one that is started again.
    expect(asked).toHaveLength(4);
  });

  test('is a way to another host: not taken', async () => {
    server.set({ redirect: 'http://192.0.2.7/v1/models' });
    const refused: string[] = [];
    const watch = { requested: () => undefined, refused: (target: string) => void refused.push(target) };
    const error = await refusal({}, { watch });
    expect(error).toMatchObject({ code: 'endpoint_redirected' });
    expect(refused).toEqual(['http://192.0.2.7/v1/models']);
  });

  test('is a key that is missing or wrong: the key itself is in no word of it', async () => {
    const key = 'sk-very-secret';
    server.set({ key });
    const variable = { keyVariable: 'SERVED_KEY' };
    expect(await refusal(variable, { environment: {} })).toMatchObject({ code: 'endpoint_key_missing' });
    const wrong = await refusal(variable, { environment: { SERVED_KEY: 'sk-wrong-secret' } });
    expect(wrong.code).toBe('endpoint_key_refused');
    expect(JSON.stringify(wrong)).not.toContain('secret');
    await opened(
      variable,
      async (open) => {
        expect(JSON.stringify(open.manifest)).not.toContain(key);
        expect((await generate(open, one)).ended.ok).toBe(true);
      },
      { environment: { SERVED_KEY: key } },
    );
  });

  test('is a model that the server does not list', async () => {
    const error = await refusal({ model: 'other' });
    expect(error).toMatchObject({ code: 'model_unknown' });
    expect(error.next).toContain(servedModel);
  });

  test('is someone who stops it: what is in flight is not delivered', async () => {
    await opened({}, async (open) => {
      const stop = new AbortController();
      const outputs: Output[] = [];
      const ended = await open.generate(
        requests,
        (output) => {
          outputs.push(output);
          stop.abort();
        },
        stop.signal,
      );
      expect(ended).toMatchObject({ ok: false, error: { code: 'interrupted' } });
      expect(outputs.length).toBeLessThan(requests.length);
    });
  });

  test('is someone who stops it while it waits to try again: that is no failed output', async () => {
    const patience = { tries: 3, firstWaitMs: 60_000, longestWaitMs: 60_000 };
    await opened(
      {},
      async (open) => {
        server.set({ refuse: { status: 503, times: 99 } });
        const { ended, outputs } = await generate(open, requests, AbortSignal.timeout(50));
        expect(ended).toMatchObject({ ok: false, error: { code: 'interrupted' } });
        expect(outputs).toEqual([]);
      },
      { patience },
    );
  });
});
