import { expect, test } from 'vitest';
import {
  intervalHead,
  intervalsWords,
  lookSentence,
} from '../../../../src-main/contract/presentation/look-words.ts';

const look = { spending: 'obrien_fleming', share: 1, earlier: [], level: 0.95 } as const;

test('nothing is said where nothing was looked at before the end', () => {
  expect(lookSentence({})).toBeNull();
  expect(lookSentence({ look })).toBeNull();
});

test('a look names its share, the looks before, and its level', () => {
  expect(lookSentence({ look: { ...look, share: 0.42, level: 0.99946 } })).toBe(
    'This is a look at 42.0 % of the answers: by the plan’s spending rule its intervals are 99.946 % ones.',
  );
  expect(lookSentence({ look: { ...look, share: 0.5, earlier: [0.25], level: 0.99695 } })).toBe(
    'This is a look at 50.0 % of the answers, after one at 25.0 %: by the plan’s spending rule its intervals are 99.70 % ones.',
  );
  expect(lookSentence({ look: { ...look, share: 0.5, earlier: [0.1, 0.25], level: 0.99695 } })).toContain(
    'after 2, the latest at 25.0 %:',
  );
});

test('a result at the end says what was looked at before', () => {
  const said = (earlier: readonly number[]) => lookSentence({ look: { ...look, earlier, level: 0.951 } });
  expect(said([0.5])).toBe(
    'It was looked at before the end, at 50.0 % of the answers: by the plan’s spending rule its intervals are 95.1 % ones.',
  );
  expect(said([0.25, 0.5])).toContain('at 25.0 % and 50.0 % of the answers');
  expect(said([0.2, 0.4, 0.6])).toContain('at 20.0 % to 60.0 % (3 times) of the answers');
});

test('a column of intervals is not called 95 % where one is wider', () => {
  expect(intervalHead([{ level: 0.95 }, null, {}])).toBe('95 % interval');
  expect(intervalHead([{ level: 0.95 }, { level: 0.951 }])).toBe('Interval');
  expect(intervalsWords([{ level: 0.95 }])).toBe('95 % intervals');
  expect(intervalsWords([{ level: 0.99 }])).toBe(
    'intervals widened for looks before the end (those of one side’s scores are 95 % ones)',
  );
});
