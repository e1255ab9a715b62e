import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { endpointIdentifier } from '../../../src-main/app/model-library/endpoint-identifier.ts';
import { draftFromFile, fileFromDraft } from '../../../src-main/app/plans/draft-and-file.ts';
import {
  changedDraft,
  draftJson,
  readDraft,
  type DraftContent,
} from '../../../src-main/app/plans/draft-content.ts';
import type { Json } from '../../../src-main/contract/item.ts';
import { parsePlanFile } from '../../../src-main/experiment/plan/plan-file.ts';
import { openStore } from '../../../src-main/store/open.ts';

const folder = mkdtempSync(join(tmpdir(), 'noisefloor-draft-content-'));
const opened = openStore(folder);
if (!opened.ok) throw new Error(opened.error.message);
const store = opened.data;
afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const one = 'https://one.example/v1';
const other = 'https://other.example/v1';
const text = `decision: Which server
items: facts@1
guard_rail: {margin: 0.02}
baseline: base
candidates:
  base: {gguf: /models/base.gguf}
  served: {endpoint: ${one}, model: m, api_key_keyring: key-of-one, tokenizer: /models/m.gguf, accept: [tokens]}
`;
const file = parsePlanFile(text, 'plan.yaml');
if (!file.ok) throw new Error(file.error.message);
const machine = { physicalCores: 1, logicalCores: 1, continuousIntegration: false };
const imported = draftFromFile(file.data, { name: 'facts', version: 1 }, store, machine);
const content: DraftContent = {
  ...imported,
  endpoints: { ...imported.endpoints, [endpointIdentifier(other)]: other },
};
const [base, served] = content.fields.candidates;
if (base === undefined || served === undefined) throw new Error('the plan has two candidates');
const elsewhere = { endpoint: endpointIdentifier(other), model: 'm' };
const ofOne = { endpoint: one, api_key_keyring: 'key-of-one', tokenizer: '/models/m.gguf' };

function candidatesOf(from: DraftContent) {
  return fileFromDraft(from, store, () => '/models/base.gguf').candidates;
}

test('a candidate keeps what a plan says of its server, under another name too', () => {
  expect(candidatesOf(content)['served']).toMatchObject(ofOne);
  const renamed = changedDraft(content, { candidates: [base, { ...served, name: 'vllm' }] });
  expect(candidatesOf(renamed)['vllm']).toMatchObject({ ...ofOne, accept: ['tokens'] });
});

test.each([
  ['in the place of one that was removed', 'mine'],
  ['under the same name', 'served'],
])('a model of another server %s gets no key and no vocabulary of the first one', (_, name) => {
  const candidates = [base, { ...served, name, endpoint: elsewhere }];
  const changed = candidatesOf(changedDraft(content, { candidates }))[name];
  expect(changed).toMatchObject({ endpoint: other });
  expect(changed).not.toHaveProperty('api_key_keyring');
  expect(changed).not.toHaveProperty('tokenizer');
});

test('a draft from before rules were fields shows those that it carried along', () => {
  const { repeatRule, looks, ...fields } = content.fields;
  expect([repeatRule, looks]).toEqual([null, null]);
  const record = { id: 1, revision: 1, savedAt: '2026-11-29T10:00:00.000Z', pilot: null };
  const carried = {
    ...content.carried,
    repeatRule: { deviations: 2.5 },
    looks: { spending: 'obrien_fleming' },
  };
  const stored = JSON.parse(JSON.stringify({ ...content, fields, carried })) as Json;
  const old = readDraft({ ...record, fields: stored });
  if (!old.ok) throw new Error(old.error.message);
  expect(old.data.content.fields).toMatchObject({
    repeatRule: { kind: 'deviations', z: 2.5 },
    looks: { spending: 'obrien_fleming' },
  });
  expect(old.data.content.carried).toEqual(content.carried);

  // What is taken out in the fields does not come back.
  const { content: read } = old.data;
  const without = changedDraft(read, { repeatRule: null, looks: null });
  const again = readDraft({ ...record, fields: draftJson(without) });
  expect(again).toMatchObject({ ok: true, data: { content: { fields: { repeatRule: null, looks: null } } } });
  expect(fileFromDraft(without, store, () => '/models/base.gguf')).not.toHaveProperty('looks');
});

const judged = parsePlanFile(
  `${text}judge: {endpoint: ${one}, model: grader, api_key_env: JUDGE_KEY, max_tokens: 300, system: Be strict., compares: true}\n`,
  'plan.yaml',
);
if (!judged.ok) throw new Error(judged.error.message);
const withJudge = draftFromFile(judged.data, { name: 'facts', version: 1 }, store, machine);
const judgeOf = (from: DraftContent) => fileFromDraft(from, store, (model) => `/models/${model}.gguf`).judge;
/** As this draft's candidates run. */
const onCpu = { backend: 'cpu', gpu_layers: 0 };
const settled = { max_tokens: 300, system: 'Be strict.', compares: true } as const;

test('a plan’s judge is a field, and what the plan says of it stays to the letter', () => {
  expect(withJudge.fields.judge).toEqual({
    model: null,
    endpoint: { endpoint: endpointIdentifier(one), model: 'grader' },
  });
  expect(judgeOf(withJudge)).toEqual(judged.data.judge);
  expect(judgeOf(content)).toBeUndefined();
  expect(judgeOf(changedDraft(withJudge, { judge: null }))).toBeUndefined();

  // A draft from before the judge was a field carried it along, without its server's address.
  const { judge, ...fields } = withJudge.fields;
  const { endpoints, ...stored } = withJudge;
  expect(endpoints).toHaveProperty(judge?.endpoint?.endpoint ?? '');
  const record = { id: 1, revision: 1, savedAt: '2026-11-29T10:00:00.000Z', pilot: null };
  const old = readDraft({ ...record, fields: draftJson({ ...stored, fields } as DraftContent) });
  if (!old.ok) throw new Error(old.error.message);
  expect(old.data.content.fields.judge).toEqual(judge);
  expect(judgeOf(old.data.content)).toEqual(judged.data.judge);
  // And one that takes it out has none when it is read again.
  const taken = draftJson(changedDraft(old.data.content, { judge: null }));
  expect(readDraft({ ...record, fields: taken })).toMatchObject({
    ok: true,
    data: { content: { fields: { judge: null } } },
  });
});

test('another judge has the plan’s settings of a judge, and a server’s key goes to no other server', () => {
  const endpointOf = (url: string, model: string) => ({
    model: null,
    endpoint: { endpoint: endpointIdentifier(url), model },
  });
  const there = { ...withJudge, endpoints: { ...withJudge.endpoints, [endpointIdentifier(other)]: other } };
  expect(judgeOf(changedDraft(there, { judge: endpointOf(one, 'large') }))).toEqual({
    ...settled,
    accept: [],
    endpoint: one,
    model: 'large',
    api_key_env: 'JUDGE_KEY',
  });
  expect(judgeOf(changedDraft(there, { judge: endpointOf(other, 'grader') }))).toEqual({
    ...settled,
    accept: [],
    endpoint: other,
    model: 'grader',
  });
  const asFile = changedDraft(there, { judge: { model: 'large', endpoint: null } });
  expect(judgeOf(asFile)).toEqual({ ...settled, accept: [], gguf: '/models/large.gguf', ...onCpu });
  // A file runs where the candidates do.
  const { settings } = asFile.fields;
  const onGraphics = changedDraft(asFile, { settings: { ...settings, backend: 'cuda', gpuLayers: 41 } });
  expect(judgeOf(onGraphics)).toMatchObject({ gguf: '/models/large.gguf', backend: 'cuda', gpu_layers: 41 });
  // Chosen again, the first one is what the plan said.
  expect(judgeOf(changedDraft(asFile, { judge: withJudge.fields.judge }))).toEqual(judged.data.judge);

  const file = { gguf: '/models/judge.gguf', context: 8192, threads: 2, max_tokens: 64, accept: [] };
  const ofFile = draftFromFile(
    { ...judged.data, judge: file },
    { name: 'facts', version: 1 },
    store,
    machine,
  );
  expect(judgeOf(ofFile)).toEqual(file);
  // What only a file that runs here has goes to no endpoint.
  expect(judgeOf(changedDraft(ofFile, { judge: endpointOf(one, 'grader') }))).toEqual({
    max_tokens: 64,
    accept: [],
    endpoint: one,
    model: 'grader',
  });
});

test('what belongs to a judge’s model goes to no other model', () => {
  const ofModel = { template: '/templates/old.jinja', stop: ['<|im_end|>'] };
  const engine = { backend: 'cuda', gpu_layers: 20, context: 32_768, mode: 'fast', batch: 64 } as const;
  const ofJudging = { ...settled, temperature: 0.2, parallel: 2, accept: [] };
  const from = (judge: NonNullable<typeof judged.data.judge>) =>
    draftFromFile({ ...judged.data, judge }, { name: 'facts', version: 1 }, store, machine);
  const file = { ...ofJudging, ...ofModel, ...engine, gguf: '/models/old.gguf' };
  const server = { ...ofJudging, ...ofModel, endpoint: one, model: 'old' };
  const large = { model: 'large', endpoint: null };
  for (const own of [file, server]) {
    expect(judgeOf(from(own))).toEqual(own);
    const other = judgeOf(changedDraft(from(own), { judge: large }));
    expect(other).toEqual({ ...ofJudging, gguf: '/models/large.gguf', ...onCpu });
    const beside = { model: null, endpoint: { endpoint: endpointIdentifier(one), model: 'large' } };
    const there = { ...from(own), endpoints: { [endpointIdentifier(one)]: one } };
    expect(judgeOf(changedDraft(there, { judge: beside }))).toEqual({
      ...ofJudging,
      endpoint: one,
      model: 'large',
    });
  }
});
