import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createApp, type App } from '../../../src-main/app/create-app.ts';
import { reviewPlan } from '../../../src-main/app/review-plan.ts';
import type { OptionMeasure, Output } from '../../../src-main/contract/output.ts';
import { openStore } from '../../../src-main/store/open.ts';
import {
  baseline,
  dataOf,
  quantised,
  registerSample,
  rerun,
  sampleManifest,
  sampleOutput,
} from '../store/sample-plan.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const context = { signal: new AbortController().signal };

/** Thirty items, twenty of them held out; the quantised one says something else on all but two of these. */
async function reviewable(folder: string): Promise<{ readonly comparison: string; readonly app: App }> {
  const store = dataOf(openStore(folder));
  const comparison = registerSample(store, 30, { resamples: 200 });
  const items = dataOf(store.readPlanItems(comparison, '2026-01-03T00:00:00.000Z'));
  for (const key of [baseline, rerun, quantised]) {
    const sitting = dataOf(store.beginSitting(comparison, key, sampleManifest('2026-01-03T00:00:00.000Z')));
    const outputs = items.map(({ id }, index) => {
      const output = sampleOutput(id);
      return key === quantised && index >= 2 ? { ...output, text: `Another answer to ${id}` } : output;
    });
    dataOf(store.appendOutputs(comparison, key, sitting, outputs));
    dataOf(store.setRunState(comparison, key, 'complete', '2026-01-03T01:00:00.000Z'));
  }
  store.close();
  const app = dataOf(
    await createApp({ dataFolder: folder, shell: { kind: 'browser', detail: '' }, quit: () => undefined }),
  );
  return { comparison, app };
}

test('weighed options are no answers to choose between, and not the same answer either', () => {
  const store = dataOf(openStore(temporaryFolder()));
  const comparison = registerSample(store, 30);
  const items = dataOf(store.readPlanItems(comparison, '2026-01-03T00:00:00.000Z')).slice(0, 8);
  const weighed = (first: number): OptionMeasure => ({
    measured: [first, -1].map((logProbability, index) => ({
      continuation: ` ${index}`,
      logProbability,
      tokens: 1,
      bytes: 2,
    })),
  });
  for (const key of [baseline, quantised]) {
    const sitting = dataOf(store.beginSitting(comparison, key, sampleManifest('2026-01-03T00:00:00.000Z')));
    // Two that differ and three that are the same in words; two that differ and one that is the same by weight.
    const outputs = items.map(({ id }, index): Output => {
      const output = sampleOutput(id);
      const differs = key === quantised && [0, 1, 5, 6].includes(index);
      if (index >= 5) return { ...output, text: '', options: weighed(differs ? -2 : -0.5) };
      return differs ? { ...output, text: `Another answer to ${id}` } : output;
    });
    dataOf(store.appendOutputs(comparison, key, sitting, outputs));
  }
  expect(store.reviewItems(comparison, { one: 'q4_k_m', other: 'bf16' })).toEqual({
    items: items.slice(0, 2).map(({ id }) => id),
    same: 3,
  });
  store.close();
});

test('answers are shown without names, chosen between, taken back, and come to figures', async () => {
  const folder = temporaryFolder();
  const { comparison, app } = await reviewable(folder);
  const ada = { comparison, rater: ' Ada ', one: 'q4_k_m', other: 'bf16' };
  const read = async (asked: typeof ada) => dataOf(await app.handlers['review.read_next'](asked, context));
  const before = dataOf(await app.handlers['review.read_review']({ comparison }, context));
  expect(before).toEqual({ candidates: ['q4_k_m', 'bf16'], baseline: 'bf16', judged: false, raters: [] });

  let place = await read(ada);
  // 18 items, and after every eighth one again.
  expect(place).toMatchObject({ done: 0, total: 20, same: 2 });
  const first = place.next;
  expect(JSON.stringify(first)).not.toMatch(/bf16|q4_k_m/);
  expect(new Set([first?.first.text.slice(0, 3), first?.second.text.slice(0, 3)])).toEqual(
    new Set(['The', 'Ano']),
  );

  // Ada always prefers the baseline's answer, wherever it stands.
  while (place.next !== null) {
    const { item, turn } = place.next;
    const side = place.next.first.text.startsWith('The answer') ? 'first' : 'second';
    place = dataOf(await app.handlers['review.rate_item']({ ...ada, item, turn, side }, context));
  }
  expect(place.done).toBe(20);

  const undone = dataOf(await app.handlers['review.undo_rating'](ada, context));
  expect(undone.done).toBe(19);
  const { item, turn } = undone.next ?? { item: '', turn: 0 };
  place = dataOf(await app.handlers['review.rate_item']({ ...ada, item, turn, side: 'tie' }, context));
  expect(place.next).toBeNull();
  // The same showing once more, as another window would.
  const twice = await app.handlers['review.rate_item']({ ...ada, item, turn, side: 'first' }, context);
  expect(twice).toMatchObject({ ok: false, error: { code: 'rating_stale' } });

  const unsigned = await app.handlers['review.read_next']({ ...ada, rater: '  ' }, context);
  expect(unsigned).toMatchObject({ ok: false, error: { code: 'usage' } });

  // Ben sees another order, whichever of the two he names first.
  const ben = { comparison, rater: 'Ben', one: 'bf16', other: 'q4_k_m' };
  const other = await read(ben);
  expect(other).toMatchObject({ done: 0, total: 20 });
  const shown = other.next ?? { item: '', turn: 0 };
  dataOf(
    await app.handlers['review.rate_item'](
      { ...ben, item: shown.item, turn: shown.turn, side: 'tie' },
      context,
    ),
  );

  const { figures } = dataOf(await app.handlers['review.read_figures']({ comparison }, context));
  expect(figures?.raters.map(({ rater, ratings }) => [rater, ratings])).toEqual([
    ['Ada', 18],
    ['Ben', 1],
  ]);
  expect(figures?.reference).toBe('bf16');
  expect(figures?.overall).toMatchObject({ items: 18, ratings: 19 });
  expect(figures?.pairs).toMatchObject([{ items: 18, differing: 18, same: 2 }]);

  // Choices go to a file, into the report and to the command line, and readings of held-out items are logged.
  const out = temporaryFolder();
  const asked = { comparison, format: 'csv' as const, folder: out };
  const written = dataOf(await app.handlers['review.export_ratings'](asked, context));
  expect(written.ratings).toBe(21);
  expect(readFileSync(written.path, 'utf8').split('\r\n')).toHaveLength(23);
  const again = dataOf(await app.handlers['review.export_ratings'](asked, context));
  expect(again.path).toMatch(/-2\.csv$/);

  for (const anonymous of [false, true]) {
    const report = dataOf(
      await app.handlers['reports.prepare_report'](
        { comparison, format: 'md', anonymous, examples: 0 },
        context,
      ),
    );
    const text = new TextDecoder().decode(dataOf(await app.openReport(report.report)).bytes);
    expect(text).toContain('19 choices by 2 people on 18 items');
    expect(text.includes('| Ada |')).toBe(!anonymous);
    expect(text.includes('| Rater 1 |')).toBe(anonymous);
  }
  await app.close();

  const found = dataOf(
    await reviewPlan(folder, { plan: comparison.slice(0, 10) }, { format: 'jsonl', folder: out }),
  );
  expect(found.review?.overall.ratings).toBe(19);
  expect(found.exported?.ratings).toBe(21);
  const store = dataOf(openStore(folder));
  // The one above, one by the scoring, and those by the review and the report.
  expect(store.heldOutReadings({ name: 'desk', version: 1 }).length).toBeGreaterThan(1);
  store.close();
});
