/** Answers of an endpoint that are forced into a form, by the grammar that the server's own library makes of the schema. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hasForm, type AnswerForm } from '../../../../src-main/engine/answer-form.ts';
import type { OpenCandidate } from '../../../../src-main/engine/engine.ts';
import { createOpenaiEngine } from '../../../../src-main/engine/openai/openai-engine.ts';
import { servedModel } from '../../../fixtures/endpoint-server/answering.ts';
import {
  startEndpointServer,
  type EndpointServer,
} from '../../../fixtures/endpoint-server/endpoint-server.ts';
import type { Faults } from '../../../fixtures/endpoint-server/faults.ts';
import { answers, demoItems, good, never, request } from '../llama/demo.ts';

const form: AnswerForm = { text: 'reasons', choice: 'grade', values: [1, 2, 3] };
let server: EndpointServer;
let open: OpenCandidate;
beforeAll(async () => {
  server = await startEndpointServer();
  const engine = createOpenaiEngine({ patience: { tries: 2, firstWaitMs: 1, longestWaitMs: 1 } });
  open = good(
    await engine.open(
      {
        engine: 'openai',
        name: 'judge',
        endpoint: server.url,
        model: servedModel,
        accepted: [],
        sampling: { temperature: 1.5, topK: 0, topP: 1, minP: 0, seed: 7, maxTokens: 96, stops: [] },
        settings: { parallel: 2, timeout: 20 },
      },
      never,
    ),
  );
});
afterAll(async () => {
  await open.close();
  await server.close();
});
beforeEach(() => {
  server.set({});
});

const setting = async () => good(await open.tryForm(form, never));

test('a server that forces the form is known by one request, and its answers have it', async () => {
  const before = server.asked.length;
  expect(await setting()).toEqual({
    name: 'answerForm',
    requested: 'json',
    resolved: 'json',
    source: 'probe',
  });
  expect(server.asked.length).toBe(before + 1);
  // Greedy, though its answers are drawn: asked again, it is found to be the same.
  expect(server.asked.at(-1)).toMatchObject({ temperature: 0, max_tokens: 96 });
  const outputs = await answers(
    open,
    demoItems('extraction', 4).map((item) => ({ ...request(item), form })),
  );
  expect(server.asked.at(-1)).toMatchObject({ temperature: 1.5 });
  for (const { text } of outputs) expect(hasForm(form, text), text).toBe(true);
});

test('one that takes the form and does not use it, or refuses it, is known as well', async () => {
  server.set({ ignore: ['response_format'] });
  expect(await setting()).toMatchObject({ resolved: 'sent, not honoured' });
  server.set({ refuseForm: true });
  expect(await setting()).toMatchObject({ resolved: 'sent, not honoured' });
});

test.each<[string, Faults]>([
  ['is busy', { refuse: { status: 503, times: 9 } }],
  ['asks to wait', { refuse: { status: 429, times: 9 } }],
  ['fails', { refuse: { status: 500, times: 1 } }],
  ['breaks its connection', { drop: { afterPieces: 2, times: 1 } }],
  ['breaks its answer off', { cutJson: { afterPieces: 2, times: 1 } }],
  ['fails in the middle of its answer', { errorInStream: { afterPieces: 2, times: 1 } }],
])('one that %s says nothing of it', async (_, faults) => {
  server.set(faults);
  expect(await open.tryForm(form, never)).toMatchObject({ ok: false, error: { code: 'endpoint_failed' } });
  server.set({});
  expect(await setting()).toMatchObject({ resolved: 'json' });
});
