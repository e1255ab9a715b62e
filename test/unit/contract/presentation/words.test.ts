import { describe, expect, it } from 'vitest';

import type { ComparisonPart } from '../../../../src-main/contract/comparison.ts';
import type { SentenceOptions } from '../../../../src-main/contract/presentation/words.ts';
import {
  acceptedSentence,
  boundsSentence,
  decidingPart,
  explanation,
  headline,
  listWords,
  measureOf,
  rangeWords,
  standsOutSentence,
  verdictSentence,
} from '../../../../src-main/contract/presentation/words.ts';
import { comparison, emptyPart, interval, noise, part, stratum } from '../../../fixtures/comparison.ts';

const sides = { candidate: 'Q4_K_M', baseline: 'BF16' };
const say = (from: ComparisonPart, options: Partial<SentenceOptions> = {}): string =>
  verdictSentence(from, sides, { measure: 'right', ...options });

const worse = part(-0.066, -0.101, -0.035, { verdict: 'worse', margin: 0.03 });
const within = part(-0.007, -0.019, 0.004);
const better = part(0.069, 0.03, 0.121, { verdict: 'better', noise: noise(0.023) });
const cannot = part(-0.01, -0.025, 0.004, { verdict: 'cannot tell yet', needed: 1240 });
const notComparable = emptyPart('the prompts differ from token 12 of tc-0412 on.');

describe('the verdict of a part', () => {
  it('follows the template of each verdict', () => {
    expect(say(worse)).toBe(
      'Q4_K_M is worse than BF16: 6.6 points fewer right (10.1 to 3.5 fewer), and the plan allows 3.0.',
    );
    expect(say(within)).toBe(
      'Q4_K_M stays within the guard rail: 0.7 points fewer right (1.9 fewer to 0.4 more), and 2.0 are allowed.',
    );
    expect(say(better)).toBe(
      'Q4_K_M is better than BF16: 6.9 points more right (3.0 to 12.1 more), beyond what a rerun shows.',
    );
    expect(say(cannot)).toBe(
      'It cannot be told yet whether Q4_K_M keeps within 2.0 points: from 2.5 fewer to 0.4 more, all fit the answers. About 1,240 further items would settle it.',
    );
    expect(say(notComparable, { nextStep: 'Accept the difference by name' })).toBe(
      'Q4_K_M cannot be compared with BF16: the prompts differ from token 12 of tc-0412 on. Accept the difference by name.',
    );
  });

  it('says no more than was measured', () => {
    expect(say({ ...better, noise: null })).not.toContain('rerun');
    expect(say({ ...cannot, needed: null })).not.toContain('further');
    expect(say({ ...cannot, needed: 1 })).toContain('About 1 further item would');
    expect(say(notComparable)).toMatch(/on\.$/);
    expect(say(emptyPart(''))).toBe('Q4_K_M cannot be compared with BF16.');
  });

  it('says when the estimate does not change', () => {
    expect(say(part(0, -0.012, 0.012))).toContain(': as many right as BF16 (1.2 fewer to 1.2 more)');
    expect(say(part(-0.0004, -0.012, 0.012))).toContain(': about as many right as BF16 (');
  });

  it('says the change alone where no guard rail applies', () => {
    const free = { margin: null, verdict: null };
    expect(say(part(-0.007, -0.019, 0.004, free))).toBe(
      'Q4_K_M gets 0.7 points fewer right than BF16 (1.9 fewer to 0.4 more). No guard rail applies.',
    );
    expect(say(part(0, -0.01, 0.01, free))).toBe(
      'Q4_K_M gets as many right as BF16 (1.0 fewer to 1.0 more). No guard rail applies.',
    );
    expect(say(part(-0.007, -0.019, 0.004, free), { measure: 'score' })).toBe(
      'Q4_K_M is 0.7 points lower in mean score than BF16 (1.9 lower to 0.4 higher). No guard rail applies.',
    );
    expect(say(part(0, -0.01, 0.01, free), { measure: 'score' })).toContain(
      'has the same mean score as BF16 (1.0 lower to 1.0 higher)',
    );
    expect(say(emptyPart('no pairs', { verdict: null }))).toBe('Q4_K_M is not compared with BF16: no pairs.');
  });

  it('names the part in front, with the name or with "it"', () => {
    const where = { stratum: 'tool_call' };
    expect(say(worse, { where })).toMatch(/^On tool_call, Q4_K_M is worse/);
    expect(say(worse, { where, subject: 'pronoun' })).toMatch(/^On tool_call it is worse/);
    expect(say(within, { where: 'overall', subject: 'pronoun' })).toMatch(/^Overall it stays/);
    expect(say(within, { subject: 'pronoun' })).toMatch(/^It stays/);
    expect(say(cannot, { subject: 'pronoun' })).toMatch(/^It cannot be told yet whether it keeps/);
    expect(say(cannot, { where })).toMatch(/^On tool_call it cannot be told yet whether Q4_K_M keeps/);
  });

  it('does not take a name for a pronoun', () => {
    const italic = { candidate: 'italia-q4', baseline: 'BF16' };
    expect(verdictSentence(within, italic, { measure: 'right' })).toMatch(/^italia-q4 stays/);
    expect(verdictSentence(within, italic, { measure: 'right', where: 'overall' })).toMatch(
      /^Overall, italia-q4 stays/,
    );
  });
});

describe('ranges', () => {
  it.each([
    [-0.019, 0.004, '1.9 fewer to 0.4 more'],
    [-0.101, -0.035, '10.1 to 3.5 fewer'],
    [0.03, 0.121, '3.0 to 12.1 more'],
    [-0.01, 0, '1.0 fewer to 0.0 more'],
    [0, 0.01, '0.0 fewer to 1.0 more'],
    [-0.01, -0.0001, '1.0 to 0.0 fewer'],
  ])('says %f to %f as %s', (lo, hi, text) => {
    expect(rangeWords({ lo, hi }, 'right')).toBe(text);
  });
});

describe('what the scores mean', () => {
  it('is told by the methods', () => {
    expect(measureOf(within)).toBe('right');
    expect(measureOf({ ...within, p: { method: 'sign-flip-permutation', value: 0.2 } })).toBe('score');
    expect(measureOf({ ...within, p: null })).toBe('right');
    const fractional = { ...within.baseline, interval: interval(0.7, 0.9) };
    expect(measureOf({ ...within, p: null, baseline: fractional, candidate: fractional })).toBe('score');
    expect(measureOf(notComparable)).toBe('right');
    const clustered = { ...within, p: { method: 'sign-flip-permutation', value: 0.2 } } as const;
    expect(measureOf({ ...clustered, binary: true })).toBe('right');
    expect(measureOf({ ...within, binary: false })).toBe('score');
  });
});

describe('the plan', () => {
  const toolCall = stratum('tool_call', worse, true);
  const longContext = stratum('long_context', cannot);

  it('passes, and says what the overall verdict is', () => {
    const { text, verdict } = headline(comparison(within, { plan: 'passes' }), sides);
    expect(text).toBe(
      'Q4_K_M passes. It stays within the guard rail: 0.7 points fewer right (1.9 fewer to 0.4 more), and 2.0 are allowed.',
    );
    expect(verdict).toBe('within the guard rail');
  });

  it('fails on a stratum, and then says the overall verdict too', () => {
    const result = comparison(within, { plan: 'fails', strata: [longContext, toolCall] });
    const { text, verdict } = headline(result, sides);
    expect(text).toBe(
      'Q4_K_M does not pass. On tool_call it is worse than BF16: 6.6 points fewer right (10.1 to 3.5 fewer), and the plan allows 3.0.',
    );
    expect(verdict).toBe('worse');
    expect(explanation(result, sides)[0]).toMatch(/^Overall it stays within the guard rail/);
  });

  it('names overall before strata', () => {
    const result = comparison({ ...worse, margin: 0.02 }, { plan: 'fails', strata: [toolCall] });
    expect(decidingPart(result)).toEqual({ part: result });
    expect(headline(result, sides).text).toMatch(/^Q4_K_M does not pass. It is worse than BF16/);
    expect(explanation(result, sides)).toEqual(['The noise floor was not measured.']);
  });

  it('stays open on the first part that is open', () => {
    const result = comparison(within, {
      plan: 'open',
      strata: [longContext, stratum('json', cannot, true)],
    });
    expect(decidingPart(result).stratum).toBe('json');
    expect(headline(result, sides).text).toMatch(/^Q4_K_M is still open. On json it cannot be told yet/);
  });

  it('is left out where there is none', () => {
    const free = part(-0.007, -0.019, 0.004, { margin: null, verdict: null });
    expect(headline(comparison(free), sides).text).toMatch(/^Q4_K_M gets 0.7 points fewer right/);
  });

  it('passes the next step on', () => {
    const result = comparison(notComparable, { plan: 'open' });
    expect(headline(result, sides, 'Accept it by name').text).toMatch(/^Q4_K_M is still open\. .*by name\.$/);
  });
});

describe('what stands beside the verdict', () => {
  const measured = { noise: noise(0.005, { flips: { losses: 9, gains: 9, rate: 0.0098 } }) };
  const flips = { losses: 61, gains: 48, rate: 0.0594 };

  it('says whether the change stands out, and by what', () => {
    expect(standsOutSentence(within, sides)).toBe('The noise floor was not measured.');
    expect(standsOutSentence({ ...within, ...measured, standsOut: false }, sides)).toBe(
      'It does not stand out from a rerun.',
    );
    expect(
      standsOutSentence(
        { ...within, ...measured, flips, standsOut: true, standsOutBy: ['delta', 'flips'] },
        sides,
      ),
    ).toBe('It stands out from a rerun: 5.9 % of items flipped, against 1.0 % between two BF16 runs.');
    expect(standsOutSentence({ ...worse, ...measured, standsOut: true, standsOutBy: ['delta'] }, sides)).toBe(
      'It stands out from a rerun: the whole interval lies outside the noise floor of ±0.5 points.',
    );
    expect(standsOutSentence({ ...within, ...measured }, sides)).toContain('cannot be computed');
    const three = { noise: noise(0.005, { replicates: 3 }), flips, standsOut: true } as const;
    expect(standsOutSentence({ ...within, ...three, standsOutBy: ['flips'] }, sides)).toContain(
      'between the BF16 runs',
    );
  });

  it('speaks of missing answers only where they change the verdict', () => {
    const bound = (verdict: ComparisonPart['verdict']) => ({ delta: 0, interval: null, verdict });
    const same = { worst: bound('within the guard rail'), best: bound('within the guard rail') };
    expect(boundsSentence(within, sides)).toBeNull();
    expect(boundsSentence({ ...within, dropped: 6, bounds: same }, sides)).toBeNull();
    expect(
      boundsSentence({ ...within, dropped: 60, bounds: { ...same, worst: bound('worse') } }, sides),
    ).toBe('If the 60 missing answers had all gone against Q4_K_M, the verdict would be worse.');
    expect(boundsSentence({ ...within, dropped: 0, bounds: { ...same, worst: bound('worse') } }, sides)).toBe(
      'If the missing samples had all gone against Q4_K_M, the verdict would be worse.',
    );
    expect(
      boundsSentence({ ...cannot, dropped: 1, bounds: { ...same, worst: bound('cannot tell yet') } }, sides),
    ).toBe('If the one missing answer had gone for Q4_K_M, the verdict would be within the guard rail.');
  });

  it('names accepted differences by day', () => {
    expect(acceptedSentence('Q3_K_M', [])).toBeNull();
    expect(
      acceptedSentence('Q3_K_M', [
        { what: '48 of 49 GPU layers', acceptedAt: '2026-11-28T15:51:00Z' },
        { what: 'flash attention off', acceptedAt: '2026-11-28T15:52:00Z' },
        { what: 'batch 512', acceptedAt: '2026-11-29T09:00:00Z' },
      ]),
    ).toBe(
      'Q3_K_M ran with other settings: 48 of 49 GPU layers and flash attention off, accepted on 28 Nov 2026; batch 512, accepted on 29 Nov 2026.',
    );
  });

  it('lists words', () => {
    expect(listWords([])).toBe('');
    expect(listWords(['a'])).toBe('a');
    expect(listWords(['a', 'b', 'c'])).toBe('a, b and c');
  });
});

describe('the words themselves', () => {
  it('never contain what would mislead', () => {
    const all = [worse, within, better, cannot, notComparable].flatMap((from) =>
      (['right', 'score'] as const).map((measure) => say(from, { measure })),
    );
    for (const text of all) {
      expect(text).not.toMatch(/significant|accuracy|failed|!|NaN|undefined|null|[ (]-\d/);
      expect(text).toMatch(/^[A-Z].*\.$/);
    }
  });
});
