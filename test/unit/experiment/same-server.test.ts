import { expect, test } from 'vitest';
import type { EndpointDescription } from '../../../src-main/contract/manifest.ts';
import { serverChange } from '../../../src-main/experiment/same-server.ts';

function answerer(
  facts: Readonly<Record<string, string>>,
  model: { quantisation?: string; size?: number; parameters?: number } = {},
  hash: string | null = null,
) {
  const engine: EndpointDescription = {
    engine: 'openai',
    endpoint: 'http://127.0.0.1:8000/v1',
    server: 'vllm',
    version: '0.32.0',
    fingerprint: null,
    root: null,
    context: null,
    sent: 'messages',
    facts: Object.entries(facts).map(([name, value]) => ({ name, value })),
  };
  const template = { hash, from: 'model', renderer: 'server' } as const;
  return { engine, model: { quantisation: null, size: null, parameters: null, ...model }, template };
}

test.each([
  ['vllm cache_dtype', 'fp8', 'auto'],
  ['kv_cache_dtype', 'auto', 'fp8_e5m2'],
  ['vllm enable_prefix_caching', 'False', 'True'],
  ['slots', '4', '1'],
])('a server that comes back with another %s is another one', (name, was, is) => {
  const before = answerer({ [name]: was });
  expect(serverChange('served', before, answerer({ [name]: is }))).toMatchObject({
    code: 'endpoint_changed',
    message: expect.stringContaining(`its ${name} was ${was} and is ${is}.`) as unknown,
  });
  // Not told: nobody knows. Other facts, such as what a moment's load makes of them, are no sign.
  expect(serverChange('served', before, answerer({}))).toBeNull();
  expect(serverChange('served', before, answerer({ [name]: was, tokenizer: 'there' }))).toBeNull();
});

test.each([
  ['quantisation', answerer({}, { quantisation: 'fp8' }), answerer({}, { quantisation: 'awq' })],
  ['size', answerer({}, { size: 5_645_312 }), answerer({}, { size: 3_003_392 })],
  ['parameters', answerer({}, { parameters: 2_820_352 }), answerer({}, { parameters: 7_000_000 })],
  ['chat template', answerer({}, {}, 'a1'), answerer({}, {}, 'b2')],
])('a server that comes back with another %s is another one', (name, before, now) => {
  expect(serverChange('served', before, now)?.message).toContain(`its ${name} was `);
  expect(serverChange('served', before, answerer({}))).toBeNull();
  expect(serverChange('served', before, before)).toBeNull();
});
