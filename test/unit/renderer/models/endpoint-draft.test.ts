import { expect, test } from 'vitest';
import type { EndpointSettings } from '../../../../src-main/contract/calls/models.ts';
import {
  draftOf,
  emptyDraft,
  settingsOf,
  settingsWords,
} from '../../../../src-renderer/screens/models/endpoint-draft.ts';

const url = 'http://127.0.0.1:8000/v1';

test('settings come back from their draft as they were', () => {
  const all: readonly EndpointSettings[] = [
    { key: null, tokenizer: null, timeout: null },
    { key: { in: 'environment', name: 'VLLM_KEY' }, tokenizer: '/models/m.gguf', timeout: 12.5 },
    { key: { in: 'keyring', name: 'vllm-box' }, tokenizer: null, timeout: 600 },
  ];
  for (const settings of all) expect(settingsOf(draftOf(url, settings))).toEqual(settings);
});

test('the first thing that is wrong is named with its field', () => {
  const draft = { ...emptyDraft, address: url };
  expect(settingsOf({ ...draft, address: '127.0.0.1:8000' })).toMatchObject({ field: 'address' });
  expect(settingsOf({ ...draft, place: 'environment', keyName: 'sk-0a1B' })).toMatchObject({
    field: 'keyName',
  });
  expect(settingsOf({ ...draft, place: 'keyring', keyName: 'sk-0a1B2c' })).toMatchObject({
    field: 'keyName',
    message: expect.stringContaining('not the key') as unknown,
  });
  for (const timeout of ['0', 'soon', '100,000'])
    expect(settingsOf({ ...draft, timeout })).toMatchObject({ field: 'timeout' });
  expect(settingsOf({ ...draft, timeout: ' 1,000 ' })).toMatchObject({ timeout: 1000 });
});

test('what an endpoint has beside its address is said, and never a key', () => {
  expect(settingsWords({ key: null, tokenizer: null, timeout: null })).toBe('');
  expect(
    settingsWords({ key: { in: 'keyring', name: 'vllm-box' }, tokenizer: '/m.gguf', timeout: 1000 }),
  ).toBe('key vllm-box in the keyring, vocabulary of /m.gguf, given up after 1,000 s of silence');
});
