import { expect, test } from 'vitest';
import { exitCodeOfUnanswered } from '../../../src-main/cli/exit-codes.ts';
import type { OutcomeCounts } from '../../../src-main/contract/comparison.ts';
import { outcomes } from '../../../src-main/contract/output.ts';
import type { FailureCode } from '../../../src-main/contract/result.ts';

const none = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as OutcomeCounts;

function failed(code: FailureCode, counts = none) {
  return { failure: { code, message: 'It cannot be opened.' }, outcomes: counts };
}

test('a plan none of whose runs could answer ends as its failure does', () => {
  expect(exitCodeOfUnanswered([failed('endpoint_unreachable'), failed('backend_unavailable')])).toBe(69);
  expect(exitCodeOfUnanswered([failed('gguf_cut_off'), failed('gguf_cut_off')])).toBe(65);
  expect(exitCodeOfUnanswered([failed('gguf_cut_off'), failed('endpoint_unreachable')])).toBe(69);
});

test('one answer, or one run that did not fail, leaves the verdict to speak', () => {
  const answered = failed('endpoint_unreachable', { ...none, scored: 1 });
  expect(exitCodeOfUnanswered([failed('endpoint_unreachable'), answered])).toBeNull();
  expect(
    exitCodeOfUnanswered([failed('endpoint_unreachable'), { failure: null, outcomes: none }]),
  ).toBeNull();
  expect(exitCodeOfUnanswered([])).toBeNull();
});
