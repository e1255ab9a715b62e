import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  decideNearInFile,
  dropExactInFile,
  sampleFile,
  scrubFile,
  sortFileIntoStrata,
  type FileRequest,
} from '../../../src-main/app/preparing/files/prepare-file.ts';
import { OpenPreparation } from '../../../src-main/app/preparing/open-preparation.ts';
import { readImport } from '../../../src-main/app/read-import.ts';
import type { SettingsOf, StepRecord } from '../../../src-main/contract/preparation.ts';
import type { Result } from '../../../src-main/contract/result.ts';
import { resolveItems } from '../../../src-main/experiment/plan/resolve-plan.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { temporaryFolder } from '../../fixtures/small-plan.ts';

const folder = temporaryFolder();

function dataOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.data;
}

/** Three hundred items with addresses, prompts that are the same or alike, clusters, splits and times of some. */
function source(): string {
  const path = join(folder, 'source.jsonl');
  const lines = Array.from({ length: 300 }, (_, index) => {
    const same = index % 30;
    const prompt =
      index % 7 === 0
        ? `What is ${same} and 1?`
        : `A letter from ada${index}@example.org about the parcel ${index % 11} that never came to door ${same}`;
    return JSON.stringify({
      id: `i${index}`,
      input: prompt,
      stratum: index % 5 === 0 ? 'rare' : 'usual',
      ...(index % 9 === 0 ? { cluster: `page-${index % 4}` } : {}),
      ...(index % 6 === 0 ? { split: 'dev' } : {}),
      ...(index % 8 === 0 ? {} : { time: new Date(Date.UTC(2026, 0, 1 + (index % 50))).toISOString() }),
      check: { kind: 'numeric', answer: same + (index % 21 === 0 ? 2 : 1) },
    });
  });
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

function withoutSplits(file: string): string {
  const path = join(folder, 'without-splits.jsonl');
  writeFileSync(path, readFileSync(file, 'utf8').replaceAll('"split":"dev",', ''));
  return path;
}

const scrub: SettingsOf<'scrub'> = { step: 'scrub', rules: ['email', 'phone'], names: ['Ada'] };
const near: SettingsOf<'near_duplicates'> = {
  step: 'near_duplicates',
  threshold: 0.75,
  decision: 'keep_first',
  seed: 4,
};
const strata: SettingsOf<'strata'> = {
  step: 'strata',
  stratumField: 'stratum',
  rules: [
    { stratum: 'letters', when: { matches: 'letter', words_at_least: 12 } },
    { band: 'sum', when: { check: 'numeric', words_at_most: 6 } },
  ],
};
const sample: SettingsOf<'sample'> = {
  step: 'sample',
  quotas: { strata: { rare: 5 }, others: 20 },
  overTime: true,
  seed: 11,
};

test('from file to file the steps come to the same as in the app', async () => {
  const preparation = dataOf(
    await OpenPreparation.open({ path: source(), options: {}, skipProblems: false }),
  );
  const records: StepRecord[] = [];
  let file = join(folder, 'source.jsonl');
  let step = 0;
  const next = (): FileRequest => {
    step += 1;
    const out = join(folder, `${step}.jsonl`);
    const request = { file, options: {}, skipProblems: false, out, replace: false };
    file = out;
    return request;
  };
  let hits = 0;
  const counted = (found: readonly unknown[]): void => {
    hits += found.length;
  };
  records.push(dataOf(await scrubFile(next(), scrub, counted)).record);
  dataOf(preparation.look(scrub));
  expect(dataOf(preparation.hits({}, { offset: 0, limit: 1 })).total).toBe(hits);
  dataOf(preparation.take());

  const exact = dataOf(await dropExactInFile(next()));
  records.push(exact.record);
  dataOf(preparation.look({ step: 'exact_duplicates' }));
  const shown = dataOf(preparation.groups({ offset: 0, limit: 500 })).rows;
  expect(exact.groups.map(({ ids, items, disagree }) => [ids[0], items, disagree])).toEqual(
    shown.map(({ group, items, disagree }) => [group, items, disagree]),
  );
  dataOf(preparation.take());

  dataOf(preparation.look(near));
  const [group] = dataOf(preparation.groups({ offset: 0, limit: 1 })).rows;
  const decided = new Map([[group?.group ?? '', 'cluster']] as const);
  records.push(dataOf(await decideNearInFile(next(), near, decided)).record);
  dataOf(preparation.decide(group?.group ?? '', 'cluster'));
  dataOf(preparation.take());

  const question = { margin: 0.2, discordance: 0.1, heldOut: 0.5, seed: 2 };
  const sorted = dataOf(await sortFileIntoStrata(next(), strata, question));
  records.push(sorted.record);
  dataOf(preparation.look(strata));
  const answers = dataOf(
    preparation.strata({ ...question, looked: true, page: { offset: 0, limit: 10 } }),
  ).rows;
  expect(sorted.sufficiency?.map(({ stratum, items, needed }) => [stratum, items, needed])).toEqual(
    answers.map(({ stratum, heldOut, needed }) => [stratum, heldOut, needed]),
  );
  dataOf(preparation.take());

  records.push(dataOf(await sampleFile(next(), sample)).record);
  dataOf(preparation.look(sample));
  dataOf(preparation.take());

  const { items, record } = dataOf(preparation.finish({ heldOut: 0.5, seed: 2 }));
  expect(record.steps).toEqual(records);
  const written = readFileSync(file, 'utf8').trim().split('\n');
  const rows = written.map((line) => JSON.parse(line) as { readonly id: string });
  expect(rows.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
  const beside = JSON.parse(readFileSync(join(folder, '5.record.json'), 'utf8')) as { record: unknown };
  expect(beside.record).toEqual(record);
  const again = dataOf(await OpenPreparation.open({ path: file, options: {}, skipProblems: false }));
  expect(dataOf(again.finish({ heldOut: 0.5, seed: 2 }))).toMatchObject({ items, record, taken: 0 });
  dataOf(again.look({ step: 'exact_duplicates' }));
  const further = dataOf(again.take()).steps;
  expect(dataOf(again.finish({ heldOut: 0.5, seed: 2 })).record).toEqual({
    ...record,
    steps: [...record.steps, ...further],
  });

  const choices = { heldOut: 0.5, seed: 2, skipProblems: false };
  expect(dataOf(await readImport([file], {}, choices)).record).toEqual(record);
  // As it stands, items without a split go with those of their cluster that have one.
  const store = dataOf(openStore(join(folder, 'data')));
  const frozen = () => resolveItems(file, join(folder, 'plan.yaml'), store, '2026-11-30T10:00:00.000Z');
  expect(await frozen()).toMatchObject({ ok: true, data: { version: 1 } });
  appendFileSync(file, '\n');
  const changed = { ok: false, error: { code: 'record_mismatch' } };
  expect(await frozen()).toMatchObject(changed);
  store.close();
  expect(await readImport([file], {}, choices)).toMatchObject(changed);
  expect(await OpenPreparation.open({ path: file, options: {}, skipProblems: false })).toMatchObject(changed);
});

test('a plan that names a prepared file freezes it with the record beside it', async () => {
  const out = join(folder, 'scrubbed.jsonl');
  const request: FileRequest = { file: source(), options: {}, skipProblems: false, out, replace: false };
  dataOf(await scrubFile({ ...request, file: withoutSplits(request.file) }, scrub, () => undefined));
  const store = dataOf(openStore(join(folder, 'other-data')));
  const version = dataOf(
    await resolveItems(out, join(folder, 'plan.yaml'), store, '2026-11-30T10:00:00.000Z'),
  );
  const beside = JSON.parse(readFileSync(join(folder, 'scrubbed.record.json'), 'utf8')) as {
    record: unknown;
  };
  expect(store.preparation(version)).toEqual(beside.record);
  store.close();
});

test('a decision on a group that there is not is refused, and leaves nothing', async () => {
  const path = source();
  const out = join(folder, 'stray.jsonl');
  const request = { file: path, options: {}, skipProblems: false, out, replace: false };
  const decided = new Map([['nobody', 'cluster']] as const);
  expect(await decideNearInFile(request, near, decided)).toMatchObject({
    ok: false,
    error: { code: 'usage', message: expect.stringContaining('nobody') as unknown },
  });
  expect(() => readFileSync(out)).toThrow('ENOENT');
});
