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
  ['the same server by another address, and all that it says the same', [{ endpoint: 'http://beta/v1' }]],
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
])('a judge is none: %s', (_, other) => {
  expect(isSameServed(one, served(...other))).toBe(false);
  expect(isSameServed(served(...other), one)).toBe(false);
});

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
