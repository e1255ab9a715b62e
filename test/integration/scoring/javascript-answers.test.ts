/** Answers in JavaScript and what tests of theirs count on: promises, timers, modules, an assert as in Node. */
import { afterAll, expect, test } from 'vitest';
import { openScoring } from '../../../src-main/scoring/sandbox/open-scoring.ts';

const scoring = openScoring();
afterAll(() => scoring.close());

type Case = readonly [title: string, answer: string, tests: string];

const right: readonly Case[] = [
  [
    'tests that nobody waits for',
    'const f = async (x) => x + 1',
    '(async () => { assert.equal(await f(1), 2) })()',
  ],
  [
    'one of two answers',
    'const f = (x) => x',
    'try { assert.equal(f(1), 2) } catch { assert.equal(f(1), 1) }',
  ],
  [
    'what is thrown',
    'const f = () => { throw new RangeError("no") }',
    'assert.throws(() => f(), RangeError); assert.throws(() => f(), /no/); assert.throws(() => assert.equal(1, 2))',
  ],
  [
    'what is rejected',
    'const f = async () => { throw new RangeError("no") }',
    'await assert.rejects(f(), RangeError); await assert.rejects(() => f())',
  ],
  ['loosely equal members', 'const f = () => ["2"]', 'assert.deepEqual(f(), [2])'],
  [
    'a default export without a name',
    'export default function (x) { return x + 1 }',
    'assert.equal(f(1), 2)',
  ],
  ['a default export with one', 'export default function f(x) { return x + 1 }', 'assert.equal(f(1), 2)'],
  ['a named export', 'export const f = (x) => x + 1', 'assert.equal(f(1), 2)'],
  [
    'the word export in a comment',
    '/*\nexport x\n*/\nfunction f(x) { return x + 1 }',
    'assert.equal(f(1), 2)',
  ],
  [
    'a timer',
    'const f = (ms) => new Promise((done) => setTimeout(() => done(ms), ms))',
    'const start = Date.now(); assert.equal(await f(50), 50); assert.ok(Date.now() - start >= 49)',
  ],
  [
    'timers in order of time',
    'const f = () => new Promise((done) => { const seen = []; setTimeout(() => { seen.push(2); done(seen) }, 20); setTimeout(() => seen.push(1), 5); setTimeout(() => seen.push("cleared"), 1); clearTimeout(3) })',
    'assert.deepEqual(await f(), [1, 2])',
  ],
  [
    'an interval that is cleared',
    'const f = (n) => new Promise((done) => { let k = 0; const id = setInterval(() => { if (++k === n) { clearInterval(id); done(k) } }, 2) })',
    'assert.equal(await f(3), 3)',
  ],
  [
    'an interval that nobody waits for',
    'const f = (x) => { setInterval(() => {}, 5); return x }',
    'assert.equal(f(3), 3)',
  ],
  [
    'a microtask',
    'const f = () => new Promise((done) => queueMicrotask(() => done(1)))',
    'assert.equal(await f(), 1)',
  ],
  [
    'a console that is used',
    'const f = () => { console.group("a"); console.time("x"); console.dir({}); return 1 }',
    'console.log(f()); assert.equal(f(), 1)',
  ],
  [
    'a thousand calls inside of one another',
    'const f = (n) => (n === 0 ? 0 : 1 + f(n - 1))',
    'assert.equal(f(1000), 1000)',
  ],
  [
    'an assert of the answer’s own that fails and is caught',
    'const f = (x) => { try { assert.equal(1, 2) } catch {} return x }',
    'assert.equal(f(1), 1)',
  ],
];

const wrong: readonly Case[] = [
  [
    'tests that nobody waits for',
    'const f = async (x) => x',
    '(async () => { assert.equal(await f(1), 2) })()',
  ],
  ['a promise that nobody waits for', 'const f = async (x) => x', 'f(1).then((v) => assert.equal(v, 2))'],
  ['a timer that nobody waits for', 'const f = (x) => x', 'setTimeout(() => assert.equal(f(1), 2), 10)'],
  ['a promise that never comes', 'const f = () => new Promise(() => {})', 'assert.equal(await f(), 1)'],
  ['calls without an end', 'const f = (x) => f(x) + 1', 'assert.equal(f(1), 2)'],
  [
    'another error than the one expected',
    'const f = () => { throw new TypeError("no") }',
    'assert.throws(() => f(), RangeError)',
  ],
  ['nothing rejected', 'const f = async () => 1', 'assert.rejects(f())'],
  ['a text for a list', 'const f = () => "1,2"', 'assert.deepEqual(f(), [1, 2])'],
  ['a list too many', 'const f = () => [[2]]', 'assert.deepEqual(f(), [2])'],
  ['a text for a number, strictly', 'const f = () => "2"', "require('assert/strict').equal(f(), 2)"],
  [
    'a text for a number in a list, strictly',
    'const f = () => ["2"]',
    "require('node:assert').strict.deepEqual(f(), [2])",
  ],
  [
    'everything an error',
    'Object.defineProperty(Error, Symbol.hasInstance, { value: () => true }); const f = () => [1]',
    'assert.deepStrictEqual(f(), [2])',
  ],
  [
    'patterns that match everything',
    'RegExp.prototype.test = () => true; RegExp.prototype.exec = () => [1]; const f = () => "a"',
    'assert.match(f(), /b/)',
  ],
  [
    'patterns that look alike',
    'RegExp.prototype.toString = () => ""; const f = () => /a/',
    'assert.deepStrictEqual(f(), /b/)',
  ],
];

const judged = (cases: readonly Case[]) =>
  Promise.all(
    cases.map(async ([title, text, tests]) => {
      const check = { kind: 'code', language: 'javascript', tests, entry_point: 'f', timeout: 100 } as const;
      const scored = await scoring.score(check, { text, finish: 'end' });
      return [title, scored.ok ? scored.data.value : scored.error.message];
    }),
  );

test('right answers pass', async () => {
  expect(await judged(right)).toEqual(right.map(([title]) => [title, 1]));
});

test('wrong answers do not, whatever they did to the language', async () => {
  expect(await judged(wrong)).toEqual(wrong.map(([title]) => [title, 0]));
});
