/** Programs in JavaScript, and patterns, in the real sandbox. */
import { afterAll, describe, expect, test } from 'vitest';
import type { Check, CheckOf } from '../../../src-main/contract/item.ts';
import { scoring, scoreOf, valuesOf } from './sandboxed-scores.ts';

afterAll(() => scoring.close());

const javascript: CheckOf<'code'> = {
  kind: 'code',
  language: 'javascript',
  tests: 'assert.equal(await f(1), 2)',
  entry_point: 'f',
  // The slowest machine is patient, too; what never ends has a limit of its own.
  timeout: 100,
};

describe.concurrent('JavaScript', () => {
  test('what is right passes, however it is handed over', async () => {
    const right = {
      plain: 'function f(x) { return x + 1 }',
      constant: 'const f = (x) => x + 1',
      waiting: 'async function f(x) { await null; return x + 1 }',
      'export of a module': 'export const f = (x) => x + 1',
      'module.exports': 'const assert = require("assert"); module.exports = { f: (x) => x + 1 }',
      'with much output':
        'for (let n = 0; n < 1e5; n++) console.log("x".repeat(100)); const f = (x) => x + 1',
    };
    const { values, reasons } = await valuesOf(javascript, right);
    expect(values, JSON.stringify(reasons)).toEqual(
      Object.fromEntries(Object.keys(right).map((key) => [key, 1])),
    );
  });

  test('no answer can say of itself that it passed, or leave something to the next', async () => {
    const forged = {
      wrong: 'function f(x) { return x }',
      'its own assert':
        'globalThis.assert = () => {}; globalThis.assert.equal = () => {}; const f = (x) => x',
      'a constant assert': 'const assert = { equal() {} }; const f = (x) => x',
      'assert changed':
        'assert.equal = () => {}; Object.defineProperty(assert, "equal", { value() {} }); const f = (x) => x',
      'JavaScript changed':
        'Object.is = () => true; Object.prototype.hasOwnProperty = () => true; Promise.prototype.then = (yes) => yes(); const f = (x) => x',
      'a value that equals': 'const f = () => ({ valueOf: () => 3, toString: () => "3" })',
      exit: 'process.exit(0)',
      thrown: 'throw undefined',
      'never settled': 'const f = () => new Promise(() => {})',
      'a getter that never ends': 'const f = () => { throw 1 }; globalThis.left = 1',
      'what another left': 'const f = () => globalThis.left + 1',
    };
    const { values, reasons } = await valuesOf(javascript, forged);
    expect(values, JSON.stringify(reasons)).toEqual(
      Object.fromEntries(Object.keys(forged).map((key) => [key, 0])),
    );
  });

  test('what takes too much is stopped, and there is no way out', async () => {
    const { values, reasons } = await valuesOf(javascript, {
      memory: 'const all = []; for (;;) all.push(new Array(1e6).fill(1))',
      string: 'let s = "x"; for (;;) s += s',
      recursion: 'function g() { return g() + 1 } g()',
      file: 'require("node:fs")',
      import: 'import fs from "node:fs"; export const f = 1',
      network: 'fetch("http://127.0.0.1")',
      globals:
        'const names = Object.getOwnPropertyNames(globalThis); throw names.filter((name) => /process|fetch|Worker|std|os$|XML|WebAss/.test(name)).join()',
      'the host through a function': '(() => {}).constructor("return process")()',
    });
    expect(new Set(Object.values(values))).toEqual(new Set([0]));
    expect(reasons.globals).toBe('the code fails before any test');
    const short = { ...javascript, timeout: 1 };
    const endless = [
      'for (;;);',
      '/(a+)+$/.test("a".repeat(50) + "!")',
      'throw new Proxy({}, { get() { for (;;); } })',
    ];
    const ended = await Promise.all(endless.map((program) => scoreOf(short, program)));
    expect(new Set(ended.map(({ reason }) => reason))).toEqual(
      new Set(['the program did not come to an end in 1 second']),
    );
  });

  test('assert compares as in Node', async () => {
    const tests = `
const { deepStrictEqual, throws } = require('node:assert');
assert.deepEqual(f({ a: [1, { b: new Set([1, [2]]) }] }), { a: [1, { b: new Set([1, [2]]) }] });
assert.deepEqual(f(new Map([['k', [1]]])), new Map([['k', [1]]]));
assert.deepEqual(f(NaN), NaN);
assert.strictEqual(f('x'), 'x');
assert.notEqual(f(1), 2);
deepStrictEqual(f([1, 2]), [1, 2]);
throws(() => { throw new TypeError('no') }, TypeError);
throws(() => assert.deepStrictEqual(f([1]), ['1']));
throws(() => assert.deepEqual(f([1, 2]), [1]));
throws(() => assert.equal(f(1), 2), { name: 'AssertionError' });
await assert.rejects(async () => { throw new Error('later') }, /later/);
console.assert(f(true));
`;
    expect(await scoreOf({ ...javascript, tests }, 'const f = (x) => x')).toMatchObject({ value: 1 });
  });
});

describe.concurrent('patterns', () => {
  test('one that goes back over the text for ever is the check, not the model, at fault', async () => {
    const text = `${'a'.repeat(50)}!`;
    const endless = await scoreOf({ kind: 'regex', pattern: '(a+)+$' }, text);
    expect(endless).toMatchObject({ outcome: 'unsupported', value: null });
    expect(endless.reason).toContain('“(a+)+$” did not come to an end');
    // The process is another one by now.
    expect(await scoreOf({ kind: 'regex', pattern: 'a+(!)', answer: '!' }, text)).toMatchObject({ value: 1 });
  });

  test('the patterns of a schema are as limited', async () => {
    const check: Check = { kind: 'json_schema', schema: { type: 'string', pattern: '^(a+)+$' } };
    expect(await scoreOf(check, JSON.stringify(`${'a'.repeat(50)}!`))).toMatchObject({
      outcome: 'unsupported',
    });
    expect(await scoreOf(check, '"aaa"')).toMatchObject({ outcome: 'scored', value: 1 });
  });
});
