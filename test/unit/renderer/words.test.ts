import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aboutComparison } from '../../../src-renderer/app/comparison-bar.tsx';
import { localClock, localDay, localTime } from '../../../src-renderer/components/local-time.ts';
import { miniAxis } from '../../../src-renderer/components/mini-forest.tsx';
import { toMarkdown, toTsv } from '../../../src-renderer/components/table-text.ts';
import {
  aboutWords,
  draftWords,
  nextStep,
  progressOf,
  stateWords,
} from '../../../src-renderer/screens/home/home-words.ts';
import { cannedComparisons } from '../../fixtures/canned/canned-comparisons.ts';

const now = new Date('2026-11-29T12:00:00');
const local = (text: string) => new Date(text).toISOString();

function comparison(id: string) {
  const found = cannedComparisons.find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no canned comparison ${id}.`);
  return found;
}

describe('times', () => {
  test('are those of the clock on the wall, with the year where it is another one', () => {
    expect(localTime(local('2026-11-28T16:48:00'), now)).toBe('28 Nov, 16:48');
    expect(localDay(local('2025-01-02T00:00:00'), now)).toBe('2 Jan 2025');
    expect(localClock(local('2026-11-28T04:08:00'))).toBe('04:08');
  });
});

describe('a row of the list', () => {
  test('says its state and what is next', () => {
    const words = (id: string) => stateWords(comparison(id), now);
    expect(words('invoices')).toEqual({
      word: 'Running, 63 %',
      more: '48 min left. Results come at the end.',
      strong: true,
    });
    expect(words('contracts')).toMatchObject({ word: 'Stopped, 34 %', strong: true });
    expect(words('calls').word).toBe('Draft');
    expect(words('old-desk').word).toBe('Damaged');
    expect(words('review').more).toMatch(/^21 Nov, \d\d:\d\d\. IQ4_XS has another chat template\.$/);
    expect(nextStep(comparison('contracts'))).toMatchObject({ label: 'Continue', resumes: true });
    expect(nextStep(comparison('triage'))).toMatchObject({ label: 'Open', route: { view: 'results' } });
    expect(nextStep(comparison('calls'))).toMatchObject({
      label: 'Edit',
      route: { place: 'draft', draft: 'calls' },
    });
    expect(nextStep(comparison('old-desk'))).toBeNull();
  });

  test('says what it is about', () => {
    expect(aboutWords(comparison('support-desk'))).toBe(
      'Larkspur 14B, support-desk@3, 1,840 items, 2.0 allowed',
    );
    expect(aboutWords(comparison('old-desk'))).toBe('');
    expect(draftWords(comparison('calls'))).toBe('2 candidates. 410 of 873 items needed for 3.0 points.');
    expect(draftWords({ ...comparison('calls'), itemsNeeded: 400 })).toBe(
      '2 candidates. 410 items, enough for 3.0 points.',
    );
    expect(draftWords({ ...comparison('calls'), items: null })).toBe('2 candidates. No item set yet.');
    expect(progressOf(comparison('old-desk'))).toBeNull();
  });

  test('has a bar that says the same', () => {
    const { id, state, decision, model, items, changedAt } = comparison('support-desk');
    const view = { available: true, reason: null };
    const head = {
      id,
      state,
      decision,
      model,
      items,
      changedAt,
      baseline: 'BF16',
      candidates: [],
      firstFlipped: null,
      peeks: 0,
      views: { plan: view, run: view, results: view, read: view, review: view, judge: null, report: view },
    };
    expect(aboutComparison({ ...head, startedAt: local('2026-11-28T14:02:00'), finishedAt: null }, now)).toBe(
      'Larkspur 14B, support-desk@3 held-out, 1,840 items, started 28 Nov, 14:02',
    );
    expect(
      aboutComparison({ ...head, model: null, items: null, startedAt: null, finishedAt: null }, now),
    ).toBe('');
  });
});

describe('the small axis', () => {
  const share = fc.double({ min: -0.5, max: 0.5, noNaN: true });

  test('holds every result, zero, and ticks that do not touch', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(share, share, share), { maxLength: 8 }), (results) => {
        const axis = miniAxis(
          results.map(([delta, left, right]) => ({
            delta,
            interval: { lo: Math.min(left, right), hi: Math.max(left, right) },
            halfWidth: null,
            margin: 0.02,
            verdict: null,
          })),
        );
        for (const value of [0, ...results.flat().map((one) => one * 100)]) {
          expect(value).toBeGreaterThanOrEqual(axis.lo - 1e-9);
          expect(value).toBeLessThanOrEqual(axis.hi + 1e-9);
        }
        expect(axis.ticks).toContain(0);
        for (const tick of axis.ticks) expect(tick >= axis.lo && tick <= axis.hi).toBe(true);
        expect((axis.step / (axis.hi - axis.lo)) * 100 >= 27 || axis.step === 100).toBe(true);
      }),
    );
  });
});

describe('tables as text', () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 12 });
  const table = fc
    .integer({ min: 1, max: 5 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
    );

  test('every row is a line and every cell is between two tabs', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const lines = toTsv(rows).split('\n');
        expect(lines).toHaveLength(rows.length + 1);
        lines.slice(0, -1).forEach((line, index) => {
          expect(line.split('\t')).toHaveLength(rows[index]?.length ?? 0);
        });
      }),
    );
  });

  test('pipes and line ends stay inside their cell', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const lines = toMarkdown(rows, new Set([1]))
          .trimEnd()
          .split('\n');
        expect(lines).toHaveLength(rows.length + 1);
        for (const line of lines) {
          const bare = line.replaceAll(/\\[\\|]/g, '');
          expect(bare.split('|')).toHaveLength((rows[0]?.length ?? 0) + 2);
        }
      }),
    );
    expect(
      toMarkdown(
        [
          ['Run', 'n'],
          ['a|b', '1,840'],
        ],
        new Set([1]),
      ),
    ).toBe('| Run | n |\n| --- | --: |\n| a\\|b | 1,840 |\n');
  });
});
