/** What happens in a Python before any answer: what most programs import is loaded, and the ways to JavaScript are closed. */

/** Programs to be graded import little else; importing it now takes that time out of every answer's. */
export const preload = `
import abc, bisect, cmath, collections, contextlib, copy, csv, dataclasses, datetime, decimal, enum, fractions
import functools, hashlib, heapq, io, itertools, json, math, operator, os, queue, random, re, statistics, string
import sys, textwrap, time, traceback, types, typing, unicodedata, unittest, uuid
`;

/** What Python has without any import, and not what every module has of its own. */
export const namesOfBuiltins = `
import builtins
" ".join({*vars(builtins)} - {'__name__', '__doc__', '__package__', '__loader__', '__spec__'})
`;

/**
 * Takes away the modules that lead to JavaScript or into the interpreter's own memory, the finder that would bring them
 * back, and the hooks that can move the line that runs next. What is left in memory of them has no name; behind it
 * stand the limits of the process (lock-down.ts, child-settings.ts).
 */
export const closeWaysOut = `
def close():
    import gc, sys, types
    closed = ('js', 'pyodide', 'pyodide_js', '_pyodide', '_pyodide_core', 'ctypes', '_ctypes', '_testinternalcapi')
    sys.meta_path[:] = [finder for finder in sys.meta_path if '_pyodide' not in getattr(type(finder), '__module__', '')
        and '_pyodide' not in getattr(finder, '__module__', '')]
    names = [name for name in sys.modules if name.partition('.')[0] in closed]
    modules = [sys.modules[name] for name in names]
    for name in {*names, *closed}:
        sys.modules[name] = None
    for holder in list(sys.modules.values()):
        if not isinstance(holder, types.ModuleType):
            continue
        for name, value in list(vars(holder).items()):
            if any(value is module for module in modules) or type(value).__module__.partition('.')[0] in closed:
                vars(holder).pop(name, None)
    for module in modules:
        if isinstance(module, types.ModuleType):
            vars(module).clear()
    for name in ('settrace', 'setprofile', '_settraceallthreads', '_setprofileallthreads', 'monitoring', 'breakpointhook',
            '_debugmallocstats', 'call_tracing', 'addaudithook'):
        vars(sys).pop(name, None)
    sys.argv[:] = ['']
    del modules, holder, module, value
    gc.collect()
close()
del close
`;
