import { describe, expect, it } from 'vitest';

import type { ReportInput } from '../../../src-main/report/report-input.ts';
import {
  acceptedOf,
  answerOf,
  candidatesWithDifferences,
  casesInOrder,
  decidedCandidate,
  differingSettingsOf,
  itemsWords,
  measureOfReport,
  runName,
  sentencesOf,
  timesWords,
  missingExample,
  unfinishedWords,
} from '../../../src-main/report/report-view.ts';
import { reportInput } from '../../fixtures/report-input.ts';

const input = reportInput();
const onlyCandidate = (name: string, more: Partial<ReportInput['candidates'][number]> = {}): ReportInput => ({
  ...input,
  candidates: input.candidates.filter((one) => one.name === name).map((one) => ({ ...one, ...more })),
});

describe('names', () => {
  it('of runs', () => {
    expect([1, 2, 3].map((replicate) => runName({ candidate: 'BF16', replicate }))).toEqual([
      'BF16',
      'BF16 rerun',
      'BF16 rerun 2',
    ]);
    expect(itemsWords(input)).toBe('help-desk@3 held-out, 1,828 items');
    expect([0, 1, 2, 3].map(timesWords)).toEqual(['never', 'once', 'twice', '3 times']);
  });
});

describe('the answer', () => {
  it('is one sentence over all candidates, and the headline of a single one', () => {
    expect(answerOf(input)?.text).toMatch(
      /^2 of 5 candidates pass\. The smallest file that passes is Q5_K_M/,
    );
    const single = onlyCandidate('Q4_K_M');
    expect(answerOf(single)?.text).toMatch(/^Q4_K_M does not pass/);
    expect(answerOf(single)?.single?.name).toBe('Q4_K_M');
    expect(answerOf({ ...input, candidates: [] })).toBeNull();
  });

  it('turns on the first candidate that does not pass', () => {
    expect(decidedCandidate(input)?.name).toBe('Q4_K_M');
    expect(decidedCandidate(onlyCandidate('Q8_0'))?.name).toBe('Q8_0');
    expect(decidedCandidate(onlyCandidate('Q8_0', { comparison: null }))).toBeNull();
  });

  it('says why a candidate has no comparison', () => {
    const missing = onlyCandidate('Q4_K_M', {
      comparison: null,
      reason: 'the model could not be loaded.',
      nextStep: 'Run it with fewer GPU layers.',
    });
    const [candidate] = missing.candidates;
    if (candidate === undefined) throw new Error('no candidate');
    expect(sentencesOf(missing, candidate)).toEqual({
      text: 'Q4_K_M was not compared with BF16: the model could not be loaded.',
      verdict: 'not comparable',
      rest: ['Run it with fewer GPU layers.'],
    });
    expect(measureOfReport(missing)).toBe('right');
  });
});

describe('a candidate that ran on another build of the library than the baseline', () => {
  const changed = (key: string, outputs: number): ReportInput => ({
    ...input,
    runs: input.runs.map((run) => ({
      ...run,
      sittings: run.sittings.map((sitting) =>
        run.key.candidate === key && sitting.manifest.engine.engine === 'llama'
          ? {
              ...sitting,
              outputs,
              manifest: {
                ...sitting.manifest,
                engine: { ...sitting.manifest.engine, libraryHashes: { 'libllama.so': 'f'.repeat(64) } },
              },
            }
          : sitting,
      ),
    })),
  });
  const restOf = (report: ReportInput, name: string): string => {
    const candidate = report.candidates.find((one) => one.name === name);
    if (candidate === undefined) throw new Error(`no candidate ${name}`);
    return sentencesOf(report, candidate).rest.join('\n');
  };
  const remark = /did not run alike in every sitting: the native library's build changed/;

  it('is told so, and the others are not', () => {
    expect(restOf(changed('Q4_K_M', 10), 'Q4_K_M')).toMatch(remark);
    expect(restOf(changed('Q4_K_M', 10), 'Q8_0')).not.toMatch(remark);
    expect(restOf(changed('BF16', 10), 'Q8_0')).toMatch(remark);
    expect(restOf(input, 'Q4_K_M')).not.toMatch(remark);
  });

  it('is not where that sitting has no output', () => {
    expect(restOf(changed('Q4_K_M', 0), 'Q4_K_M')).not.toMatch(remark);
  });
});

describe('settings that were not met', () => {
  const settings = differingSettingsOf(input);

  it('are listed once, with their runs and what they mean', () => {
    expect(settings.map(({ name, runs, all }) => [name, runs.length, all])).toEqual([
      ['batch', 7, true],
      ['gpu layers', 1, false],
      ['flash attention', 1, false],
    ]);
    expect(settings[0]?.meaning).toContain('does not touch the comparison');
    expect(settings[1]?.meaning).toBe('BF16 got 49: rounding may differ between the two.');
  });

  it('mark the candidates that they concern alone', () => {
    expect([...candidatesWithDifferences(input)]).toEqual(['Q3_K_M', 'Q2_K']);
  });

  it('are accepted in the plan or later', () => {
    const plan = {
      ...input.plan,
      plan: {
        ...input.plan.plan,
        candidates: input.plan.plan.candidates.map((one) =>
          one.name === 'Q3_K_M' ? { ...one, accepted: ['stops' as const] } : one,
        ),
      },
    };
    const candidate = input.candidates.find(({ name }) => name === 'Q3_K_M');
    if (candidate === undefined) throw new Error('no candidate');
    expect(acceptedOf({ ...input, plan }, candidate).map(({ what }) => what)).toEqual([
      'other stops (accept: stops)',
      '48 of 49 GPU layers',
    ]);
  });
});

describe('runs and items', () => {
  it('say what has not ended', () => {
    expect(unfinishedWords(input)).toBeNull();
    const stopped = input.runs.map((run, index) =>
      index === 2 ? { ...run, state: 'stopped' as const } : run,
    );
    expect(unfinishedWords({ ...input, runs: stopped })).toBe(
      'Not every run has ended: Q8_0 (stopped). The numbers are of what is there so far.',
    );
    const error = { code: 'endpoint_changed', message: 'It is another server.', next: 'Start it.' } as const;
    const failed = input.runs.map((run) =>
      run.key.candidate === 'BF16' ? { ...run, state: 'failed' as const, failure: error } : run,
    );
    expect(unfinishedWords({ ...input, runs: failed })).toBe(
      'Not every run has ended: BF16 (failed), BF16 rerun (failed). The numbers are of what is there so far. BF16, BF16 rerun failed: It is another server. Start it.',
    );
  });

  it('say why a run failed once: here, or in the candidate’s own sentence', () => {
    const error = { code: 'endpoint_changed', message: 'It is another file.', next: 'Put it back.' } as const;
    const down = { code: 'endpoint_failed', message: 'The host is down.' } as const;
    const runs = input.runs.map((run) =>
      ['BF16', 'Q8_0'].includes(run.key.candidate)
        ? { ...run, state: 'failed' as const, failure: run.key.candidate === 'BF16' ? down : error }
        : run,
    );
    const words = (reason: string) => {
      const candidates = input.candidates.map((one) => ({ ...one, comparison: null, reason }));
      return unfinishedWords({ ...input, candidates, runs });
    };
    const begins =
      'Not every run has ended: BF16 (failed), BF16 rerun (failed), Q8_0 (failed). The numbers are of what is there so far. BF16, BF16 rerun failed: The host is down.';
    expect(words(error.message)).toBe(begins);
    // The sentence of a candidate that was not compared has the baseline's reason first.
    expect(words(down.message)).toBe(`${begins} Q8_0 failed: It is another file. Put it back.`);
  });

  it('have an example of why a pair is missing', () => {
    const one = input.candidates.find(({ cases }) => cases.items.length > 0);
    const example = one?.cases.items[0];
    const compared = one?.comparison ?? null;
    if (one === undefined || example === undefined || compared === null)
      throw new Error('the fixture has cases');
    const [sample] = example.samples;
    const there = sample?.baseline ?? null;
    if (sample === undefined || there === null) throw new Error('the fixture has answers');
    const withScore = (outcome: 'unsupported' | 'unparsed') => ({
      ...there,
      score: { outcome, value: null, reason: 'The server gives none.' },
    });
    const missing = (id: string, baseline: 'unsupported' | 'unparsed', candidate: 'unsupported' | null) => {
      const other = candidate === null ? null : withScore(candidate);
      const samples = [{ sample: 0, baseline: withScore(baseline), candidate: other }];
      return { kind: 'missing' as const, item: { ...example.item, id }, samples };
    };
    const lacks = { ...compared, dropped: 2 };
    const asked = (...items: ReturnType<typeof missing>[]) =>
      missingExample({ ...one, comparison: lacks, cases: { ...one.cases, items } }, 'BF16');
    const words = (id: string, name: string) =>
      `Missing, for example: item ${id}, ${name}: The server gives none.`;
    expect(asked(missing('a', 'unsupported', 'unsupported'))).toBe(words('a', 'BF16'));
    // What was not read counts as wrong, and is not what is missing.
    expect(asked(missing('a', 'unparsed', 'unsupported'))).toBe(words('a', one.name));
    expect(asked(missing('a', 'unparsed', null))).toBeNull();
    // The first that has a reason, where others have no answer yet.
    expect(asked(missing('a', 'unparsed', null), missing('b', 'unparsed', 'unsupported'))).toBe(
      words('b', one.name),
    );
    expect(asked()).toBeNull();
    // Cases are not looked for where nothing is missing.
    const unasked = {
      ...one,
      comparison: { ...compared, dropped: 0 },
      get cases(): never {
        throw new Error('looked for');
      },
    };
    expect(missingExample(unasked, 'BF16')).toBeNull();
    expect(() => missingExample({ ...unasked, comparison: lacks }, 'BF16')).toThrow('looked for');
  });

  it('stand lost first, then gained, then missing', () => {
    const cases = input.candidates.flatMap((one) => one.cases.items).toReversed();
    const kinds = casesInOrder(cases).map(({ kind }) => kind);
    expect([...new Set(kinds)]).toEqual(['lost', 'gained', 'missing']);
    expect(kinds).toEqual(
      kinds.toSorted(
        (a, b) => ['lost', 'gained', 'missing'].indexOf(a) - ['lost', 'gained', 'missing'].indexOf(b),
      ),
    );
  });
});
