import { expect, test } from 'vitest';
import { queryOf, readingQuery, requestOf } from '../../../../src-renderer/screens/read/reading-query.ts';

test('a plain address shows what was lost and gained', () => {
  expect(readingQuery({})).toEqual({ candidate: null, kinds: ['lost', 'gained'], stratum: null, text: '' });
});

test.each([
  { candidate: 'q2_k', kinds: ['lost'], stratum: 'facts', text: 'Oslo' },
  { candidate: null, kinds: [], stratum: null, text: '' },
  { candidate: 'a', kinds: ['lost', 'gained'], stratum: null, text: '' },
] as const)('the address brings %o back', (query) => {
  expect(readingQuery(queryOf(query))).toEqual(query);
});

test('an address that was made up asks for nothing that does not exist', () => {
  expect(readingQuery({ show: 'lost,nonsense,failed' }).kinds).toEqual(['lost', 'failed']);
  expect(requestOf({ candidate: null, kinds: [], stratum: null, text: '  ' })).toEqual({ kinds: [] });
});
