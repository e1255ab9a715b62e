import { expect, test } from 'vitest';
import { sittingRemarks } from '../../../../src-main/contract/presentation/sitting-words.ts';

test('a sitting tells its turn in memory and what was met, and nothing where there was nothing', () => {
  expect(sittingRemarks({})).toEqual([]);
  expect(sittingRemarks({ turn: { number: 1, outputs: null } })).toEqual([
    ['Turn in memory', '1, as long as its first block shows'],
  ]);
  expect(sittingRemarks({ turn: { number: 2, outputs: 1200 }, remarks: ['Memory is late.'] })).toEqual([
    ['Turn in memory', '2, 1,200 answers from each candidate'],
    ['Remark', 'Memory is late.'],
  ]);
});
