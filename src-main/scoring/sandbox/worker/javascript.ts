/** Answers in JavaScript: each in a QuickJS of its own, with memory of its own, from a module that is compiled once. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as packaged from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import type { Program, ProgramRun } from '../../program.ts';
import type { Question } from '../protocol.ts';
import { interpreterStack } from '../stack-size.ts';
import { testingTools } from './javascript-tools.ts';
import type { Answerer } from './main.ts';
import { limitMemory } from './memory-limit.ts';
import { shortened } from './shortened.ts';
import { webAssembly } from './web-assembly.ts';

/** Its types are those of its other form, for `require`. */
const variant = packaged.default as unknown as QuickJSSyncVariant;
/** Bytes. */
const memory = 256 * 1024 * 1024;

export async function loadJavaScript(): Promise<Answerer> {
  const path = fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'));
  const wasmModule = await webAssembly.compile(new Uint8Array(await readFile(path)));
  limitMemory(2 * memory);
  // What the package imports when it is needed is imported here: later, nothing can be.
  const [ffi, loader] = await Promise.all([variant.importFFI(), variant.importModuleLoader()]);
  const loaded: QuickJSSyncVariant = {
    ...variant,
    importFFI: () => Promise.resolve(ffi),
    importModuleLoader: () => Promise.resolve(loader),
  };
  const fresh = () => newQuickJSWASMModuleFromVariant(newVariant(loaded, { wasmModule }));
  await fresh();
  return async (question: Question) => {
    const runtime = (await fresh()).newRuntime({
      memoryLimitBytes: memory,
      maxStackSizeBytes: interpreterStack,
    });
    const context = runtime.newContext();
    // Nothing is disposed of: the whole memory goes away with the module.
    if (question.kind === 'program') return () => runOrEnd(context, question.program);
    if (question.kind === 'syntax') return () => question.tests.map((tests) => syntaxOf(context, tests));
    throw new Error(`a ${question.kind} in the lane of JavaScript`);
  };
}

/** What ends QuickJS itself, such as a stack that is full, is the program's doing: the module is new. */
function runOrEnd(context: QuickJSContext, program: Program): ProgramRun {
  try {
    return run(context, program);
  } catch (error) {
    const message = shortened(`QuickJS ended: ${error instanceof Error ? error.message : String(error)}`);
    return { ending: 'code_failed', message };
  }
}

function run(context: QuickJSContext, program: Program): ProgramRun {
  // Made before the answer runs, from what no answer has changed yet; the tests get them as arguments.
  const tools = value(context, context.evalCode(testingTools, 'tools.js'));
  if (tools === null) throw new Error('the tools for tests do not compile');
  const answered = evaluateAnswer(context, program);
  if (answered !== null) return { ending: 'code_failed', message: answered };
  if (program.entryPoint !== undefined && !isDefined(context, tools, program.entryPoint))
    return { ending: 'no_entry_point', message: '' };
  const failed = evaluateTests(context, tools, program.tests);
  return failed === null ? { ending: 'passed', message: '' } : { ending: 'tests_failed', message: failed };
}

/** Null: it ran to its end. Code with exports is a module, and what it exports becomes global. */
function evaluateAnswer(context: QuickJSContext, { code, entryPoint }: Program): string | null {
  const script = context.evalCode(code, 'answer.js', { type: 'global' });
  if (!script.error) return runJobs(context);
  // The word may stand in a comment or a text: code is a module only where it is no script.
  const isModule =
    /^\s*export\b/mu.test(code) && context.getString(context.getProp(script.error, 'name')) === 'SyntaxError';
  if (!isModule) return thrown(context, script.error);
  const result = context.evalCode(code, 'answer.js', { type: 'module' });
  if (result.error) return thrown(context, result.error);
  const failed = runJobs(context);
  if (failed !== null) return failed;
  // A module that waits for something hands back a promise of its names.
  const state = context.getPromiseState(result.value);
  if (state.type === 'rejected') return thrown(context, state.error);
  const exported = state.type === 'fulfilled' ? state.value : result.value;
  const names = context.getOwnPropertyNames(exported, { strings: true });
  if (names.error) return thrown(context, names.error);
  for (const name of names.value) {
    const given = context.getProp(exported, name);
    // What is exported without a name is what was asked for.
    const isDefault = context.getString(name) === 'default' && entryPoint !== undefined;
    context.setProp(context.global, isDefault ? entryPoint : name, given);
  }
  return null;
}

/** Null: nothing that was waiting to run has thrown. */
function runJobs(context: QuickJSContext): string | null {
  const jobs = context.runtime.executePendingJobs();
  return jobs.error ? thrown(context, jobs.error) : null;
}

function isDefined(context: QuickJSContext, tools: QuickJSHandle, name: string): boolean {
  // The name has the shape of one: it was checked with the item, and is checked again as it becomes code here.
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) return false;
  const found = value(context, context.evalCode(`typeof ${name}`, 'entry.js'));
  if (found !== null && context.getString(found) !== 'undefined') return true;
  // What was handed over in Node's way: module.exports = f, or { f }.
  const shared = context.callFunction(
    context.getProp(tools, 'share'),
    context.undefined,
    context.newString(name),
  );
  return !shared.error && context.dump(shared.value) === true;
}

/** Null: every line of them ran, what they wait for came, and nothing failed that nobody waits for. */
function evaluateTests(context: QuickJSContext, tools: QuickJSHandle, tests: string): string | null {
  const wrapped = context.evalCode(wrappedTests(tests), 'tests.js');
  if (wrapped.error) return thrown(context, wrapped.error);
  const [assert, require, console] = ['assert', 'require', 'console'].map((name) =>
    context.getProp(tools, name),
  );
  if (!assert || !require || !console) throw new Error('a tool for tests is missing');
  callTool(context, tools, 'beginTests');
  const called = context.callFunction(wrapped.value, context.undefined, assert, require, console);
  if (called.error) return thrown(context, called.error);
  for (;;) {
    const failed = runJobs(context);
    if (failed !== null) return failed;
    const state = context.getPromiseState(called.value);
    if (state.type === 'rejected') return thrown(context, state.error);
    const settled = state.type === 'pending' ? context.false : context.true;
    const wait = context.getNumber(callTool(context, tools, 'untilTimer', settled));
    if (wait < 0 && state.type === 'pending') return 'what the tests wait for never comes';
    if (wait < 0) break;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
    const fired = context.callFunction(context.getProp(tools, 'fireTimer'), context.undefined, settled);
    if (fired.error) return thrown(context, fired.error);
  }
  // Tests that catch may mean an assert to fail; whether it was caught cannot be told.
  if (/\b(?:catch|allSettled|any)\b/u.test(tests)) return null;
  const first = callTool(context, tools, 'firstFailure');
  return context.typeof(first) === 'string' ? shortened(`AssertionError: ${context.getString(first)}`) : null;
}

function callTool(
  context: QuickJSContext,
  tools: QuickJSHandle,
  name: string,
  ...given: QuickJSHandle[]
): QuickJSHandle {
  const called = context.callFunction(context.getProp(tools, name), context.undefined, ...given);
  if (called.error) throw new Error(`the tool ${name} failed: ${thrown(context, called.error)}`);
  return called.value;
}

/** A function of their own, so that no answer can put something else in the place of the tools. */
function wrappedTests(tests: string): string {
  return `(async function (assert, require, console) { {\n${tests}\n} })`;
}

function syntaxOf(context: QuickJSContext, tests: string): string | null {
  const read = context.evalCode(wrappedTests(tests), 'tests.js');
  return read.error ? thrown(context, read.error) : null;
}

function value(
  context: QuickJSContext,
  result: ReturnType<QuickJSContext['evalCode']>,
): QuickJSHandle | null {
  if (!result.error) return result.value;
  thrown(context, result.error);
  return null;
}

/** Getters of what was thrown belong to the answer, too; whatever they do, it is words by now. */
function thrown(context: QuickJSContext, error: QuickJSHandle): string {
  try {
    const text = context.typeof(error) === 'object' ? describe(context, error) : context.getString(error);
    return shortened(text);
  } catch {
    return 'something that cannot be shown was thrown';
  }
}

function describe(context: QuickJSContext, error: QuickJSHandle): string {
  const name = context.getString(context.getProp(error, 'name'));
  return `${name}: ${context.getString(context.getProp(error, 'message'))}`;
}
