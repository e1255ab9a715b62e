import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CandidateResult, ComparisonResults } from '../../../src-main/contract/calls/results.ts';
import type { SettingDifference } from '../../../src-main/contract/calls/runs.ts';
import {
  answerOf,
  candidatesWithDifferences,
  chosenCandidate,
  costUnit,
  costView,
  drawableCosts,
  forestFinding,
  forestView,
  headVerdict,
  longestForest,
} from '../../../src-renderer/screens/results/results-view.ts';
import {
  differenceWords,
  missingWords,
  openDifferences,
  planWords,
  readFlipsWords,
  settledWords,
  spokenText,
} from '../../../src-renderer/screens/results/results-words.ts';
import {
  namedParts,
  mainColumns,
  otherColumns,
} from '../../../src-renderer/screens/results/number-columns.tsx';
import { reportOptions, queryOfOptions } from '../../../src-renderer/screens/report/report-query.ts';
import { cannedCosts, cannedResults, cannedStrata } from '../../fixtures/canned/canned-results.ts';
import { cannedOverview } from '../../fixtures/canned/canned-runs.ts';

const results = cannedResults('support-desk', false);
const strata = new Map(results.candidates.map(({ candidate }) => [candidate, cannedStrata(candidate)]));

function candidate(name: string, from: ComparisonResults = results): CandidateResult {
  const found = from.candidates.find((one) => one.candidate === name);
  if (found === undefined) throw new Error(`No candidate ${name}.`);
  return found;
}

const lacking: CandidateResult = {
  candidate: 'IQ2_XXS',
  overall: null,
  reason: 'it could not be loaded',
  sentences: {
    first: 'IQ2_XXS was not compared with BF16: it could not be loaded.',
    rest: ['Load it again.'],
  },
  accepted: [],
  strata: 0,
};
const withLacking: ComparisonResults = { ...results, candidates: [...results.candidates, lacking] };

describe('which candidate', () => {
  test('the one in the address, else the one that the decision is about, else the first', () => {
    expect(chosenCandidate(results, 'Q2_K')?.candidate).toBe('Q2_K');
    expect(chosenCandidate(results, 'gone')?.candidate).toBe('Q4_K_M');
    expect(chosenCandidate({ ...results, selected: null }, undefined)?.candidate).toBe('Q8_0');
    expect(chosenCandidate({ ...results, candidates: [] }, 'Q2_K')).toBeNull();
  });
});

describe('the shape before the sentence', () => {
  test('is that of the part which the plan rests on, also before the strata are here', () => {
    expect(headVerdict(candidate('Q4_K_M'), strata)).toBe('worse');
    expect(headVerdict(candidate('Q4_K_M'), new Map())).toBe('worse');
    expect(headVerdict(candidate('Q8_0'), strata)).toBe('within the guard rail');
    expect(headVerdict(candidate('Q3_K_M'), new Map())).toBe('cannot tell yet');
    expect(headVerdict(lacking, strata)).toBe('not comparable');
  });
});

describe('the forest plot', () => {
  test('candidates in the plan’s order, the rerun, then the strata of the chosen one from the worst', () => {
    const { sections } = forestView(results, strata, candidate('Q4_K_M'), false);
    expect(sections[0]?.rows.map(({ name }) => name)).toEqual([
      'Q8_0',
      'Q5_K_M',
      'Q4_K_M',
      'Q3_K_M',
      'Q2_K',
      'BF16 rerun',
    ]);
    const deltas = sections[1]?.rows.map(({ delta }) => delta ?? 0) ?? [];
    expect(deltas).toEqual(deltas.toSorted((a, b) => a - b));
    expect(deltas).toHaveLength(7);
  });

  test('a candidate without outputs keeps its row', () => {
    const row = forestView(withLacking, strata, lacking, false).sections[0]?.rows.find(
      ({ name }) => name === 'IQ2_XXS',
    );
    expect(row).toMatchObject({ delta: null, n: null, note: 'not compared: it could not be loaded' });
  });

  test('of many strata 12 and those that must pass; all of them on demand, up to what a canvas holds', () => {
    const [template] = cannedStrata('Q8_0');
    if (template === undefined) throw new Error('No strata.');
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 400 }), fc.integer({ min: 0, max: 400 }), (count, gating) => {
        const many = Array.from({ length: count }, (_, index) => ({
          ...template,
          stratum: `s${index}`,
          delta: index / 1000,
          gating: index === gating,
        }));
        const one = new Map([['Q8_0', many]]);
        const few = forestView(results, one, candidate('Q8_0'), false);
        const shown = few.sections[1]?.rows ?? [];
        expect(shown).toHaveLength(Math.min(count, 12) + (gating >= 12 && gating < count ? 1 : 0));
        expect(few.shown.map(({ stratum }) => stratum)).toEqual(shown.map(({ name }) => name));
        const all = forestView(results, one, candidate('Q8_0'), true);
        expect(all.sections[1]?.rows).toHaveLength(Math.min(count, longestForest));
        expect(all.hidden).toBe(0);
        expect(few.hidden + shown.length + few.beyond).toBe(count);
      }),
      { numRuns: 40 },
    );
  });

  test('its finding names every candidate once', () => {
    const rows = forestView(results, strata, null, false).sections.flatMap((section) => section.rows);
    expect(forestFinding(rows)).toBe(
      'Q8_0 and Q5_K_M pass; Q4_K_M and Q2_K do not pass; Q3_K_M is still open.',
    );
  });
});

describe('costs', () => {
  test('are drawn in a unit of few digits, the baseline at no change', () => {
    const view = costView(results, cannedCosts, 'fileSize');
    expect(view.words).toBe('file size, GB');
    expect(view.points.at(-1)).toMatchObject({ name: 'BF16 and its rerun', delta: 0, cost: 29.6 });
    expect(view.leftOut).toEqual([]);
    expect(costUnit('seconds', 90).words).toBe('time, seconds');
    expect(costUnit('memory', 5e6)).toEqual({ divisor: 1e6, words: 'memory, MB' });
  });

  test('a candidate without one is named, and a kind that nobody has is not offered', () => {
    const rows = cannedCosts.map((row) => ({
      ...row,
      memory: null,
      tokensPerSecond: row.candidate === 'Q2_K' ? null : row.tokensPerSecond,
    }));
    expect(drawableCosts(results, rows)).toEqual(['fileSize', 'tokensPerSecond', 'seconds']);
    expect(costView(results, rows, 'tokensPerSecond').leftOut).toEqual(['Q2_K']);
    expect(drawableCosts({ ...results, candidates: [lacking] }, cannedCosts)).toEqual([]);
  });

  test('the answer to the plan names the smallest file that passes', () => {
    expect(answerOf(results, cannedCosts)).toContain('The smallest file that passes is Q5_K_M');
  });
});

describe('words', () => {
  test('a peek is named in what is copied', () => {
    expect(spokenText(candidate('Q8_0'), 'Both pass.', false)).toMatch(/^Q8_0 passes\..*Both pass\.$/);
    expect(spokenText(candidate('Q8_0'), null, true)).toMatch(
      /^Peek before the end of the run: Q8_0 passes\./,
    );
  });

  test('what Enter leads to', () => {
    expect(readFlipsWords(candidate('Q4_K_M'), 'right')).toBe('Read the 109 flips');
    expect(readFlipsWords(candidate('Q4_K_M'), 'score')).toBe('Read the 109 items that changed');
    expect(readFlipsWords(lacking, 'right')).toBe('Read the outputs');
  });

  test('missing answers and what they could change', () => {
    const { overall } = candidate('Q4_K_M');
    if (overall?.bounds == null) throw new Error('The canned candidate has bounds.');
    expect(missingWords(overall, 'Q4_K_M', 'BF16')).toBe(
      '6 of 1,840 items have no pair (missing 4 with both and 2 with Q4_K_M alone). ' +
        'Had all gone against Q4_K_M, its change would be −1.0; had all gone for it, −0.5: the verdict is the same.',
    );
    const turned = {
      ...overall,
      bounds: { ...overall.bounds, worst: { ...overall.bounds.worst, verdict: 'worse' as const } },
    };
    expect(missingWords(turned, 'Q4_K_M', 'BF16')).toMatch(
      /−1\.0 \(worse\).*−0\.5 \(within the guard rail\)\.$/,
    );
    expect(missingWords({ ...overall, dropped: 0 }, 'Q4_K_M', 'BF16')).toBeNull();
  });

  test('the plan, its readings and its peeks', () => {
    expect(planWords(results)).toBe(
      'Plan registered 27 Nov 2026, 14:02 UTC, sha256 9f3c…b71e. ' +
        'Held-out items read by registered plans: twice. Nobody looked at results before the end.',
    );
    expect(planWords({ ...results, peeks: 3, heldOutReadings: 0 })).toMatch(
      /b71e\. Results looked at before the end: 3 times\.$/,
    );
  });

  test('settings that differ: those in the way, and those that are settled', () => {
    const { differences } = cannedOverview('support-desk', 'finished', null, 0);
    const [flash, layers, batch] = differences as readonly [
      SettingDifference,
      SettingDifference,
      SettingDifference,
    ];
    expect(openDifferences(differences)).toEqual([flash, layers]);
    expect(differenceWords(flash)).toBe('Q2_K: flash attention off, on was asked for');
    expect(differenceWords(batch)).toBe('Every run: batch 512, 2,048 was asked for');
    const accepted = { ...flash, acceptedAt: '2026-11-28T15:51:00.000Z' };
    expect(settledWords([accepted])).toBe(
      'One setting resolved otherwise than the plan asked for: accepted by name.',
    );
    expect(settledWords([accepted, batch])).toMatch(/: 1 accepted by name, the rest the same for all\.$/);
    expect(settledWords([batch])).toMatch(/: it does not touch the comparison\.$/);
    expect(candidatesWithDifferences([batch], { ...results, candidates: [] })).toEqual(new Set());
    expect(candidatesWithDifferences([flash], results)).toEqual(new Set(['Q2_K', 'Q3_K_M']));
  });
});

describe('the tables', () => {
  test('every column has a head of its own, so that a copy can be read', () => {
    const { overall } = candidate('Q4_K_M');
    if (overall === null) throw new Error('The canned candidate was compared.');
    const parts = namedParts({ ...overall, strata: cannedStrata('Q4_K_M') });
    for (const columns of [mainColumns('Q4_K_M', 'BF16', 'right'), otherColumns(parts)]) {
      const heads = columns.map(({ head }) => head);
      expect(new Set(heads).size).toBe(heads.length);
      for (const { text } of columns)
        for (const part of parts) expect(text(part)).not.toMatch(/NaN|undefined|null/);
    }
  });
});

describe('the report’s options', () => {
  test('go into the address and come back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('html', 'md', 'csv', 'json'),
        fc.boolean(),
        fc.integer({ min: 0, max: 1000 }),
        (format, anonymous, examples) => {
          const options = { format, anonymous, examples } as const;
          expect(reportOptions(queryOfOptions(options))).toEqual(options);
        },
      ),
    );
  });

  test('what is no option is as usual', () => {
    expect(reportOptions({ format: 'pdf', examples: '-1' })).toEqual({
      format: 'html',
      anonymous: false,
      examples: 50,
    });
    expect(reportOptions({ examples: '1e9' }).examples).toBe(50);
  });
});
