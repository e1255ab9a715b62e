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
 * Puts Python's own ways of waiting where Pyodide has some that need JavaScript: a sleep that waits, and an event loop
 * whose selector only sleeps, as there are no sockets to wait for. Random bytes are asked for once, since the first
 * time their source is imported.
 */
export const plainPython = `
def plain():
    import asyncio, os, selectors, time
    os.urandom(1)
    time.sleep = time.sleep.__wrapped__
    asyncio.run = asyncio.run.__wrapped__

    class Selector(selectors.SelectSelector):
        def select(self, timeout=None):
            if timeout is None:
                raise RuntimeError('the event loop waits for what can never happen')
            time.sleep(max(timeout, 0))
            return []

    class EventLoop(asyncio.SelectorEventLoop):
        def __init__(self, selector=None):
            super().__init__(selector or Selector())
        def _make_self_pipe(self):
            pass
        def _close_self_pipe(self):
            pass
        def _write_to_self(self):
            pass

    class Policy(asyncio.events._BaseDefaultEventLoopPolicy):
        _loop_factory = EventLoop

    asyncio.EventLoop = asyncio.SelectorEventLoop = EventLoop
    asyncio.events._set_running_loop(None)
    asyncio.events._set_event_loop_policy(Policy())
plain()
del plain
`;

/**
 * Takes away the modules that lead to JavaScript or into the interpreter's own memory, the finder that would bring them
 * back, and the hooks that can move the line that runs next; three of them stay as functions that do nothing. What is left in memory of them has no name; behind it
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
    monitoring = sys.monitoring
    # Python keeps a copy of this module's names, which has no name itself.
    for names in [held for held in gc.get_objects() if type(held) is dict and held.get('__name__') == 'sys']:
        for name in ('settrace', 'setprofile', '_settraceallthreads', '_setprofileallthreads', 'monitoring',
                'breakpointhook', '_debugmallocstats', 'call_tracing', 'addaudithook'):
            names.pop(name, None)
    # doctest and bdb ask for these on the way.
    nothing = lambda *arguments: None
    sys.settrace = sys.setprofile = nothing
    sys.monitoring = types.SimpleNamespace(**{name: nothing if callable(value) else value
        for name, value in vars(monitoring).items() if not name.startswith('_')})
    sys.argv[:] = ['']
    del modules, monitoring, holder, module, names, value
    gc.collect()
close()
del close
`;
