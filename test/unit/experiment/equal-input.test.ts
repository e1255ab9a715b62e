import { expect, test } from 'vitest';
import type {
  Candidate,
  EndpointCandidate,
  InputDifference,
  LlamaCandidate,
  LlamaSettings,
  Sampling,
} from '../../../src-main/contract/candidate.ts';
import { notHonoured, notSent, type EndpointDescription } from '../../../src-main/contract/manifest.ts';
import {
  findInputDifferences,
  findPromptDifference,
  type InputSide,
} from '../../../src-main/experiment/equal-input.ts';
import type { SentPrompt } from '../../../src-main/store/store.ts';

const sampling: Sampling = {
  temperature: 0,
  topK: 0,
  topP: 1,
  minP: 0,
  seed: 0,
  maxTokens: 64,
  stops: [],
};
const here: LlamaCandidate = {
  engine: 'llama',
  name: 'here',
  weights: '/models/a.gguf',
  weightsHashes: [],
  settings: {
    backend: 'cpu',
    gpuLayers: 0,
    context: 512,
    parallel: 4,
    batch: 512,
    threads: 1,
    flashAttention: false,
    cacheKeyType: 'f16',
    cacheValueType: 'f16',
    mmap: true,
  },
  sampling,
  accepted: [],
};
const there: EndpointCandidate = {
  engine: 'openai',
  name: 'there',
  endpoint: 'http://127.0.0.1:8000/v1',
  model: 'a',
  settings: { parallel: 4, timeout: 300 },
  sampling,
  accepted: [],
};

function sent(more: Partial<SentPrompt> = {}): SentPrompt {
  return {
    itemId: 'one',
    sample: 0,
    promptHash: 'text',
    tokenHash: 'ids',
    promptTokens: 12,
    finish: 'end',
    ...more,
  };
}

/** What is kept of the prompts, by their hashes. */
interface Kept {
  readonly texts?: Readonly<Record<string, string>>;
  readonly ids?: Readonly<Record<string, readonly number[]>>;
  /** Names of the candidates whose vocabulary is here. */
  readonly vocabularies?: readonly string[];
}

const words = ['<s>', '▁how', '▁is', '▁it', '?', '▁Please', '▁What', '!'];

function sourceOf({ texts = {}, ids = {}, vocabularies = [] }: Kept) {
  return {
    text: (promptHash: string) => texts[promptHash] ?? null,
    ids: (_promptHash: string, tokenHash: string) => ids[tokenHash] ?? null,
    pieces: (candidate: Candidate, asked: readonly number[]) =>
      Promise.resolve(
        asked.map((id) => (vocabularies.includes(candidate.name) ? (words[id] ?? null) : null)),
      ),
  };
}

function side(candidate: Candidate, prompts: readonly SentPrompt[], more: Partial<Manifest> = {}): InputSide {
  return {
    candidate,
    sent: prompts,
    manifest: {
      engine: candidate.engine === 'llama' ? { engine: 'llama' } : server(),
      template: { hash: null, from: 'model', renderer: 'server' },
      settings: [],
      ...more,
    } as InputSide['manifest'],
  };
}

type Manifest = NonNullable<InputSide['manifest']>;

function server(more: Partial<EndpointDescription> = {}): EndpointDescription {
  return {
    engine: 'openai',
    endpoint: there.endpoint,
    server: 'vllm',
    version: null,
    fingerprint: null,
    root: null,
    context: null,
    sent: 'messages',
    facts: [],
    ...more,
  };
}

function found(baseline: Partial<SentPrompt>, candidate: Partial<SentPrompt>, kept: Kept = {}) {
  return findInputDifferences(side(here, [sent(baseline)]), side(there, [sent(candidate)]), sourceOf(kept));
}

test('the same token ids are the same input, whatever is known of the text; a context of the server’s own is none', async () => {
  expect(await found({}, {})).toEqual([]);
  expect(await found({}, { promptHash: '' })).toEqual([]);
  expect(await found({}, { promptHash: 'with the BOS written out' })).toEqual([]);
});

test('without ids the same text that was read as the same number of tokens is the same input', async () => {
  expect(await found({}, { tokenHash: '' })).toEqual([]);
  expect(await found({}, { tokenHash: '', promptTokens: 13 })).toEqual([
    {
      kind: 'tokens',
      items: 1,
      words:
        'the same prompt was read as another number of tokens, first on item one (12 tokens and 13 tokens), at which token is not known, because there does not tell its token ids',
    },
  ]);
});

const left = [0, 1, 2, 3, 4];
const right = [0, 1, 2, 5, 4, 7];

test('the first differing token is shown by its place, its ids, the pieces around it, and the texts', async () => {
  const texts = { left: '<s> how is it?', right: '<s> how is Please?!' };
  const differing = [
    { promptHash: 'left', tokenHash: 'l', promptTokens: 5 },
    { promptHash: 'right', tokenHash: 'r', promptTokens: 6 },
  ] as const;
  const kept = { texts, ids: { l: left, r: right } };
  expect(await found(...differing, { ...kept, vocabularies: ['here', 'there'] })).toEqual([
    {
      kind: 'prompt',
      items: 1,
      words:
        'the rendered prompt differs, first on item one (5 tokens and 6 tokens), at token 4 (counted from 1): id 3 in "<s>▁how▁is[▁it]?" for here and id 5 in "<s>▁how▁is[▁Please]?!" for there; in the text from character 12 on: "<s> how is it?" and "<s> how is Please?!"',
    },
  ]);
  // A vocabulary that is not here leaves the ids.
  const [unspelt] = await found(...differing, { ...kept, vocabularies: ['here'] });
  expect(unspelt?.words).toContain('id 3 in "<s>▁how▁is[▁it]?" for here and id 5 in 0 1 2 [5] 4 7 for there');
  // Outputs from before ids were kept have their texts.
  const [old] = await found(...differing, { texts });
  expect(old?.words).toBe(
    'the rendered prompt differs, first on item one (5 tokens and 6 tokens), at which token is not known, because only a hash of the token ids was kept when this was run; in the text from character 12 on: "<s> how is it?" and "<s> how is Please?!"',
  );
});

test('the same text that became other ids is shown by its tokens alone; so are ids of an unknown text', async () => {
  const kept = { ids: { l: left, r: right }, vocabularies: ['here', 'there'] };
  const tokens = await found({ tokenHash: 'l', promptTokens: 5 }, { tokenHash: 'r', promptTokens: 6 }, kept);
  expect(tokens).toMatchObject([{ kind: 'tokens', items: 1 }]);
  expect(tokens[0]?.words).toMatch(/^the same prompt became other token ids.*at token 4 .*for there$/);
  const untold = await found(
    { tokenHash: 'l', promptTokens: 5 },
    { promptHash: '', tokenHash: 'r', promptTokens: 6 },
    kept,
  );
  expect(untold).toMatchObject([{ kind: 'prompt' }]);
  expect(untold[0]?.words).toMatch(/^the token ids of the prompt differ, first on item one \(.*at token 4 /);
});

test('a prompt that ends where the other goes on, and a token that begins it twice, are said', async () => {
  const [ended] = await found(
    { tokenHash: 'l' },
    { tokenHash: 'r' },
    { ids: { l: [0, 1], r: [0, 1, 2] }, vocabularies: ['here', 'there'] },
  );
  expect(ended?.words).toContain(
    'at token 3 (counted from 1): nothing, the prompt ends after 2 tokens, for here and id 2 in "<s>▁how[▁is]" for there',
  );
  const [twice] = await found({ tokenHash: 'l' }, { tokenHash: 'r' }, { ids: { l: left, r: [0, ...left] } });
  expect(twice?.words).toContain(
    'at token 2 (counted from 1): id 1 in 0 [1] 2 3 4 for here and id 0 in 0 [0] 1 2 3… for there; token 0 stands once at the beginning for here and 2 times for there',
  );
});

test('nothing known at all is a difference of the prompt', async () => {
  expect(await found({}, { promptHash: '', tokenHash: '' })).toMatchObject([
    { kind: 'prompt', words: expect.stringContaining('there does not tell') as unknown },
  ]);
});

test('a chat template is named as the reason where prompts differ, and is none where the ids are the same', async () => {
  const template = (hash: string) => ({ hash, from: 'model', renderer: 'server' }) as const;
  const of = (tokenHash: string) =>
    findInputDifferences(
      side(here, [sent()], { template: template('aaaaaaaaaaaaaaaa') }),
      side(there, [sent({ promptHash: 'other', tokenHash })], { template: template('bbbbbbbbbbbbbbbb') }),
      sourceOf({}),
    );
  expect((await of('others'))[0]?.words).toMatch(
    /^the chat template is sha256 aaaaaaaaaaaa for here and sha256 bbbbbbbbbbbb for there: the rendered prompt differs/,
  );
  expect(await of('ids')).toEqual([]);
});

test('a prompt that fits one side only is a difference of limits; one whose request failed is none', async () => {
  expect(await found({}, { finish: 'overlong' })).toMatchObject([
    { kind: 'limits', words: expect.stringContaining('does not fit the context of there') as unknown },
  ]);
  expect(await found({}, { finish: 'error', promptHash: '', tokenHash: '' })).toEqual([]);
});

test('a server’s context that leaves the answer less room is a difference of limits, and one that leaves all of it is none', async () => {
  const of = (context: number, promptTokens: number) =>
    findInputDifferences(
      side(here, [sent({ promptTokens })]),
      side(there, [sent({ promptTokens })], { engine: server({ context }) }),
      sourceOf({}),
    );
  expect(await of(400, 336)).toEqual([]);
  expect(await of(400, 337)).toEqual([
    {
      kind: 'limits',
      items: 1,
      words:
        'the context leaves the answer room for 64 tokens with here and for 63 with there, first on item one',
    },
  ]);
});

test('one item’s difference is told without its name', async () => {
  const kept = { ids: { l: left, r: right } };
  const of = (tokenHash: string) =>
    findPromptDifference(
      side(here, [sent({ tokenHash: 'l' })]),
      side(there, [sent({ tokenHash })]),
      sourceOf(kept),
    );
  expect(await of('l')).toBeNull();
  expect(await of('r')).toMatch(/^the same prompt became other token ids, at token 4 /);
});

/** Every two kinds of candidates, and one change to the second of them. */
const pairs = {
  'file and file': [here, { ...here, name: 'other' }],
  'file and endpoint': [here, there],
  'endpoint and endpoint': [there, { ...there, name: 'other' }],
} as const satisfies Record<string, readonly [Candidate, Candidate]>;

interface Change {
  readonly kind: InputDifference;
  readonly words: string;
  readonly change?: (candidate: Candidate) => Candidate;
  readonly manifest?: Partial<Manifest>;
  readonly first?: Partial<Manifest>;
}

const sampled = (more: Partial<Sampling>) => (candidate: Candidate) => ({
  ...candidate,
  sampling: { ...candidate.sampling, ...more },
});
const set = (more: Partial<LlamaSettings>) => (candidate: Candidate) =>
  candidate.engine === 'llama'
    ? { ...candidate, settings: { ...candidate.settings, ...more } }
    : { ...candidate, settings: { ...candidate.settings, parallel: more.parallel ?? 4 } };
const says = (name: string, value: string) => ({ engine: server({ facts: [{ name, value }] }) });
const ignores = (name: string) => ({
  settings: [{ name, requested: '1', resolved: notHonoured, source: 'probe' } as const],
});

const everywhere: readonly Change[] = [
  { kind: 'stops', words: 'stop is [] for', change: sampled({ stops: ['\n'] }) },
  { kind: 'limits', words: 'max_tokens is 64 for', change: sampled({ maxTokens: 32 }) },
  { kind: 'sampling', words: 'seed is 0 for', change: sampled({ seed: 1 }) },
  { kind: 'sampling', words: 'temperature is 0 for', change: sampled({ temperature: 1 }) },
  { kind: 'slots', words: 'parallel is 4 for', change: set({ parallel: 2 }) },
];
const changes: Readonly<Record<keyof typeof pairs, readonly Change[]>> = {
  'file and file': [
    ...everywhere,
    { kind: 'limits', words: 'context is 512 for', change: set({ context: 1024 }) },
    { kind: 'cache', words: 'type of the cache is "f16" for', change: set({ cacheKeyType: 'q8_0' }) },
    { kind: 'cache', words: 'type of the cache is "f16" for', change: set({ cacheValueType: 'q8_0' }) },
    { kind: 'cache', words: 'mode is "without reuse" for', change: set({ mode: 'fast' }) },
  ],
  'file and endpoint': [
    ...everywhere,
    {
      kind: 'cache',
      words: 'type of the cache is "f16" for here and "fp8" for',
      manifest: says('vllm cache_dtype', 'fp8'),
    },
    { kind: 'stops', words: 'stops is sent to there, which takes no notice', manifest: ignores('stops') },
    { kind: 'limits', words: 'maxTokens is sent to there, which', manifest: ignores('maxTokens') },
    { kind: 'sampling', words: 'temperature is sent to there, which', manifest: ignores('temperature') },
  ],
  'endpoint and endpoint': [
    ...everywhere,
    {
      kind: 'cache',
      words: 'type of the cache is "f16" for there and "bf16" for',
      first: says('vllm cache_dtype', 'float16'),
      manifest: says('kv_cache_dtype', 'bfloat16'),
    },
    {
      kind: 'cache',
      words: 'reuse of shared beginnings is "True" for',
      first: says('vllm enable_prefix_caching', 'True'),
      manifest: says('vllm enable_prefix_caching', 'False'),
    },
    {
      kind: 'slots',
      words: 'number of slots is "4" for there and "1" for',
      first: says('slots', '4'),
      manifest: says('slots', '1'),
    },
    { kind: 'stops', words: 'stops is sent to other, which', manifest: ignores('stops') },
  ],
};

const cases = Object.entries(changes).flatMap(([pair, all]) =>
  all.map((one) => [pair as keyof typeof pairs, one.kind, one.words, one] as const),
);

test.each(cases)('%s: %s (%s)', async (pair, kind, words, { change, first, manifest }) => {
  const [one, other] = pairs[pair];
  const prompts = [sent()];
  const same = await findInputDifferences(side(one, prompts), side(other, prompts), sourceOf({}));
  expect(same).toEqual([]);
  const differing = await findInputDifferences(
    side(one, prompts, first),
    side(change?.(other) ?? other, prompts, manifest),
    sourceOf({}),
  );
  expect(differing).toEqual([{ kind, items: null, words: expect.stringContaining(words) as unknown }]);
});

test('what is sent in vain to both, and what greedy answers do not use, is no difference', async () => {
  const prompts = [sent()];
  const ofBoth = (settings: Partial<Manifest>) =>
    findInputDifferences(side(there, prompts, settings), side(there, prompts, settings), sourceOf({}));
  expect(await ofBoth(ignores('stops'))).toEqual([]);
  expect(
    await findInputDifferences(side(here, prompts), side(there, prompts, ignores('seed')), sourceOf({})),
  ).toEqual([]);
  const drawn = sampled({ temperature: 1 });
  expect(
    await findInputDifferences(
      side(drawn(here), prompts),
      side(drawn(there), prompts, ignores('seed')),
      sourceOf({}),
    ),
  ).toMatchObject([{ kind: 'sampling', words: 'seed is sent to there, which takes no notice of it' }]);
  const unsent = {
    settings: [{ name: 'topK', requested: '1', resolved: notSent, source: 'engine' } as const],
  };
  expect(
    await findInputDifferences(side(drawn(here), prompts), side(drawn(there), prompts, unsent), sourceOf({})),
  ).toMatchObject([
    { kind: 'sampling', words: 'topK is not sent to there, whose server has no field for it' },
  ]);
});

test('settings are compared in every sitting: a server may have come back with others', async () => {
  const prompts = [sent()];
  const now = says('vllm cache_dtype', 'float16');
  const [one, other] = [there, { ...there, name: 'other' }].map((of) => side(of, prompts, now));
  const earlier = side(there, prompts, says('vllm cache_dtype', 'fp8')).manifest;
  if (one === undefined || other === undefined || earlier === null) throw new Error('no side');
  const both = (left: InputSide, right: InputSide) => findInputDifferences(left, right, sourceOf({}));
  expect(await both(one, other)).toEqual([]);
  expect(await both(one, { ...other, earlier: [earlier] })).toMatchObject([
    { kind: 'cache', words: 'the type of the cache is "f16" for there and "fp8" for other' },
  ]);
  expect(await both({ ...one, earlier: [earlier] }, other)).toMatchObject([
    { kind: 'cache', words: 'the type of the cache is "fp8" for there and "f16" for other' },
  ]);
});
