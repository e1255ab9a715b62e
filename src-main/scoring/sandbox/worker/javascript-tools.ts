/**
 * What tests in JavaScript count on: `assert` as in Node, loose and strict, `require('assert')`, timers, and a console
 * that says nothing.
 */

/**
 * A program whose value is the tools. It runs before the answer and keeps what it uses of the language in constants, so
 * that an answer which changes `Object.is` or an array's methods changes no comparison. `console.assert` throws: tests
 * that use it mean it to. `module` and `exports` are there for answers that hand their functions over in Node's way.
 *
 * What fails in a promise that nothing waits for is seen by nobody, and QuickJS has no word for it here: the tests' own
 * `assert` keeps its first failure. The answer's `assert` is another one.
 */
export const testingTools = `(() => {
  'use strict';
  const { is, keys, getPrototypeOf, prototype: { hasOwnProperty } } = Object;
  const { isArray } = Array;
  const call = Function.prototype.call.bind(Function.prototype.call);
  const { Error: BaseError, Set: BaseSet, Map: BaseMap, Date: BaseDate, RegExp: BaseRegExp } = globalThis;
  const own = (value, key) => call(hasOwnProperty, value, key);
  const setHas = Set.prototype.has, setForEach = Set.prototype.forEach;
  const mapGet = Map.prototype.get, mapHas = Map.prototype.has, mapForEach = Map.prototype.forEach;
  const setSize = Object.getOwnPropertyDescriptor(Set.prototype, 'size').get;
  const mapSize = Object.getOwnPropertyDescriptor(Map.prototype, 'size').get;
  const dateValue = Date.prototype.getTime;
  const { exec } = RegExp.prototype;
  const patternSource = Object.getOwnPropertyDescriptor(RegExp.prototype, 'source').get;
  const patternFlags = Object.getOwnPropertyDescriptor(RegExp.prototype, 'flags').get;
  const { apply } = Reflect;
  const text = String;
  // Not by the operator: an answer may give a class a word of its own on what is an instance of it.
  const hasInstance = Function.prototype[Symbol.hasInstance];
  const isA = (value, type) => call(hasInstance, type, value);
  const areBoth = (one, other, type) => isA(one, type) && isA(other, type);

  class AssertionError extends Error {
    constructor(message) { super(message); this.name = 'AssertionError'; }
  }
  const show = (value) => {
    try { return typeof value === 'object' && value !== null ? JSON.stringify(value) : text(value); } catch { return typeof value; }
  };
  const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
  const loose = (one, other) => one == other || (one !== one && other !== other);
  const same = (one, other, strict) => {
    // An object is never the same as a text that it would become.
    if (strict || isObject(one) || isObject(other) ? is(one, other) : loose(one, other)) return true;
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
    if (isArray(one) !== isArray(other)) return false;
    if (strict && getPrototypeOf(one) !== getPrototypeOf(other)) return false;
    if (areBoth(one, other, BaseDate)) return call(dateValue, one) === call(dateValue, other);
    if (areBoth(one, other, BaseRegExp)) return call(patternSource, one) === call(patternSource, other) && call(patternFlags, one) === call(patternFlags, other);
    if (areBoth(one, other, BaseError)) return one.name === other.name && one.message === other.message;
    if (areBoth(one, other, BaseSet)) {
      if (call(setSize, one) !== call(setSize, other)) return false;
      let equal = true;
      call(setForEach, one, (member) => {
        if (call(setHas, other, member)) return;
        let found = false;
        call(setForEach, other, (candidate) => { found ||= same(member, candidate, strict); });
        equal &&= found;
      });
      return equal;
    }
    if (areBoth(one, other, BaseMap)) {
      if (call(mapSize, one) !== call(mapSize, other)) return false;
      let equal = true;
      call(mapForEach, one, (value, key) => { equal &&= call(mapHas, other, key) && same(value, call(mapGet, other, key), strict); });
      return equal;
    }
    if (isArray(one) && one.length !== other.length) return false;
    const names = keys(one);
    if (names.length !== keys(other).length) return false;
    for (let at = 0; at < names.length; at++) {
      const name = names[at];
      if (!own(other, name) || !same(one[name], other[name], strict)) return false;
    }
    return true;
  };
  const matches = (error, expected) => {
    if (expected === undefined || typeof expected === 'string') return true;
    if (isA(expected, BaseRegExp)) return call(exec, expected, text(error)) !== null;
    if (typeof expected === 'function') return (own(expected, 'prototype') && isA(error, expected)) || call(expected, {}, error) === true;
    const names = keys(expected);
    for (let at = 0; at < names.length; at++) if (!same(error[names[at]], expected[names[at]], true)) return false;
    return true;
  };
  // The first failure of the tests' own assert, in words.
  let failed = null;
  const makeAssert = (strict, kept) => {
    const fail = (message, otherwise) => {
      const error = isA(message, BaseError) ? message : new AssertionError(message === undefined ? otherwise : text(message));
      if (kept) failed ??= text(otherwise);
      throw error;
    };
    // What these wait for is meant to fail: the failures of an assert in it are not the tests'.
    const meant = (before) => { failed = before; };
    const assert = (value, message) => { if (!value) fail(message, 'the value is ' + show(value)); };
    const check = (holds, word) => (one, other, message) => {
      if (!holds(one, other)) fail(message, show(one) + ' ' + word + ' ' + show(other));
    };
    const equal = strict ? is : loose;
    const tools = {
      AssertionError,
      ok: assert,
      equal: check(equal, 'is not'),
      notEqual: check((one, other) => !equal(one, other), 'is'),
      strictEqual: check(is, 'is not'),
      notStrictEqual: check((one, other) => !is(one, other), 'is'),
      deepEqual: check((one, other) => same(one, other, strict), 'is not'),
      notDeepEqual: check((one, other) => !same(one, other, strict), 'is'),
      deepStrictEqual: check((one, other) => same(one, other, true), 'is not'),
      notDeepStrictEqual: check((one, other) => !same(one, other, true), 'is'),
      fail: (message) => fail(message, 'failed'),
      throws(work, expected, message) {
        const before = failed;
        try { work(); } catch (error) {
          if (!matches(error, expected)) throw error;
          meant(before);
          return;
        }
        fail(typeof expected === 'string' ? expected : message, 'nothing was thrown');
      },
      doesNotThrow(work) { work(); },
      async rejects(work, expected, message) {
        const before = failed;
        try { await (typeof work === 'function' ? work() : work); } catch (error) {
          if (!matches(error, expected)) { if (kept) failed ??= 'another error than the expected one'; throw error; }
          meant(before);
          return;
        }
        fail(typeof expected === 'string' ? expected : message, 'nothing was rejected');
      },
      async doesNotReject(work) {
        try { await (typeof work === 'function' ? work() : work); } catch (error) {
          if (kept) failed ??= 'a promise was rejected';
          throw error;
        }
      },
      match: check((one, pattern) => call(exec, pattern, text(one)) !== null, 'does not match'),
      doesNotMatch: check((one, pattern) => call(exec, pattern, text(one)) === null, 'matches'),
    };
    const names = keys(tools);
    for (let at = 0; at < names.length; at++) define(assert, names[at], { value: tools[names[at]] });
    return assert;
  };
  const define = Object.defineProperty;
  const makeTools = (kept) => {
    const assert = makeAssert(false, kept), strict = makeAssert(true, kept);
    define(assert, 'strict', { value: strict });
    define(strict, 'strict', { value: strict });
    const require = (name) => {
      if (name === 'assert' || name === 'node:assert') return assert;
      if (name === 'assert/strict' || name === 'node:assert/strict') return strict;
      throw new BaseError('there is no module ' + text(name) + ' here');
    };
    return { assert, require };
  };
  const { assert, require } = makeTools(true);
  const answers = makeTools(false);

  // Timers, the latest first. They are fired from outside, which waits as long as they ask for.
  let timers = null, lastTimer = 0, now = 0, inTests = false;
  const addTimer = (work, delay, every, given) => {
    if (typeof work !== 'function') throw new TypeError('a timer needs a function');
    const wait = delay >= 1 ? +delay : 1;
    timers = { id: ++lastTimer, due: now + wait, wait, work, given, every, inTests, next: timers };
    return lastTimer;
  };
  const clearTimer = (id) => {
    let kept = null;
    for (let timer = timers; timer !== null; timer = timer.next) if (timer.id !== id) kept = { ...timer, next: kept };
    timers = null;
    for (let timer = kept; timer !== null; timer = timer.next) timers = { ...timer, next: timers };
  };
  const nextTimer = (settled) => {
    let found = null;
    for (let timer = timers; timer !== null; timer = timer.next) {
      // Nobody waits any longer for what goes on for ever, nor for what the answer began by itself.
      if (settled && (timer.every || !timer.inTests)) continue;
      if (found === null || timer.due < found.due || (timer.due === found.due && timer.id < found.id)) found = timer;
    }
    return found;
  };
  const untilTimer = (settled) => {
    const timer = nextTimer(settled);
    return timer === null ? -1 : timer.due - now;
  };
  const fireTimer = (settled) => {
    const timer = nextTimer(settled);
    now = timer.due;
    if (timer.every) timer.due = now + timer.wait;
    else clearTimer(timer.id);
    apply(timer.work, undefined, timer.given);
  };
  const nothing = Promise.resolve(), { then } = Promise.prototype;
  const addMicrotask = (work) => {
    call(then, nothing, () => {
      try { work(); } catch (error) {
        if (inTests) failed ??= 'a microtask threw ' + text(error);
      }
    });
  };
  const beginTests = () => { inTests = true; failed = null; };
  const firstFailure = () => failed;

  const silent = () => {};
  const console = { log: silent, info: silent, warn: silent, error: silent, debug: silent, trace: silent, table: silent, dir: silent, group: silent, groupCollapsed: silent,
    groupEnd: silent, time: silent, timeEnd: silent, timeLog: silent, count: silent, countReset: silent, clear: silent };
  const module = { exports: {} };
  const { exports } = module;
  define(globalThis, 'module', { value: module, configurable: true, writable: true });
  for (const [name, value] of [
    ['exports', exports], ['require', answers.require], ['assert', answers.assert],
    ['console', { ...console, assert: answers.assert }],
    ['setTimeout', (work, delay, ...given) => addTimer(work, delay, false, given)],
    ['setInterval', (work, delay, ...given) => addTimer(work, delay, true, given)],
    ['setImmediate', (work, ...given) => addTimer(work, 0, false, given)],
    ['clearTimeout', clearTimer], ['clearInterval', clearTimer], ['clearImmediate', clearTimer],
    ['queueMicrotask', addMicrotask],
  ])
    define(globalThis, name, { value, configurable: true, writable: true });
  const share = (name) => {
    const given = module.exports;
    const found = typeof given === 'function' ? given : own(given, name) ? given[name] : undefined;
    if (found === undefined) return false;
    define(globalThis, name, { value: found, configurable: true, writable: true });
    return true;
  };
  return {
    assert, require, console: { ...console, assert }, share, beginTests, firstFailure, untilTimer, fireTimer,
  };
})()`;
