import { expect, test } from 'vitest';
import {
  queryOf,
  readingQuery,
  readingStart,
  requestOf,
} from '../../../../src-renderer/screens/read/reading-query.ts';

const candidates = ['q8_0', 'q4_k_m', 'q2_k'];
const flipped = readingStart({ candidates, firstFlipped: 'q4_k_m' });
const notFlipped = readingStart({ candidates, firstFlipped: null });

test('a plain address shows what the first candidate with flips lost and gained', () => {
  const nothing = { parting: null, stratum: null, text: '' };
  expect(readingQuery({}, flipped)).toEqual({ candidate: 'q4_k_m', kinds: ['lost', 'gained'], ...nothing });
  expect(readingQuery({ candidate: 'q8_0' }, flipped).candidate).toBe('q8_0');
  expect(readingQuery({}, null)).toEqual({ candidate: null, kinds: ['lost', 'gained'], ...nothing });
});

test('where nothing has flipped, or not yet, it shows all of the first candidate', () => {
  expect(readingQuery({}, notFlipped)).toMatchObject({ candidate: 'q8_0', kinds: [] });
  expect(readingQuery({ show: 'lost' }, notFlipped).kinds).toEqual(['lost']);
  expect(readingStart({ candidates: [], firstFlipped: null })).toEqual({ candidate: null, kinds: [] });
});

test.each([
  { candidate: 'q2_k', kinds: ['lost'], parting: 'damage', stratum: 'facts', text: 'Oslo' },
  { candidate: 'q2_k', kinds: [], parting: null, stratum: null, text: '' },
  { candidate: 'a', kinds: ['lost', 'gained'], parting: 'coin_toss', stratum: null, text: '' },
] as const)('the address brings %o back', (query) => {
  for (const start of [flipped, notFlipped]) expect(readingQuery(queryOf(query), start)).toEqual(query);
});

test('an address that was made up asks for nothing that does not exist', () => {
  expect(readingQuery({ show: 'lost,nonsense,failed' }, flipped).kinds).toEqual(['lost', 'failed']);
  expect(readingQuery({ parting: 'nonsense' }, flipped).parting).toBeNull();
  expect(requestOf({ candidate: null, kinds: [], parting: null, stratum: null, text: '  ' })).toEqual({
    kinds: [],
  });
});
