import { expect, test } from 'vitest';
import { formKinds, type CheckTrial } from '../../../../src-main/contract/calls/slices.ts';
import {
  checkFields,
  countWords,
  freeName,
  kindWords,
  nextRole,
  problemWords,
  readPieces,
  savingWords,
  trialWords,
} from '../../../../src-renderer/screens/item-sets/slice-words.ts';
import {
  freezeSliceRoute,
  itemSetsView,
  sliceRoute,
  sortRoute,
} from '../../../../src-renderer/screens/item-sets/item-sets-query.ts';

const trial = (score: CheckTrial['score'], problems: CheckTrial['problems'] = []): CheckTrial => ({
  score,
  problems,
  reference: null,
  emptyIsRight: false,
});

test('what is typed is saved, on its way, or not saved yet', () => {
  expect(savingWords({ unsaved: false, failing: false })).toBe('Saved.');
  expect(savingWords({ unsaved: true, failing: false })).toBe('Saving.');
  expect(savingWords({ unsaved: true, failing: true })).toContain('Not saved yet.');
});

test('every kind of check has a form and a word', () => {
  expect(Object.keys(checkFields)).toEqual([...formKinds]);
  expect(Object.keys(kindWords)).toEqual([...formKinds]);
  for (const fields of Object.values(checkFields)) expect(fields.length).toBeGreaterThan(0);
});

test('the score is said with its outcome and its reason', () => {
  const scored = { outcome: 'scored', value: 0.5, reason: 'found 1 of 2 facts', span: null } as const;
  expect(trialWords(trial(scored))).toBe('Scores 0.50. Found 1 of 2 facts.');
  expect(trialWords(trial({ ...scored, value: 1, reason: 'read “796”, as expected' }))).toBe(
    'Scores 1. Read “796”, as expected.',
  );
  expect(
    trialWords(trial({ ...scored, outcome: 'unparsed', value: null, reason: 'the output is empty' })),
  ).toBe('Not scored: unparsed. The output is empty.');
  expect(trialWords(trial(null, [{ field: 'answer', line: null, message: 'Write it.' }]))).toContain(
    'not finished',
  );
});

test('an answer is cut where the scorer read it', () => {
  expect(readPieces('Answer: 796 euros', { start: 8, end: 11 })).toEqual(['Answer: ', '796', ' euros']);
  expect(readPieces('796', null)).toEqual(['796', '', '']);
});

test('small words', () => {
  expect(problemWords({ field: 'schema', line: 3, message: 'A comma stands before }.' })).toBe(
    'Line 3: A comma stands before }.',
  );
  expect(countWords(1, 0)).toBe('1 item');
  expect(countWords(1200, 3)).toBe('1,200 items, 3 unfinished');
  expect(nextRole([{ role: 'user', content: '' }])).toBe('assistant');
  expect(nextRole([])).toBe('user');
  const named = (name: string) => ({ slice: 'slice:1', name, items: 0, unfinished: 0, savedAt: '' });
  expect(freeName([])).toBe('Hand-written items');
  expect(freeName(['Hand-written items', 'Hand-written items 2'].map(named))).toBe('Hand-written items 3');
});

test('places of slices and of sorting are read as they are written', () => {
  const places = [
    [sliceRoute('slice:1'), { view: 'slice', slice: 'slice:1', freezing: false }],
    [freezeSliceRoute('slice:1'), { view: 'slice', slice: 'slice:1', freezing: true }],
    ...(
      [
        { of: 'slice', slice: 'slice:1' },
        { of: 'version', set: { name: 'desk', version: 2 } },
      ] as const
    ).map((what) => [sortRoute(what), { view: 'sort', what }] as const),
  ] as const;
  for (const [route, view] of places) expect(itemSetsView(route.query)).toEqual(view);
});
