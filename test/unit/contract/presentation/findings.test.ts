import { describe, expect, it } from 'vitest';

import type { PlanState } from '../../../../src-main/contract/comparison.ts';
import {
  answerSentence,
  cheapestPassing,
  costTitle,
  ledgerTitle,
  ratioWords,
} from '../../../../src-main/contract/presentation/findings.ts';
import { outcomeCounts } from '../../../fixtures/comparison.ts';

const result = (name: string, plan: PlanState | null, cost: number | null) => ({ name, plan, cost });
const baseline = { name: 'BF16', cost: 29.6 };

describe('the answer', () => {
  it('is the candidate’s own headline where there is one, or no plan', () => {
    expect(answerSentence([result('Q4', 'passes', 9)], baseline)).toBeNull();
    expect(answerSentence([result('Q4', null, 9), result('Q2', null, 5)], baseline)).toBeNull();
  });

  it('counts what passes and names the smallest', () => {
    const results = [result('Q8', 'passes', 15.7), result('Q5', 'passes', 10.5), result('Q4', 'fails', 9)];
    expect(answerSentence(results, baseline)).toBe(
      '2 of 3 candidates pass. The smallest file that passes is Q5, about a third of the size of BF16.',
    );
    expect(answerSentence(results.slice(0, 2), baseline)).toBe(
      'Both candidates pass. The smallest file that passes is Q5, about a third of the size of BF16.',
    );
    expect(answerSentence([result('Q8', 'passes', null), result('Q5', 'passes', null)], baseline)).toBe(
      'Both candidates pass.',
    );
  });

  it('names the only one that passes', () => {
    const results = [result('Q8', 'passes', 14.8), result('Q4', 'fails', 9)];
    expect(answerSentence(results, baseline)).toBe(
      'Of 2 candidates only Q8 passes, at half the size of BF16.',
    );
    expect(answerSentence([result('Q8', 'passes', 40), result('Q4', 'open', 9)], baseline)).toBe(
      'Of 2 candidates only Q8 passes.',
    );
  });

  it('says when nothing is decided', () => {
    const open = ['a', 'b', 'c'].map((name) => result(name, 'open', 1));
    expect(answerSentence(open, baseline)).toBe('It cannot be told yet: all 3 candidates are still open.');
    expect(answerSentence(open.slice(1), baseline)).toBe(
      'It cannot be told yet: both candidates are still open.',
    );
  });

  it('says why none passes', () => {
    expect(
      answerSentence([result('a', 'fails', 1), result('b', 'fails', 1), result('c', 'open', 1)], baseline),
    ).toBe('No candidate passes: 2 do not pass and 1 is still open.');
    expect(answerSentence([result('a', 'fails', 1), result('b', null, 1)], baseline)).toBe(
      'No candidate passes: 1 does not pass and 1 was not compared.',
    );
  });
});

describe('ratios', () => {
  it.each([
    [0.3333, 'a third of the size of BF16'],
    [0.35, 'about a third of the size of BF16'],
    [0.5, 'half the size of BF16'],
    [0.505, 'half the size of BF16'],
    [0.53, 'about half the size of BF16'],
    [0.42, '42 % of the size of BF16'],
    [0.034, '3.4 % of the size of BF16'],
    [2.34, '2.3 times the size of BF16'],
  ])('says %f as %s', (ratio, text) => {
    expect(ratioWords(ratio, 'the size', 'BF16')).toBe(text);
  });
});

describe('titles', () => {
  const results = [result('Q8', 'passes', 15.7), result('Q5', 'passes', 9.9), result('Q4', 'fails', 9)];

  it('say what passes at which cost', () => {
    expect(costTitle(results, baseline, 'fileSize', 'right')).toBe(
      'Q5 passes at a third of the size of BF16',
    );
    const fast = [result('Q8', 'passes', 171), result('Q5', 'passes', 214)];
    expect(costTitle(fast, { name: 'BF16', cost: 96 }, 'tokensPerSecond', 'right')).toBe(
      'Q5 passes at 2.2 times the speed of BF16',
    );
    expect(cheapestPassing(fast, 'tokensPerSecond')?.name).toBe('Q5');
    expect(cheapestPassing([result('a', 'passes', 5), result('b', 'passes', 5)], 'seconds')?.name).toBe('a');
  });

  it('name the measure where the numbers carry no finding', () => {
    expect(costTitle([result('Q4', 'fails', 9)], baseline, 'memory', 'right')).toBe(
      'Change in items right against memory',
    );
    expect(costTitle([result('Q4', 'passes', 29)], baseline, 'fileSize', 'score')).toBe(
      'Change in mean score against file size',
    );
    expect(costTitle(results, { name: 'BF16', cost: null }, 'fileSize', 'right')).toBe(
      'Change in items right against file size',
    );
  });

  it('say which outcome stands out, if one does', () => {
    const run = (name: string, scored: number, truncated: number, unparsed: number) => ({
      name,
      counts: outcomeCounts({ scored, truncated, unparsed }),
    });
    const bf16 = run('BF16', 1825, 6, 9);
    expect(ledgerTitle(bf16, [run('Q4', 1801, 22, 17), run('Q2', 1711, 71, 58)])).toBe(
      'Q2 is cut off in 71 of 1,840 answers, BF16 in 6',
    );
    expect(ledgerTitle(bf16, [run('Q8', 1824, 6, 10)])).toBe('How outputs ended');
    expect(ledgerTitle(bf16, [run('Q2', 100, 71, 58)])).toBe('How outputs ended');
    expect(ledgerTitle(bf16, [])).toBe('How outputs ended');
  });
});
