import { expect, test } from 'vitest';
import {
  judgeUseWords,
  noItemForJudgeWords,
  noJudgeChosenWords,
} from '../../../../src-main/contract/presentation/draft-judge-words.ts';

test('one item and many are spoken of as what they are', () => {
  expect(noJudgeChosenWords(1, 'dev')).toMatch(/^1 dev item has a judge as its check:/);
  expect(noJudgeChosenWords(1200, 'held_out')).toMatch(/^1,200 held-out items have a judge as their check:/);
  expect(judgeUseWords(1, 'held_out', false)).toBe('for the 1 held-out item that needs one,');
  expect(judgeUseWords(2, 'dev', true)).toBe('for the 2 dev items that need one,');
  expect(judgeUseWords(0, 'dev', true)).toContain('compare answers in pairs');
  expect(judgeUseWords(0, 'dev', false)).toBe('that nothing here needs,');
  expect(noItemForJudgeWords('replies@2', 'held_out')).toContain('No held-out item of replies@2');
});
