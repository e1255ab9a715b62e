import { describe, expect, test } from 'vitest';
import type { Sizing } from '../../../../src-main/contract/calls/plans.ts';
import {
  amongCandidatesWords,
  openStrataWords,
  sizingLooksWords,
} from '../../../../src-main/contract/presentation/sizing-words.ts';

const sizing: Sizing = {
  there: 840,
  needed: 1963,
  amongCandidates: null,
  strataTested: 3,
  looks: null,
  detects: 0.03,
  discordance: 0.1,
  discordanceFrom: 'assumed',
  discordanceSource: 'assumed',
  power: 0.8,
  curve: [],
  strata: [],
  ways: [],
};

const stratum = (name: string, there: number, chance: number | null): Sizing['strata'][number] => ({
  stratum: name,
  margin: 0.04,
  mustPass: false,
  there,
  needed: 491,
  neededAmong: 650,
  chance,
  detects: null,
});

test('looks that are paid for are said to be counted in', () => {
  expect(sizingLooksWords(sizing)).toBeNull();
  expect(sizingLooksWords({ ...sizing, looks: { before: 4, level: 0.95775 } })).toBe(
    '4 looks before the end, at equal distances and paid for by O’Brien and Fleming’s function, are counted in: the interval at the end is then a 95.8 % one.',
  );
  expect(sizingLooksWords({ ...sizing, looks: { before: 1, level: 0.951 } })).toMatch(
    /^A look before .* is counted in/,
  );
});

describe('what the items will not settle', () => {
  test('is named, the least likely first, with its chance', () => {
    const strata = [stratum('code', 164, 0.369), stratum('mail', 491, 0.8), stratum('tools', 0, null)];
    expect(openStrataWords({ ...sizing, strata })).toBe(
      'Likely to stay open: tools no items and code 36.9 %, the chance that a stratum’s items settle its margin where nothing is lost. 80.0 % is asked for.',
    );
  });

  test('is counted beyond five, and not said where there is none', () => {
    const strata = Array.from({ length: 7 }, (_, index) =>
      stratum(`s${index}`, 100 + index, 0.2 + index / 100),
    );
    expect(openStrataWords({ ...sizing, strata })).toContain('s3 23.0 %, s4 24.0 % and 2 more,');
    expect(openStrataWords({ ...sizing, strata: [stratum('mail', 491, 0.8)] })).toBeNull();
  });
});

test('several candidates are told their items after Holm', () => {
  expect(amongCandidatesWords(sizing)).toBeNull();
  expect(amongCandidatesWords({ ...sizing, amongCandidates: { tests: 2, needed: 2377 } })).toBe(
    '2,377 items show such a drop of each of the 2 candidates after Holm’s adjustment, whatever the others show.',
  );
});
