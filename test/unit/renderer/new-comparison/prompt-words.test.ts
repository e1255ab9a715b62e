import { describe, expect, test } from 'vitest';
import { fewShotWords, promptFacts } from '../../../../src-main/contract/presentation/composition-words.ts';
import {
  compositionOf,
  everyCandidate,
  problemField,
  typedIds,
  withComposition,
  withoutOwnPrompt,
} from '../../../../src-renderer/screens/new-comparison/prompt-words.ts';
import { cannedFields } from '../../../fixtures/canned/canned-plans.ts';

const drawn = { from: 'drawn', count: 2, seed: 7, sameStratum: true } as const;

describe('the prompt of a draft', () => {
  test('changes for every candidate, or for one that then has its own', () => {
    const shared = { ...cannedFields, ...withComposition(cannedFields, everyCandidate, { fewShot: drawn }) };
    expect(shared.settings).toEqual({ ...cannedFields.settings, fewShot: drawn });
    const own = {
      ...shared,
      ...withComposition(shared, 'Q4_K_M', { promptTemplate: '{{ input }}', accepted: true }),
    };
    expect(own.candidates.map(({ ownPrompt }) => ownPrompt)).toEqual([
      null,
      // It begins with what every candidate has.
      { promptTemplate: '{{ input }}', fewShot: drawn, accepted: true },
      null,
    ]);
    expect(compositionOf(own, 'Q4_K_M')).toEqual({ promptTemplate: '{{ input }}', fewShot: drawn });
    expect(compositionOf(own, 'Q3_K_M')).toEqual({ promptTemplate: null, fewShot: drawn });
    expect(problemField(own, 'Q4_K_M')).toBe('candidates.1.ownPrompt');
    expect(problemField(own, everyCandidate)).toBe('settings.prompt');
    expect(promptFacts(own)).toEqual([
      ['Every other candidate', "exemplars: 2 drawn from the item's stratum, seed 7"],
      [
        'Q4_K_M',
        "exemplars: 2 drawn from the item's stratum, seed 7; a template of 11 characters; the difference is accepted",
      ],
    ]);
    const back = { ...own, ...withoutOwnPrompt(own, 'Q4_K_M') };
    expect(back).toEqual(shared);
  });

  test('is said in words', () => {
    expect(promptFacts(cannedFields)).toEqual([['Every candidate', 'each item as it is']]);
    expect(fewShotWords(null)).toBe('none');
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    expect(fewShotWords({ from: 'fixed', ids })).toBe('7 fixed: a, b, c, d, e and 2 more');
  });

  test('takes ids by line or comma', () => {
    expect(typedIds(' a \nb, c,\n\n')).toEqual(['a', 'b', 'c']);
  });
});
