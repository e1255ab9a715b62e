/**
 * An answer in Python: in a Pyodide that is loaded from the image of one that has never run anything. The process
 * answers one question and is ended.
 *
 * What runs is driven through Python's C interface, with no Python code of ours around it: there is no frame, no
 * function and no name in the interpreter that says whether the tests passed, and so none that an answer could change.
 */
import { constants, readFileSync, writeSync } from 'node:fs';
import { loadPyodide, type PyodideAPI } from 'pyodide';
import type { Program, ProgramRun } from '../../program.ts';
import type { Question } from '../protocol.ts';
import type { Answerer } from './main.ts';
import { limitMemory } from './memory-limit.ts';
import { closeWaysOut, namesOfBuiltins, plainPython, preload } from './python-setup.ts';
import { shortened } from './shortened.ts';

/** Bytes. */
const memory = 512 * 1024 * 1024;
const input = 0;
const output = 1;

/** What of Python's C interface is called. Pointers are numbers; 0 is NULL. */
interface Interface {
  readonly stringToNewUTF8: (text: string) => number;
  readonly UTF8ToString: (pointer: number, most?: number) => string;
  readonly _free: (pointer: number) => void;
  readonly HEAPU8: Uint8Array;
  /** Where the address of the table of built-in modules is. */
  readonly _PyImport_Inittab: number;
  readonly __PyImport_ClearExtension: (name: number, file: number) => number;
  readonly _PyUnicode_FromString: (text: number) => number;
  readonly _PyDict_Copy: (dict: number) => number;
  readonly _PyDict_Clear: (dict: number) => void;
  readonly _PyDict_Update: (dict: number, other: number) => number;
  readonly _PyDict_SetItemString: (dict: number, key: number, value: number) => number;
  readonly _PyDict_ContainsString: (dict: number, key: number) => number;
  readonly _PyDict_DelItemString: (dict: number, key: number) => number;
  readonly _PyEval_GetBuiltins: () => number;
  readonly _PyEval_SetTrace: (trace: number, argument: number) => void;
  readonly _PyEval_SetProfile: (profile: number, argument: number) => void;
  readonly _PyRun_StringFlags: (
    text: number,
    start: number,
    globals: number,
    locals: number,
    flags: number,
  ) => number;
  readonly _Py_CompileString: (text: number, file: number, start: number) => number;
  readonly _PyImport_AddModule: (name: number) => number;
  readonly _PyModule_GetDict: (module: number) => number;
  readonly _PyErr_GetRaisedException: () => number;
  readonly _PyErr_Clear: () => void;
  readonly _PyObject_Str: (object: number) => number;
  readonly _PyObject_Type: (object: number) => number;
  readonly _PyObject_GetAttrString: (object: number, name: number) => number;
  readonly _PyUnicode_AsUTF8: (text: number) => number;
}

/** Py_file_input: any number of statements. */
const statements = 257;

/** Loads Python once as it comes, with what most programs import, and writes its memory to the standard output. */
export async function writeImage(): Promise<null> {
  const pyodide = await load({ _makeSnapshot: true });
  pyodide.runPython(preload);
  const image = (pyodide as unknown as { makeMemorySnapshot(): Uint8Array }).makeMemorySnapshot();
  let at = 0;
  while (at < image.length) {
    try {
      at += writeSync(output, image, at);
    } catch (error) {
      // The pipe is full; the parent reads on.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
  return null;
}

export async function loadPython(): Promise<Answerer> {
  const pyodide = await load({ _loadSnapshot: readFileSync(input) });
  // Written and gone: output is no part of any verdict, and there may be gigabytes of it.
  const drop = { write: (bytes: Uint8Array) => bytes.length };
  pyodide.setStdout(drop);
  pyodide.setStderr(drop);
  const builtinNames = (pyodide.runPython(namesOfBuiltins) as string).split(' ');
  pyodide.runPython(plainPython);
  pyodide.runPython(closeWaysOut);
  limitMemory(memory);
  const python = (pyodide as unknown as { _module: Interface })._module;
  forgetBuiltins(python, ['_ctypes', '_pyodide_core']);
  return (question: Question) => {
    if (question.kind === 'program')
      return Promise.resolve(() => run(python, builtinNames, question.program));
    if (question.kind === 'syntax')
      return Promise.resolve(() => question.tests.map((tests) => syntaxOf(python, tests)));
    throw new Error(`a ${question.kind} in the lane of Python`);
  };
}

function load(more: object): Promise<PyodideAPI> {
  const own = process as unknown as { binding: (name: string) => unknown };
  // Emscripten asks for the numbers of flags in a way that Node's permissions forbid.
  own.binding = (name) => {
    if (name !== 'constants') throw new Error(`no binding ${name}`);
    return { fs: constants };
  };
  const options = {
    jsglobals: Object.create(null) as object,
    stdin: () => null,
    env: { HOME: '/home/pyodide', _: 'python' },
  };
  return loadPyodide({ ...options, ...more });
}

/**
 * Takes built-in modules out of the table that they are made from, by their names in it: no finder and no importer can
 * bring them back. The copies that Python keeps go as well; one of `sys` still has what was taken from `sys`.
 */
function forgetBuiltins(python: Interface, names: readonly string[]): void {
  for (const name of [...names, 'sys']) {
    const text = withText(python, name, (pointer) => python._PyUnicode_FromString(pointer));
    python.__PyImport_ClearExtension(text, text);
  }
  const memory = new DataView(python.HEAPU8.buffer);
  const entrySize = 8;
  for (let entry = memory.getUint32(python._PyImport_Inittab, true); ; entry += entrySize) {
    const name = memory.getUint32(entry, true);
    if (name === 0) return;
    if (names.includes(python.UTF8ToString(name))) memory.setUint8(name, 0);
  }
}

/**
 * The answer runs in a module of its own, the tests in another dict, which the answer's functions have for their
 * built-in names: so they see what the tests define, where they have no such name themselves, and nothing that they
 * call their own is what the tests see in the place of Python's.
 */
function run(python: Interface, builtinNames: readonly string[], program: Program): ProgramRun {
  const builtins = python._PyEval_GetBuiltins();
  const pristine = python._PyDict_Copy(builtins);
  const testNames = python._PyDict_Copy(builtins);
  // A module's own dict: classes, dataclasses and pickles look for the module by its name.
  const names = python._PyModule_GetDict(
    withText(python, 'answer', (name) => python._PyImport_AddModule(name)),
  );
  withText(python, '__builtins__', (key) => python._PyDict_SetItemString(names, key, testNames));
  const failed = execute(python, program.code, names);
  if (failed !== null) return { ending: 'code_failed', message: failed };
  const { entryPoint } = program;
  if (
    entryPoint !== undefined &&
    withText(python, entryPoint, (key) => python._PyDict_ContainsString(names, key)) !== 1
  )
    return { ending: 'no_entry_point', message: '' };
  // What the answer put in the place of Python's own functions, and what watches or moves the lines that run.
  python._PyDict_Clear(builtins);
  python._PyDict_Update(builtins, pristine);
  python._PyEval_SetTrace(0, 0);
  python._PyEval_SetProfile(0, 0);
  const shown = python._PyDict_Copy(names);
  for (const name of builtinNames)
    withText(python, name, (key) => {
      if (name !== entryPoint && python._PyDict_ContainsString(shown, key) === 1)
        python._PyDict_DelItemString(shown, key);
    });
  python._PyDict_Clear(testNames);
  python._PyDict_Update(testNames, pristine);
  python._PyDict_Update(testNames, shown);
  // The answer may have put others there, and code takes its built-in names from nowhere else.
  withText(python, '__builtins__', (key) => python._PyDict_SetItemString(testNames, key, builtins));
  const wrong = execute(python, program.tests, testNames);
  return wrong === null ? { ending: 'passed', message: '' } : { ending: 'tests_failed', message: wrong };
}

/** Null: it ran to its last line. */
function execute(python: Interface, text: string, names: number): string | null {
  try {
    const result = withText(python, text, (code) =>
      python._PyRun_StringFlags(code, statements, names, names, 0),
    );
    return result === 0 ? raised(python) : null;
  } catch (error) {
    // The interpreter itself gave up: its stack is full, or the program asked it to end.
    return shortened(`Python ended: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function syntaxOf(python: Interface, text: string): string | null {
  const compiled = withText(python, text, (code) =>
    withText(python, 'tests', (file) => python._Py_CompileString(code, file, statements)),
  );
  return compiled === 0 ? raised(python) : null;
}

/** The exception in words. Its own `__str__` may do anything; whatever it does, the answer has failed by now. */
function raised(python: Interface): string {
  const exception = python._PyErr_GetRaisedException();
  if (exception === 0) return 'something was raised';
  const typeName = attribute(python, python._PyObject_Type(exception), '__name__');
  const message = asText(python, python._PyObject_Str(exception));
  python._PyErr_Clear();
  return shortened(message === '' ? typeName : `${typeName}: ${message}`);
}

function attribute(python: Interface, object: number, name: string): string {
  return asText(
    python,
    withText(python, name, (key) => python._PyObject_GetAttrString(object, key)),
  );
}

function asText(python: Interface, text: number): string {
  const bytes = text === 0 ? 0 : python._PyUnicode_AsUTF8(text);
  return bytes === 0 ? '' : python.UTF8ToString(bytes, 10_000);
}

function withText<T>(python: Interface, text: string, use: (pointer: number) => T): T {
  const pointer = python.stringToNewUTF8(text);
  try {
    return use(pointer);
  } finally {
    python._free(pointer);
  }
}
