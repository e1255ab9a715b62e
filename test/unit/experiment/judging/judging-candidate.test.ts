import { expect, test } from 'vitest';
import type { EndpointDescription, ModelDescription } from '../../../../src-main/contract/manifest.ts';
import { isSameServed } from '../../../../src-main/experiment/judging/judging-candidate.ts';

function served(engine: Partial<EndpointDescription>, model: Partial<ModelDescription> = {}) {
  return {
    engine: {
      engine: 'openai',
      endpoint: 'http://alpha:8000/v1',
      server: 'vllm',
      version: '0.11',
      fingerprint: null,
      root: '/models/eight',
      context: 4096,
      sent: 'messages',
      facts: [],
      ...engine,
    } satisfies EndpointDescription,
    model: {
      files: ['eight'],
      hashes: [],
      size: null,
      architecture: '',
      parameters: null,
      quantisation: null,
      tensorTypes: {},
      trainContext: null,
      ...model,
    } satisfies ModelDescription,
  };
}

type Side = Parameters<typeof served>;
const one = served({});

test.each<[string, Side]>([
  ['the same, read again', [{}]],
  ['another name for what lies at the same place of the same server', [{}, { files: ['judge'] }]],
  ['the server after another start with more context', [{ context: 8192 }]],
])('a judge is a candidate’s model: %s', (_, other) => {
  expect(isSameServed(one, served(...other))).toBe(true);
  expect(isSameServed(served(...other), one)).toBe(true);
});

test.each<[string, Side]>([
  ['another model of the same server', [{ root: '/models/seventy' }, { files: ['seventy'] }]],
  [
    'another model at a place of the same name in another container',
    [{ endpoint: 'http://beta/v1' }, { files: ['judge'] }],
  ],
  ['another place at another address', [{ endpoint: 'http://beta/v1', root: '/models/x' }]],
  ['another quantisation at another address', [{ endpoint: 'http://beta/v1' }, { quantisation: 'fp8' }]],
  ['another version at another address', [{ endpoint: 'http://beta/v1', version: '0.12' }]],
  ['another kind of server', [{ endpoint: 'http://beta/v1', server: 'sglang' }]],
])('a judge is none: %s', (_, [engine, model]) => {
  // Both tell a size: at two addresses that alone makes a model of the same name and place the same.
  const size = 16_060_522_496;
  const [judge, other] = [served({}, { size }), served(engine, { size, ...model })];
  expect(isSameServed(judge, other)).toBe(false);
  expect(isSameServed(other, judge)).toBe(false);
});

// vLLM without `--served-model-name` takes the path in its container as the name.
const mounted = { version: '0.11.0', root: '/model', context: 131072 };

test.each<[string, boolean, ...Side]>([
  ['nothing', false, {}],
  ['its quantisation', false, {}, { quantisation: 'fp8' }],
  ['its size', true, {}, { size: 16_060_522_496 }],
  ['its parameters', true, {}, { parameters: 8_030_261_248 }],
  ['vLLM’s fingerprint', true, { fingerprint: 'vllm-0.11.0-1a2b3c4d' }],
  [
    'llama-server’s fingerprint of its build',
    false,
    { server: 'llama-server', fingerprint: 'b6104-1a2b3c4d' },
  ],
])(
  'the same name and place at two addresses, and of the model is told %s: one model, %s',
  (_, expected, engine, model = {}) => {
    const sides = ['http://alpha:8000/v1', 'http://beta:8000/v1'].map((endpoint) =>
      served({ ...mounted, ...engine, endpoint }, { files: ['/model'], ...model }),
    );
    const [judge = one, candidate = one] = sides;
    expect(isSameServed(judge, candidate)).toBe(expected);
    expect(isSameServed(candidate, judge)).toBe(expected);
    // What only one of them tells is no proof.
    expect(
      isSameServed(judge, served({ ...mounted, endpoint: 'http://beta:8000/v1' }, { files: ['/model'] })),
    ).toBe(false);
  },
);

test('what nothing is told of is known by its name and address alone', () => {
  const silent = { server: 'unknown', version: null, context: null, root: null };
  expect(isSameServed(served(silent), served({ ...silent, endpoint: 'http://beta/v1' }))).toBe(false);
  expect(isSameServed(served(silent), served({ ...silent, endpoint: 'http://ALPHA:8000/v1/' }))).toBe(true);
  // A llama-server that loads its models by name says this of all of them.
  for (const root of [null, '', 'none'])
    expect(isSameServed(served({ ...silent, root }), served({ ...silent, root }, { files: ['other'] }))).toBe(
      false,
    );
});
