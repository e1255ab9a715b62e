/** What tests in JavaScript count on: `assert` as in Node, `require('assert')`, and a console that says nothing. */

/**
 * A program whose value is the tools. It runs before the answer and keeps what it uses of the language in constants, so
 * that an answer which changes `Object.is` or an array's methods changes no comparison. `console.assert` throws: tests
 * that use it mean it to. `module` and `exports` are there for answers that hand their functions over in Node's way.
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
  const text = String;

  class AssertionError extends Error {
    constructor(message) { super(message); this.name = 'AssertionError'; }
  }
  const show = (value) => {
    try { return typeof value === 'object' && value !== null ? JSON.stringify(value) : text(value); } catch { return typeof value; }
  };
  const fail = (message, otherwise) => {
    if (message instanceof BaseError) throw message;
    throw new AssertionError(message === undefined ? otherwise : text(message));
  };
  const same = (one, other, strict) => {
    if (strict ? is(one, other) : one == other || (one !== one && other !== other)) return true;
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
    if (isArray(one) !== isArray(other)) return false;
    if (strict && getPrototypeOf(one) !== getPrototypeOf(other)) return false;
    if (one instanceof BaseDate && other instanceof BaseDate) return call(dateValue, one) === call(dateValue, other);
    if (one instanceof BaseRegExp && other instanceof BaseRegExp) return text(one) === text(other);
    if (one instanceof BaseError && other instanceof BaseError) return one.name === other.name && one.message === other.message;
    if (one instanceof BaseSet && other instanceof BaseSet) {
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
    if (one instanceof BaseMap && other instanceof BaseMap) {
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
    if (expected instanceof BaseRegExp) return expected.test(text(error));
    if (typeof expected === 'function') return error instanceof expected || expected.call({}, error) === true;
    const names = keys(expected);
    for (let at = 0; at < names.length; at++) if (!same(error[names[at]], expected[names[at]], true)) return false;
    return true;
  };
  const assert = (value, message) => { if (!value) fail(message, 'the value is ' + show(value)); };
  const check = (holds, word) => (one, other, message) => {
    if (!holds(one, other)) fail(message, show(one) + ' ' + word + ' ' + show(other));
  };
  const tools = {
    AssertionError,
    ok: assert,
    equal: check((one, other) => one == other || (one !== one && other !== other), 'is not'),
    notEqual: check((one, other) => one != other, 'is'),
    strictEqual: check(is, 'is not'),
    notStrictEqual: check((one, other) => !is(one, other), 'is'),
    deepEqual: check((one, other) => same(one, other, false), 'is not'),
    notDeepEqual: check((one, other) => !same(one, other, false), 'is'),
    deepStrictEqual: check((one, other) => same(one, other, true), 'is not'),
    notDeepStrictEqual: check((one, other) => !same(one, other, true), 'is'),
    fail: (message) => fail(message, 'failed'),
    throws(work, expected, message) {
      try { work(); } catch (error) {
        if (matches(error, expected)) return;
        throw error;
      }
      fail(typeof expected === 'string' ? expected : message, 'nothing was thrown');
    },
    doesNotThrow(work) { work(); },
    async rejects(work, expected, message) {
      try { await (typeof work === 'function' ? work() : work); } catch (error) {
        if (matches(error, expected)) return;
        throw error;
      }
      fail(typeof expected === 'string' ? expected : message, 'nothing was rejected');
    },
    match: check((one, pattern) => pattern.test(one), 'does not match'),
  };
  const define = Object.defineProperty;
  for (const name of keys(tools)) define(assert, name, { value: tools[name] });
  define(assert, 'strict', { value: assert });
  const silent = () => {};
  const console = { log: silent, info: silent, warn: silent, error: silent, debug: silent, trace: silent, table: silent, assert };
  const require = (name) => {
    if (/^(?:node:)?assert(?:\\/strict)?$/.test(name)) return assert;
    throw new BaseError('there is no module ' + text(name) + ' here');
  };
  const module = { exports: {} };
  const { exports } = module;
  define(globalThis, 'module', { value: module, configurable: true, writable: true });
  for (const [name, value] of [['exports', exports], ['require', require], ['console', { ...console }], ['assert', assert]])
    define(globalThis, name, { value, configurable: true, writable: true });
  const share = (name) => {
    const given = module.exports;
    const found = typeof given === 'function' ? given : own(given, name) ? given[name] : undefined;
    if (found === undefined) return false;
    define(globalThis, name, { value: found, configurable: true, writable: true });
    return true;
  };
  return { assert, require, console, share };
})()`;
