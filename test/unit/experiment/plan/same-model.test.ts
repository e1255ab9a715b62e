import { expect, test } from 'vitest';
import type { EndpointCandidate } from '../../../../src-main/contract/candidate.ts';
import { isSameModel } from '../../../../src-main/experiment/plan/same-model.ts';

const at = (endpoint: string, model = 'large'): EndpointCandidate => ({
  engine: 'openai',
  name: 'one',
  sampling: { temperature: 0, topK: 0, topP: 1, minP: 0, seed: 0, maxTokens: 64, stops: [] },
  accepted: [],
  endpoint,
  model,
  settings: { parallel: 4, timeout: 60 },
});

test.each([
  ['http://localhost:8000/v1', 'http://127.0.0.1:8000/v1'],
  ['http://localhost:8000/v1', 'http://[::1]:8000/v1'],
  ['http://localhost:8000/v1', 'http://[::ffff:127.0.0.1]:8000/v1'],
  ['http://localhost:8000/v1', 'http://127.1:8000/v1/'],
  ['http://localhost:8000/v1', 'http://LocalHost.:8000/v1'],
  ['http://localhost:8000/v1', 'http://0.0.0.0:8000/v1'],
  ['http://models.example/v1', 'http://Models.Example:80/v1'],
  ['https://models.example/v1', 'https://models.example.:443/v1'],
])('%s and %s are one address', (one, other) => {
  expect(isSameModel(at(one), at(other))).toBe(true);
  expect(isSameModel(at(one), at(other, 'larger'))).toBe(false);
});

test.each([
  ['http://localhost:8000/v1', 'http://localhost:8001/v1'],
  ['http://models.example/v1', 'https://models.example/v1'],
  ['http://models.example/v1', 'http://other.example/v1'],
  ['http://models.example/a/v1', 'http://models.example/b/v1'],
  ['http://128.0.0.1/v1', 'http://localhost/v1'],
])('%s and %s are two', (one, other) => {
  expect(isSameModel(at(one), at(other))).toBe(false);
});
