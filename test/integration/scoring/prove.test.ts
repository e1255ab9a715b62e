/** What is tried before anything is generated, and what no process is started for. */
import { afterAll, describe, expect, test } from 'vitest';
import type { CheckOf } from '../../../src-main/contract/item.ts';
import { openScoring } from '../../../src-main/scoring/sandbox/open-scoring.ts';

const scoring = openScoring();
afterAll(() => scoring.close());

const python: CheckOf<'code'> = {
  kind: 'code',
  language: 'python',
  tests: 'assert f(1) == 2',
  entry_point: 'f',
};
const javascript: CheckOf<'code'> = {
  ...python,
  language: 'javascript',
  tests: 'assert.equal(await f(1), 2)',
};

describe.concurrent('before a run', () => {
  test('what the items need is tried, and tests that cannot be read are told with their item', async () => {
    const right = [
      { id: 'one', check: python },
      { id: 'two', check: javascript },
      { id: 'three', check: { kind: 'exact', answer: 'x' } as const },
    ];
    expect(await scoring.prove(right)).toEqual({ ok: true, data: undefined });
    const broken = await scoring.prove([...right, { id: 'four', check: { ...python, tests: 'assert (' } }]);
    expect(broken).toMatchObject({
      error: { code: 'item_broken', where: { item: 'four', field: 'check.tests' } },
    });
    expect(await scoring.prove([{ id: 'five', check: { ...javascript, tests: 'assert(' } }])).toMatchObject({
      error: { code: 'item_broken', where: { item: 'five' } },
    });
  });

  test('tests that no answer can fail are told with their item, and no others', async () => {
    const uncalled = 'def check(candidate):\n    assert candidate(1) == 2\n';
    const sound = [
      `${uncalled}check(f)`,
      'try:\n    f(-1)\n    assert False, "\u2028😀"\nexcept ValueError: pass',
      'from unittest import TestCase\nwith TestCase().assertRaises(Exception): f(1)',
      'f(1)',
      'import asyncio\nassert asyncio.run(f(1)) == 2',
    ].map((tests, index) => ({ id: `sound ${index}`, check: { ...python, tests } }));
    const soundScript = ['assert.throws(() => f(1))', 'f(1)', 'assert.equal(await f(1), 2)'].map(
      (tests, index) => ({ id: `script ${index}`, check: { ...javascript, tests } }),
    );
    expect(await scoring.prove([...sound, ...soundScript])).toEqual({ ok: true, data: undefined });
    const main = 'if __name__ == "__main__":\n    assert f(1) == 2';
    expect(
      await scoring.prove([
        ...sound,
        { id: 'uncalled', check: { ...python, tests: uncalled } },
        { id: 'main', check: { ...python, tests: main } },
      ]),
    ).toMatchObject({
      error: {
        code: 'item_broken',
        message: expect.stringMatching(/^No answer can fail the tests of uncalled: .* 2 items/u) as string,
        where: { item: 'uncalled', field: 'check.tests' },
      },
    });
    const inScript = 'function check(candidate) { assert.equal(candidate(1), 2) }';
    expect(
      await scoring.prove([...soundScript, { id: 'script', check: { ...javascript, tests: inScript } }]),
    ).toMatchObject({ error: { code: 'item_broken', where: { item: 'script', field: 'check.tests' } } });
  });

  test('what only texts are needed for starts no process', () => {
    const quiet = openScoring();
    const scored = quiet.score({ kind: 'exact', answer: 'x' }, { text: 'x', finish: 'end' });
    expect(scored).toMatchObject({ ok: true, data: { value: 1 } });
    expect(quiet.score(python, { text: '', finish: 'error' })).toMatchObject({ data: { outcome: 'failed' } });
  });

  test('what is pending when it is closed is interrupted, and so is what comes later', async () => {
    const closing = openScoring();
    const pending = closing.score(
      { kind: 'regex', pattern: '(a+)+$' },
      { text: `${'a'.repeat(50)}!`, finish: 'end' },
    );
    await closing.close();
    expect(await pending).toMatchObject({ ok: false, error: { code: 'interrupted' } });
    expect(await closing.score(javascript, { text: 'x', finish: 'end' })).toMatchObject({
      error: { code: 'interrupted' },
    });
  });
});
