import { describe, expect, test } from 'vitest';
import type { ImportHistogram, Preparation } from '../../../../src-main/contract/calls/preparing.ts';
import { failure, success } from '../../../../src-main/contract/result.ts';
import {
  emptyRule,
  firstDrafts,
  ruleOf,
  settingsOf,
} from '../../../../src-renderer/screens/item-sets/prepare-settings.ts';
import {
  enoughWords,
  namesIn,
  timeFinding,
  weekBars,
  weekdayBars,
} from '../../../../src-renderer/screens/item-sets/prepare-words.ts';
import { barPlaces } from '../../../../src-renderer/screens/item-sets/time-chart-geometry.ts';
import { createPreparingStore } from '../../../../src-renderer/stores/preparing-store.ts';
import { scriptedClient, settled } from '../scripted-client.ts';

describe('settings', () => {
  test('scrub by every rule until some are taken away, and need one', () => {
    const known = ['email', 'phone'];
    expect(settingsOf('scrub', firstDrafts, known)).toEqual({ step: 'scrub', rules: known, names: [] });
    expect(settingsOf('scrub', { ...firstDrafts, rules: [] }, known)).toBeNull();
    const named = { ...firstDrafts, rules: [], names: ' Ann \n\n Bo' };
    expect(settingsOf('scrub', named, known)).toEqual({ step: 'scrub', rules: [], names: ['Ann', 'Bo'] });
  });

  test('sort by a column or a whole rule, and by nothing less', () => {
    expect(settingsOf('strata', firstDrafts, [])).toBeNull();
    expect(settingsOf('strata', { ...firstDrafts, stratumField: ' queue ' }, [])).toEqual({
      step: 'strata',
      stratumField: 'queue',
      rules: [],
    });
    const gap = { ...firstDrafts, stratumField: 'queue', stratumRules: [emptyRule] };
    expect(settingsOf('strata', gap, [])).toBeNull();
  });

  test.each([
    [
      { kind: 'matches', value: '\\d+' },
      { stratum: 'a', when: { matches: '\\d+' } },
    ],
    [{ kind: 'matches', value: ' ' }, null],
    [
      { kind: 'words_at_least', value: '400', gives: 'band' },
      { band: 'a', when: { words_at_least: 400 } },
    ],
    [{ kind: 'words_at_most', value: 'many' }, null],
    [{ kind: 'turns_at_least', value: '0' }, null],
    [{ kind: 'tool_present' }, { stratum: 'a', when: { tool_present: true } }],
    [
      { kind: 'equals', value: '3', column: 'level' },
      { stratum: 'a', when: { field: 'level', equals: '3' } },
    ],
    [{ kind: 'equals', value: '3' }, null],
  ] as const)('make of %o the rule %o', (draft, rule) => {
    expect(ruleOf({ ...emptyRule, name: 'a', ...draft })).toEqual(rule);
    expect(ruleOf({ ...emptyRule, ...draft, name: ' ' })).toBeNull();
  });
});

describe('words', () => {
  const week = (name: string, before: number[], after: number[] | null) => ({ week: name, before, after });
  const histogram: ImportHistogram = {
    weeks: [
      week('2026-W02', [4, 0, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 0, 1]),
      week('2026-W03', [0, 0, 20, 0, 0, 0, 0], [0, 0, 2, 0, 0, 0, 0]),
    ],
    untimed: 0,
  };
  const unsampled = { ...histogram, weeks: histogram.weeks.map((one) => ({ ...one, after: null })) };

  test('sum the histogram by week and by weekday', () => {
    expect(weekBars(histogram)).toEqual([
      { label: '2026-W02', before: 5, after: 2 },
      { label: '2026-W03', before: 20, after: 2 },
    ]);
    const days = weekdayBars(histogram);
    expect(days.map(({ before }) => before)).toEqual([4, 0, 20, 0, 0, 0, 1]);
    expect(days.map(({ after }) => after)).toEqual([1, 0, 2, 0, 0, 0, 1]);
    expect(weekdayBars(unsampled).every(({ after }) => after === null)).toBe(true);
  });

  test('say what the bars show', () => {
    expect(timeFinding(weekBars(histogram))).toBe(
      'The sample has 2 items a week, out of 5 to 20 items a week.',
    );
    expect(timeFinding(weekBars(unsampled))).toBe('5 to 20 items a week, from 2026-W02 to 2026-W03.');
  });

  test.each([
    [0, 0, 'There are no items.'],
    [1, 1, 'There are enough items for a margin of 2.0 points.'],
    [3, 3, 'Every stratum has enough items for a margin of 2.0 points.'],
    [1, 3, '1 of 3 strata have enough items for a margin of 2.0 points of their own.'],
    [0, 3, 'No stratum has enough items for a margin of 2.0 points of its own.'],
  ])('answer for %i of %i strata', (enough, strata, words) => {
    expect(enoughWords(enough, strata, 0.02)).toBe(words);
  });

  test('read names one a line, however the lines end', () => {
    expect(namesIn('Ann Lee\r\n\r\n  Bo \n')).toEqual(['Ann Lee', 'Bo']);
  });

  test('place bars by their share of the highest, and the latest weeks where there are many', () => {
    const { places, most } = barPlaces(weekBars(histogram), 80);
    expect(most).toBe(20);
    expect(places.map(({ beforeHeight, afterHeight }) => [beforeHeight, afterHeight])).toEqual([
      [20, 8],
      [80, 8],
    ]);
    const years = Array.from({ length: 200 }, (_, index) => ({ label: `w${index}`, before: 1, after: null }));
    const many = barPlaces(years, 80);
    expect(many.places.at(-1)?.bar.label).toBe('w199');
    expect(many.places.length).toBeLessThan(200);
  });
});

describe('the store', () => {
  const preparation: Preparation = {
    items: 10,
    timed: 0,
    strata: [{ stratum: 'all', items: 10 }],
    columns: [],
    steps: [],
    looked: null,
  };
  const scrub = { step: 'scrub', rules: ['email'], names: [] } as const;
  const record = {
    step: 'scrub',
    before: 10,
    after: 10,
    byRule: { email: 2 },
    names: 0,
    changed: 1,
  } as const;

  async function looked() {
    const scripted = scriptedClient();
    const preparing = createPreparingStore(scripted.client, 'i1');
    void preparing.open(false);
    scripted.last().answer(success(preparation));
    await settled();
    void preparing.look(scrub);
    scripted.last().answer(success({ ...preparation, looked: record }));
    await settled();
    return { ...scripted, preparing };
  }

  test('reads the hits of a scrubbing that was worked out, and again after another look', async () => {
    const { asked, last, preparing } = await looked();
    expect(preparing.store.getState()).toMatchObject({
      busy: null,
      lookedAt: scrub,
      preparation: { looked: record },
    });
    expect(last()).toMatchObject({ name: 'preparing.list_hits', input: { importing: 'i1' } });
    last().answer(success({ rows: [], total: 0, offset: 0 }));
    await settled();
    const before = asked.length;
    void preparing.look(scrub);
    last().answer(success({ ...preparation, looked: record }));
    await settled();
    expect(asked.slice(before).map(({ name }) => name)).toEqual([
      'preparing.look_at_step',
      'preparing.list_hits',
    ]);
  });

  test('a step that is taken is looked at no more, and one that cannot be stays', async () => {
    const { last, preparing } = await looked();
    void preparing.takeStep();
    expect(preparing.store.getState().busy).toBe('changing');
    last().answer(failure('items_none', 'The step would leave no item.'));
    await settled();
    expect(preparing.store.getState()).toMatchObject({
      busy: null,
      error: { code: 'items_none' },
      lookedAt: scrub,
    });
    void preparing.takeStep();
    last().answer(success({ ...preparation, steps: [record] }));
    await settled();
    expect(preparing.store.getState()).toMatchObject({
      error: null,
      lookedAt: null,
      preparation: { steps: [record] },
    });
  });

  test('a look that fails leaves nothing that could be taken', async () => {
    const { last, preparing } = await looked();
    void preparing.look({ step: 'strata', rules: [] });
    last().answer(failure('usage', 'No rule.'));
    await settled();
    expect(preparing.store.getState()).toMatchObject({
      busy: null,
      error: { code: 'usage' },
      lookedAt: null,
      preparation: { items: 10, looked: null },
    });
  });

  test('a look that is stopped is given up, and its late answer thrown away', async () => {
    const { last, preparing } = await looked();
    void preparing.look({ step: 'exact_duplicates' });
    const late = last();
    preparing.stop();
    expect(late.signal?.aborted).toBe(true);
    late.answer(success({ ...preparation, items: 3 }));
    await settled();
    expect(preparing.store.getState()).toMatchObject({
      busy: null,
      lookedAt: null,
      preparation: { items: 10 },
    });
  });

  test('the question about the margin is asked again after every step', async () => {
    const { last, asked, preparing } = await looked();
    void preparing.ask({ margin: 0.02, discordance: 0.1, heldOut: 0.75, seed: 1 });
    await settled();
    expect(last()).toMatchObject({ name: 'preparing.list_strata', input: { margin: 0.02, looked: true } });
    void preparing.takeStep();
    last().answer(success({ ...preparation, steps: [record] }));
    await settled();
    const names = asked.map(({ name }) => name);
    expect(names.slice(-2)).toEqual(['preparing.read_histogram', 'preparing.list_strata']);
    expect(last().input).toMatchObject({ looked: false });
  });
});
