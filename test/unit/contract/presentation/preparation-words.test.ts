import { expect, test } from 'vitest';
import { stepSentence } from '../../../../src-main/contract/presentation/preparation-words.ts';
import { stepRecordSchema, type StepRecord } from '../../../../src-main/contract/preparation.ts';

const cases: readonly (readonly [string, StepRecord])[] = [
  [
    '12 hits of 3 rules and 2 names replaced in 7 of 1,400 items: email 8, name 4.',
    {
      step: 'scrub',
      before: 1400,
      after: 1400,
      byRule: { email: 8, phone: 0, name: 4 },
      names: 2,
      changed: 7,
    },
  ],
  [
    'Looked for by 1 rule: nothing was found in 1 item.',
    { step: 'scrub', before: 1, after: 1, byRule: { email: 0 }, names: 0, changed: 0 },
  ],
  [
    '1 hit of 1 rule replaced in 1 of 3 items: email 1. 3 hits found and kept, because a placeholder would change what is named or how it is checked: id 2, check.schema 1.',
    {
      step: 'scrub',
      before: 3,
      after: 3,
      byRule: { email: 1 },
      kept: { id: 2, 'check.schema': 1 },
      names: 0,
      changed: 1,
    },
  ],
  [
    'Looked for by 1 rule: nothing to replace in 3 items. 1 hit found and kept, because a placeholder would change what is named or how it is checked: cluster 1.',
    { step: 'scrub', before: 3, after: 3, byRule: { email: 0 }, kept: { cluster: 1 }, names: 0, changed: 0 },
  ],
  [
    '5 items left out, one kept of each of 4 groups. In 1 group the checks differ: one of them is wrong.',
    { step: 'exact_duplicates', before: 40, after: 35, groups: 4, disagreeing: 1 },
  ],
  [
    'No prompt is there twice in 40 items.',
    { step: 'exact_duplicates', before: 40, after: 40, groups: 0, disagreeing: 0 },
  ],
  [
    '6 groups from a similarity of 0.70, seed 1: 3 cut down to the first item (5 left out), 2 kept as one cluster (4 items) and 1 left as they are.',
    {
      step: 'near_duplicates',
      before: 40,
      after: 35,
      threshold: 0.7,
      shingleWords: 3,
      signatureLength: 128,
      seed: 1,
      groups: 6,
      decisions: { keep_first: 3, cluster: 2, ignore: 1 },
      clustered: 4,
    },
  ],
  [
    'By strata from queue and 2 rules: 1 stratum, 0 bands. 1 item keeps what it had.',
    {
      step: 'strata',
      before: 40,
      after: 40,
      stratumField: 'queue',
      rules: [
        { stratum: 'a', when: { check: 'numeric' } },
        { band: 'b', when: { words_at_least: 400 } },
      ],
      byRule: [1, 0],
      untouched: 1,
      strata: [{ stratum: 'a', items: 40 }],
      bands: [],
    },
  ],
  [
    '5 items written by hand came to the 40 items that were there; no step before this one was taken on them.',
    { step: 'added_by_hand', before: 40, after: 45, added: 5 },
  ],
  [
    '20 of 40 items drawn from 2 strata, within each stratum evenly over weeks and weekdays, seed 9. 3 items have no time and could not be drawn.',
    {
      step: 'sample',
      before: 40,
      after: 20,
      quotas: { strata: {}, others: 10 },
      overTime: true,
      seed: 9,
      generator: 'g',
      untimed: 3,
      strata: [
        { stratum: 'a', available: 20, wanted: 10, drawn: 10 },
        { stratum: 'b', available: 20, wanted: 10, drawn: 10 },
      ],
    },
  ],
];

test.each(cases)('%s', (sentence, record) => {
  expect(stepRecordSchema.parse(record)).toEqual(record);
  expect(stepSentence(record)).toBe(sentence);
});
