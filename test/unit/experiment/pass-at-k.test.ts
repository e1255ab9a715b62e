import { expect, test } from 'vitest';
import type { Outcome } from '../../../src-main/contract/output.ts';
import { passAtKOf, toldNumbers } from '../../../src-main/experiment/comparison/pass-at-k.ts';
import type { SampleScore } from '../../../src-main/experiment/comparison/sample-scores.ts';
import {
  passAtKCells,
  passAtKHeads,
  passAtKLine,
  passAtKNotes,
} from '../../../src-main/contract/presentation/pass-at-k-words.ts';

function item(id: string, values: readonly (number | Outcome)[], cluster?: string): SampleScore[] {
  return values.map((value, sample) => ({
    id,
    sample,
    value: typeof value === 'number' ? value : null,
    outcome: typeof value === 'number' ? 'scored' : value,
    ...(cluster === undefined ? {} : { cluster }),
  }));
}

const options = { samples: 4, seed: 7, resamples: 2000 };

test('the numbers told are those that there are samples for', () => {
  expect(toldNumbers(2)).toEqual([1, 2]);
  expect(toldNumbers(5)).toEqual([1, 5]);
  expect(toldNumbers(7)).toEqual([1, 5, 7]);
  expect(toldNumbers(200)).toEqual([1, 5, 10, 200]);
});

test('the mean is over items, cut-off answers are wrong, and part marks are not right', () => {
  const rows = [
    ...item('a', [1, 0, 0, 0]),
    ...item('b', [0, 0.5, 'truncated', 'unparsed']),
    ...item('c', [1, 1, 1, 1]),
    ...item('d', [1, 1, 0, 0]),
  ];
  const [first, all] = passAtKOf(rows, options);
  // (1/4 + 0 + 1 + 1/2) / 4 and (1 + 0 + 1 + 1) / 4, by hand.
  expect(first).toMatchObject({ k: 1, mean: 0.4375, n: 4, short: 0, reason: null });
  expect(all).toMatchObject({ k: 4, mean: 0.75, n: 4 });
  for (const { mean, interval } of [first, all].filter((one) => one !== undefined)) {
    expect(interval?.method).toBe('bootstrap');
    expect(interval?.lo).toBeLessThan(mean ?? 0);
    expect(interval?.hi).toBeGreaterThan(mean ?? 1);
  }
  expect(passAtKOf(rows.toReversed(), options)).toEqual(passAtKOf(rows, options));
});

test('items of one cluster are drawn together', () => {
  const rows = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((id, index) =>
    item(id, index < 3 ? [1, 1] : [0, 0], index < 3 ? 'x' : 'y'),
  );
  const [first] = passAtKOf(rows, { ...options, samples: 2 });
  expect(first?.interval).toMatchObject({ method: 'cluster-bootstrap', n: 2, lo: 0, hi: 1 });
});

test('an item with fewer samples is left out of what it has too few for, and counted', () => {
  const rows = [
    ...item('a', [1, 0, 'failed', 'unsupported']),
    ...item('b', [0, 1, 1, 0]),
    ...item('c', ['failed', 'failed', 'failed', 'failed']),
  ];
  const rates = passAtKOf(rows, options);
  expect(rates).toMatchObject([
    { k: 1, n: 2, short: 0, mean: 0.5 },
    { k: 4, n: 1, short: 1, mean: 1 },
  ]);
  const told = [{ candidate: 'Q4', copies: true, rates }];
  expect(passAtKNotes(told)).toEqual([
    'Q4 was sampled at a temperature of 0: the samples of an item are copies of each other, so that more of them are no more tries.',
    'Q4: 1 item has fewer than 4 samples with a score and is left out of pass@4.',
  ]);
});

test('without a single score there is a reason, in cells and in a line', () => {
  const rates = passAtKOf(item('a', ['failed', 'failed']), { ...options, samples: 2 });
  expect(rates).toMatchObject([
    { k: 1, mean: null, interval: null, reason: 'no item has 1 sample with a score' },
    { k: 2, mean: null, interval: null, reason: 'no item has 2 samples with a score' },
  ]);
  const one = { candidate: 'Q4', copies: false, rates };
  expect(passAtKHeads([one])).toEqual([
    'Candidate',
    'n',
    'pass@1, %',
    '95 % interval',
    'pass@2, %',
    '95 % interval',
  ]);
  const reasons = rates.map(({ reason }) => reason);
  expect(passAtKCells(one)).toEqual(['Q4', '0', '–', reasons[0], '–', reasons[1]]);
  expect(passAtKLine(one)).toContain('pass@1 – (no item has 1 sample with a score)');
});
