/** The three ways of counting what is missing, held to the same comparison of scores in which nothing is missing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ComparisonPart, MissingWay } from '../../../../src-main/contract/comparison.ts';
import { outcomes, type Outcome } from '../../../../src-main/contract/output.ts';
import {
  missingRows,
  missingStrataSentence,
  missingWaysSentence,
} from '../../../../src-main/contract/presentation/missing-words.ts';
import { compareScores } from '../../../../src-main/experiment/comparison/compare-scores.ts';
import type { SampleScore } from '../../../../src-main/experiment/comparison/sample-scores.ts';

const missing: readonly Outcome[] = ['failed', 'overlong', 'unsupported', 'judge_error'];

/** One letter an item: 1 right, 0 wrong, u unparsed, f o s j missing, - no row. */
function run(text: string): readonly SampleScore[] {
  const known: Readonly<Record<string, Outcome>> = {
    u: 'unparsed',
    f: 'failed',
    o: 'overlong',
    s: 'unsupported',
    j: 'judge_error',
  };
  return Array.from(text).flatMap((letter, index): SampleScore[] => {
    if (letter === '-') return [];
    const outcome = known[letter] ?? 'scored';
    const value = outcome === 'scored' ? Number(letter) : null;
    return [{ id: `i${index}`, sample: 0, value, outcome, stratum: index % 2 === 0 ? 'even' : 'odd' }];
  });
}

function filled(text: string, as: '0' | '1'): string {
  return text.replaceAll(/[fosj-]/g, as);
}

const guardRail = { margin: 0.1, strata: {}, everyStratum: 0.2, maxMissing: 0.02 };

function compared(baseline: string, candidate: string) {
  return compareScores({
    baseline: run(baseline),
    candidate: run(candidate),
    reruns: [run(baseline)],
    guardRail: { ...guardRail },
    seed: 5,
    resamples: 200,
  });
}

function wayOf(part: ComparisonPart): Omit<MissingWay, 'verdict'> {
  const { n, delta, interval } = part;
  return { n, baseline: part.baseline.mean, candidate: part.candidate.mean, delta, interval };
}

function withoutVerdict(way: MissingWay | undefined): Omit<MissingWay, 'verdict'> | undefined {
  if (way === undefined) return undefined;
  const { n, baseline, candidate, delta, interval } = way;
  return { n, baseline, candidate, delta, interval };
}

test('worked by hand: 10 items, of which the baseline lacks one and the candidate three', () => {
  // Pairs: items 0 to 5. Baseline 5 of 6, candidate 3 of 6. Both lack item 9; the candidate lacks 6 and 7, the baseline 8.
  const { missingWays } = compared('111110110f', '110100fo1s');
  expect(missingWays?.leftOut).toMatchObject({ n: 7, baseline: 5 / 7, candidate: 4 / 7 });
  expect(missingWays?.wrong).toMatchObject({ n: 10, baseline: 0.7, candidate: 0.4 });
  expect(missingWays?.right).toMatchObject({ n: 10, baseline: 0.8, candidate: 0.7 });
  expect(missingWays?.wrong.delta).toBeCloseTo(-0.3, 12);
  expect(missingWays?.right.delta).toBeCloseTo(-0.1, 12);
});

test('unparsed answers are no missing ones', () => {
  expect(compared('11u1', '1u11').missingWays).toBeNull();
});

test('each way is the comparison of scores that were filled in before', () => {
  const side = fc.array(fc.constantFrom('1', '1', '1', '0', 'u', 'f', 'o', 's', 'j', '-'), {
    minLength: 8,
    maxLength: 24,
  });
  fc.assert(
    fc.property(side, side, (first, second) => {
      const length = Math.min(first.length, second.length);
      const [baseline, candidate] = [first, second].map((all) => all.slice(0, length).join(''));
      if (baseline === undefined || candidate === undefined) return;
      // Items that neither side has a row of are no items.
      const kept = Array.from(baseline).map((letter, index) => !(letter === '-' && candidate[index] === '-'));
      const only = (text: string): string =>
        Array.from(text)
          .filter((_, index) => kept[index] === true)
          .join('');
      const found = compared(only(baseline), only(candidate));
      if (found.missingWays == null) {
        expect(/[fosj-]/.test(only(baseline) + only(candidate))).toBe(false);
        return;
      }
      expect(withoutVerdict(found.missingWays.leftOut)).toEqual(wayOf(found));
      for (const [key, as] of [
        ['wrong', '0'],
        ['right', '1'],
      ] as const) {
        const other = compared(filled(only(baseline), as), filled(only(candidate), as));
        expect(withoutVerdict(found.missingWays[key])).toEqual(wayOf(other));
      }
    }),
    { numRuns: 60 },
  );
});

describe('in words', () => {
  const many = (letter: string, count: number): string => letter.repeat(count);

  test('a verdict that depends on them is said, with strata by name', () => {
    // 400 items; the candidate lacks 120 that the baseline has right: wrong, it is far worse, right, it is the same.
    const found = compared(many('1', 400), many('1', 280) + many('f', 120));
    expect(found.verdict).toBe('not comparable');
    expect(missingWaysSentence(found)).toBe(
      'The verdict would be worse if all missing answers were wrong on both sides, and within the guard rail if they were right.',
    );
    expect(missingStrataSentence(found.strata)).toBe(
      'In 2 strata the verdict depends on how missing answers are counted: even, odd.',
    );
    expect(
      missingRows([{ name: 'Overall', part: found }]).map(({ counted, candidate }) => [counted, candidate]),
    ).toEqual([
      ['left out', '100.0'],
      ['all wrong', '70.0'],
      ['all right', '100.0'],
    ]);
  });

  test('one that does not is not', () => {
    const found = compared(many('1', 400), `${many('1', 398)}fo`);
    expect(found.missingWays).not.toBeNull();
    expect(missingWaysSentence(found)).toBeNull();
    expect(missingStrataSentence(found.strata)).toBeNull();
  });

  test('nothing is said where nothing is missing', () => {
    const found = compared('1101', '1111');
    expect(missingWaysSentence(found)).toBeNull();
    expect(missingRows([{ name: 'Overall', part: found }])).toEqual([]);
  });
});

test('every outcome counts as missing or as an answer', () => {
  const answers: readonly Outcome[] = ['scored', 'unparsed', 'truncated'];
  expect([...missing, ...answers].toSorted()).toEqual([...outcomes].toSorted());
});
