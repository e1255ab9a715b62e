import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Check, Item } from '../../../src-main/contract/item.ts';
import type { OptionMeasure } from '../../../src-main/contract/output.ts';
import { storeFile } from '../../../src-main/store/database.ts';
import { openStore } from '../../../src-main/store/open.ts';
import type { PairFilter } from '../../../src-main/store/pair-rows.ts';
import type { StoreReader } from '../../../src-main/store/store.ts';
import {
  baseline,
  dataOf,
  quantised,
  registerSample,
  sampleItems,
  sampleManifest,
  sampleOutput,
  samplePlan,
} from './sample-plan.ts';
import { temporaryFolder } from './temporary-folder.ts';

const at = '2026-01-03T00:00:00Z';
const sides = { baseline: 'bf16', candidate: 'q4_k_m' };
const everything = { offset: 0, limit: 500 };
const heldOut = sampleItems(30).filter(({ split }) => split === 'held_out');

function wrong(itemId: string) {
  return { itemId, sample: 0, score: { outcome: 'scored' as const, value: 0, reason: 'another number' } };
}

function right(itemId: string) {
  return { itemId, sample: 0, score: { outcome: 'scored' as const, value: 1, reason: 'equal' } };
}

/** Twenty items on both sides, right everywhere, but for every fourth of the candidate's. */
function filled(folder: string) {
  const store = dataOf(openStore(folder));
  const hash = registerSample(store, 30);
  for (const key of [baseline, quantised]) {
    const sitting = dataOf(store.beginSitting(hash, key, sampleManifest(at)));
    dataOf(
      store.appendOutputs(
        hash,
        key,
        sitting,
        heldOut.map(({ id }) => sampleOutput(id)),
      ),
    );
    const rows = heldOut.map(({ id }, index) =>
      key === quantised && index % 4 === 0 ? wrong(id) : right(id),
    );
    dataOf(store.putScores(hash, key, 'numeric@1', rows));
  }
  return { store, hash };
}

function pages(store: StoreReader, hash: string, filter: PairFilter, size: number): string[] {
  const { matching } = store.pairCounts(hash, sides, filter);
  return Array.from({ length: Math.ceil(matching / size) }, (_, page) =>
    store.pairs(hash, sides, filter, { offset: page * size, limit: size }),
  ).flatMap((rows) => rows.map(({ itemId }) => itemId));
}

test('pages put together are the list, the worst stratum first, then in the set’s order, under every filter', () => {
  const { store, hash } = filled(temporaryFolder());
  const lost = heldOut.filter((_, index) => index % 4 === 0);
  const inOrder = (stratum: string) => (item: (typeof heldOut)[number]) => item.stratum === stratum;
  const lostShare = (stratum: string) =>
    lost.filter(inOrder(stratum)).length / heldOut.filter(inOrder(stratum)).length;
  const strata = ['facts', 'sums'].sort((one, other) => lostShare(other) - lostShare(one));
  expect(lostShare(strata[0] ?? '')).toBeGreaterThan(lostShare(strata[1] ?? ''));
  for (const [filter, items] of [
    [{ kinds: [] }, heldOut],
    [{ kinds: ['lost'] }, lost],
    [{ kinds: ['lost', 'gained'], stratum: 'sums' }, lost.filter(inOrder('sums'))],
    [{ kinds: ['gained'] }, []],
  ] as const) {
    const expected = strata.flatMap((stratum) => items.filter(inOrder(stratum)).map(({ id }) => id));
    for (const size of [3, 500]) expect(pages(store, hash, filter, size)).toEqual(expected);
    const counted = store.pairCounts(hash, sides, filter).strata;
    expect(counted.map(({ stratum }) => stratum)).toEqual(
      strata.filter((stratum) => items.some(inOrder(stratum))),
    );
    for (const { itemId, values } of store.pairs(hash, sides, filter, everything))
      expect(values).toEqual({ baseline: 1, candidate: lost.some(({ id }) => id === itemId) ? 0 : 1 });
  }
  expect(store.pairs(hash, sides, { kinds: [] }, { offset: 20, limit: 5 })).toEqual([]);
  store.close();
});

test('what was written since the last page is in the next one, whoever wrote it', () => {
  const folder = temporaryFolder();
  const { store, hash } = filled(folder);
  const other = dataOf(openStore(folder, { access: 'read' }));
  const [first] = pages(store, hash, { kinds: [] }, 500);
  if (first === undefined) throw new Error('there are items');
  for (const reader of [store, other]) expect(pages(reader, hash, { kinds: ['lost'] }, 2)).toHaveLength(5);

  dataOf(
    store.putScores(
      hash,
      quantised,
      'numeric@1',
      heldOut.map(({ id }) => wrong(id)),
    ),
  );
  dataOf(store.setLabel(hash, first, 'wrong', at));
  for (const reader of [store, other]) {
    expect(pages(reader, hash, { kinds: ['lost'] }, 7)).toHaveLength(heldOut.length);
    expect(reader.pairCounts(hash, sides, { kinds: [] }).kinds.lost).toBe(heldOut.length);
    expect(pages(reader, hash, { kinds: [], labelled: true }, 7)).toEqual([first]);
    expect(reader.pairs(hash, sides, { kinds: [] }, everything)[0]?.label).toBe('wrong');
  }
  other.close();
  store.close();
});

test('words are found in what was said and answered, and not in what the store writes around it', () => {
  const { store, hash } = filled(temporaryFolder());
  const found = (text: string) => store.pairCounts(hash, sides, { kinds: [], text }).matching;
  expect(found('be BRIEF')).toBe(heldOut.length);
  expect(found('ÜNÏCÖDÉ')).toBe(heldOut.length);
  expect(found('what is 1 +')).toBe(1);
  expect(found(`THE ANSWER TO ${heldOut[3]?.id ?? ''}/0`)).toBe(1);
  for (const around of ['role', 'content', 'user', '{"'])
    expect([around, found(around)]).toEqual([around, 0]);
  store.close();
});

test('a filter that does not ask whether answers differ reads no weights of options', () => {
  const folder = temporaryFolder();
  const { store, hash } = filled(folder);
  // Nobody can read these, of an item that was not lost and is not on the first page: whoever tries fails.
  const raw = new Sqlite(storeFile(folder));
  raw
    .prepare(`UPDATE output SET options = '{' || run_id WHERE item_id = (SELECT id FROM item WHERE name = ?)`)
    .run(heldOut.at(-1)?.id);
  raw.close();
  const first = { offset: 0, limit: 2 };
  for (const kinds of [[], ['lost'], ['lost', 'truncated']] as const)
    expect(store.pairs(hash, sides, { kinds }, first), kinds.join()).toHaveLength(2);
  expect(() => store.pairs(hash, sides, { kinds: ['lost', 'different'] }, first)).toThrow(SyntaxError);
  store.close();
});

test('of options that were weighed another choice is another answer, by the check’s own normalisation', () => {
  const store = dataOf(openStore(temporaryFolder()));
  const check: Check = { kind: 'choice', options: ['a', 'b', 'c'], answer: 'C', by: 'logprob' };
  // By itself the second option is the likeliest of the candidate, per byte the first one, as of the baseline.
  const checks: Readonly<Record<string, Check>> = {
    plain: check,
    'per-byte': { ...check, normalise: 'bytes' },
    close: check,
    unweighed: check,
  };
  const weights = {
    bf16: [
      [-1, 4],
      [-2, 2],
      [-3, 1],
    ],
    q4_k_m: [
      [-1.6, 8],
      [-1.5, 1],
      [-3, 1],
    ],
  } as const;
  const items = Object.entries(checks).map(([id, one]): Item => ({
    id,
    messages: [{ role: 'user', content: 'Which?' }],
    stratum: 'choices',
    split: 'held_out',
    check: one,
  }));
  const set = dataOf(store.freezeItemSet('choices', items, at));
  const guardRail = { margin: 0.02, strata: {}, maxMissing: 0.02 };
  const { hash } = dataOf(store.registerPlan(samplePlan(set, { guardRail }), at));
  for (const key of [baseline, quantised]) {
    const sitting = dataOf(store.beginSitting(hash, key, sampleManifest(at)));
    const measuredOf = (id: string): OptionMeasure =>
      id === 'unweighed'
        ? { measured: null, reason: `not on ${key.candidate}` }
        : {
            measured: weights[id === 'close' ? 'bf16' : (key.candidate as keyof typeof weights)].map(
              ([logProbability, bytes], index) => ({
                continuation: ` ${index}`,
                // Another number alone is no other choice.
                logProbability: key === quantised ? logProbability - 0.01 : logProbability,
                tokens: 1,
                bytes,
              }),
            ),
          };
    const outputs = items.map(({ id }) => ({ ...sampleOutput(id), text: '', options: measuredOf(id) }));
    dataOf(store.appendOutputs(hash, key, sitting, outputs));
    // None of them takes C: a difference that no score shows.
    dataOf(
      store.putScores(
        hash,
        key,
        'choice@1',
        items.map(({ id }) => wrong(id)),
      ),
    );
  }
  expect(pages(store, hash, { kinds: ['different'] }, 10)).toEqual(['plain']);
  expect(store.pairCounts(hash, sides, { kinds: [] }).kinds.different).toBe(1);
  const kinds = store.pairs(hash, sides, { kinds: [] }, everything).map(({ itemId, kind }) => [itemId, kind]);
  expect(Object.fromEntries(kinds)).toEqual({
    plain: 'different',
    'per-byte': 'same',
    close: 'same',
    unweighed: 'same',
  });
  store.close();
});
