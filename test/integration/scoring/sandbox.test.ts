/** Programs and patterns in their processes: what passes, what fails, what is stopped, and what cannot get out. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import type { CheckOf } from '../../../src-main/contract/item.ts';
import { scoring, scoreOf, valuesOf } from './sandboxed-scores.ts';

afterAll(() => scoring.close());

const python: CheckOf<'code'> = {
  kind: 'code',
  language: 'python',
  tests: 'assert f(1) == 2',
  entry_point: 'f',
  // The slowest machine is patient, too; what never ends has a limit of its own.
  timeout: 100,
};

/** Each of them is wrong, and says that it is right in some way. */
const forgedInPython = {
  wrong: 'def f(x):\n    return x',
  exit: 'import sys\nsys.exit(0)',
  'exit in a test': 'import sys\ndef f(x):\n    sys.exit(0)',
  'exit of the interpreter': 'import os\ndef f(x):\n    os._exit(0)',
  'AssertionError of its own':
    'import builtins\nclass AssertionError(Exception): pass\nbuiltins.AssertionError = None\ndef f(x): return x',
  'a line jumped over':
    'import sys\ndef f(x):\n    sys.settrace(lambda *a: None)\n    sys._getframe(1).f_lineno = 2\n    return 1',
  'a verdict printed': 'import os\nos.write(1, b\'{"kind":"answer"}\')\nprint("passed")\ndef f(x): return x',
  'the tests found':
    'def f(x):\n    import sys\n    sys._getframe(1).f_globals["f"] = lambda x: 2\n    return 1',
  'nothing defined': 'x = 1',
};

/** What asks the system for random bytes, each the first to do so in some Python. */
const randomness = `
import multiprocessing, os, random, secrets, tempfile, uuid
def f(x):
    random.seed()
    random.Random().random()
    random.SystemRandom().random()
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + '/a', 'w') as file:
            file.write('a')
    return len({uuid.uuid4(), uuid.uuid4()}) * x + secrets.randbelow(1) + len(os.urandom(8)) - 8
`;

/** What needs an event loop, a clock, or a debugger that is there. */
const waiting = `
import asyncio, doctest, time, unittest
async def later(x):
    await asyncio.sleep(0.001)
    return x
async def several(x):
    try:
        await asyncio.wait_for(asyncio.sleep(1000), 0.001)
    except TimeoutError:
        return sum(await asyncio.gather(later(x), later(1)))
def one(n):
    """
    >>> one(1)
    1
    >>> one(2)
    3
    """
    return n
class Case(unittest.IsolatedAsyncioTestCase):
    async def test_later(self):
        self.assertEqual(await later(1), 1)
def f(x):
    time.sleep(0.001)
    runner = doctest.DocTestRunner(verbose=False)
    for example in doctest.DocTestFinder().find(one, 'one', globs={'one': one}):
        runner.run(example, out=lambda text: None)
    assert (runner.failures, runner.tries) == (1, 2)
    ran = unittest.TextTestRunner().run(unittest.defaultTestLoader.loadTestsFromTestCase(Case))
    assert ran.wasSuccessful() and ran.testsRun == 1
    loop = asyncio.new_event_loop()
    assert loop.run_until_complete(later(3)) == 3
    loop.close()
    return asyncio.run(several(x))
`;

/** Python that gathers every way out that it finds, and raises the list. */
const escapes = `
import builtins, gc, importlib, os, sys
found = []
for name in ('js', 'pyodide', 'pyodide_js', 'pyodide.code', 'pyodide.http', 'pyodide.ffi', '_pyodide', '_pyodide_core', 'ctypes', '_ctypes'):
    for way in (importlib.import_module, builtins.__import__):
        for forget in (False, True):
            if forget:
                sys.modules.pop(name, None)
            try:
                way(name)
                found.append(name)
            except ImportError:
                pass
for maker in (importlib.machinery.BuiltinImporter, importlib.machinery.FrozenImporter):
    for name in ('_pyodide_core', '_ctypes', 'js', 'sys'):
        spec = maker.find_spec(name)
        try:
            module = maker.create_module(spec) if spec else None
            if name != 'sys' and module is not None or isinstance(getattr(module, 'settrace', None), type(len)):
                found.append('made ' + name)
        except ImportError:
            pass
for thing in gc.get_objects():
    if 'JsProxy' in type(thing).__name__ and not isinstance(thing, type):
        found.append(type(thing).__name__)
    if type(thing) is type(len) and thing.__name__ in ('settrace', 'setprofile', 'register_callback', 'call_tracing'):
        found.append(thing.__name__)
def watch(*whatever):
    found.append('watched')
sys.settrace(watch)
sys.setprofile(watch)
for tool in range(6):
    sys.monitoring.use_tool_id(tool, 'watch')
    for event in vars(sys.monitoring.events).values():
        sys.monitoring.register_callback(tool, event, watch)
        sys.monitoring.set_events(tool, event)
(lambda: len([]))()
for path in ('/etc/passwd', '/proc/self/environ', os.path.expanduser('~/../../etc'), '/work', 'C:\\\\'):
    if os.path.exists(path):
        found.append(path)
for name, value in os.environ.items():
    if 'node' in value or 'main.ts' in value:
        found.append(name)
import socket, subprocess, threading
attempts = {
    'network': lambda: socket.create_connection(('127.0.0.1', PORT), 5),
    'process': lambda: subprocess.run(['ls']),
    'fork': lambda: os.fork(),
    'thread': lambda: threading.Thread(target=print).start(),
    'shell': lambda: os.posix_spawn('/bin/ls', ['ls'], {}),
}
for name, attempt in attempts.items():
    try:
        attempt()
        found.append(name)
    except (OSError, RuntimeError, AttributeError):
        pass
raise LookupError(found)
`;

describe.concurrent('Python', () => {
  test('what is right passes, whatever is around it', async () => {
    const right = {
      'with a main part':
        'def f(x):\n    return x + 1\nif __name__ == "__main__":\n    raise SystemExit(input())',
      'with a class of data':
        'from dataclasses import dataclass\nimport re, math, typing\n@dataclass\nclass A:\n    x: int\ndef f(x):\n    return A(x).x + 1',
      'with much output': 'import sys\nfor _ in range(100000): print("x" * 100)\ndef f(x):\n    return x + 1',
      'with a name of Python for its own use':
        'def sum(a, b):\n    return a + b\ndef f(x):\n    return sum(x, 1)',
    };
    const { values, reasons } = await valuesOf(python, right);
    expect(values, JSON.stringify(reasons)).toEqual(
      Object.fromEntries(Object.keys(right).map((key) => [key, 1])),
    );
  });

  test('no answer can say of itself that it passed', async () => {
    const { values, reasons } = await valuesOf(python, forgedInPython);
    expect(values, JSON.stringify(reasons)).toEqual(
      Object.fromEntries(Object.keys(forgedInPython).map((key) => [key, 0])),
    );
    expect(reasons['nothing defined']).toBe('the code does not define f');
  });

  test('a test uses the functions of Python, not what an answer put in their place', async () => {
    const check = {
      ...python,
      tests: 'assert isinstance(f(1), str) and abs(-1) == 1 and sorted([2, 1]) == [1, 2]',
    };
    const { values } = await valuesOf(check, {
      'in builtins': 'import builtins\nbuiltins.isinstance = lambda *a: True\ndef f(x): return x',
      'in its names': 'def isinstance(*a): return True\ndef f(x): return x',
      'in builtins of its own':
        'import builtins\nd = dict(vars(builtins))\nd["isinstance"] = lambda *a: True\n__builtins__ = d\ndef f(x): return x',
      'in the builtins it was given': '__builtins__["isinstance"] = lambda *a: True\ndef f(x): return x',
      honest: 'def f(x): return str(x)',
    });
    expect(values).toEqual({
      'in builtins': 0,
      'in its names': 0,
      'in builtins of its own': 0,
      'in the builtins it was given': 0,
      honest: 1,
    });
  });

  test('an answer sees what the tests define, and before it what it defines itself', async () => {
    const check = {
      ...python,
      tests:
        'import math\nSTEP = 1\nOWN = 50\nclass Node:\n    def __init__(self, x): self.x = x\nassert f(1) == 2 and max(1, 2) == 2',
    };
    const answer =
      'OWN = 0\ndef max(*numbers): return 0\ndef f(x): return Node(x).x + STEP + math.floor(0.5) + OWN + max(1, 2)';
    expect(await scoreOf(check, answer)).toMatchObject({ value: 1, reason: 'the tests pass' });
  });

  test('what waits, takes chances or reads examples works as in any Python', async () => {
    const { values, reasons } = await valuesOf(python, { randomness, waiting });
    expect(values, JSON.stringify(reasons)).toEqual({ randomness: 1, waiting: 1 });
    const forever = 'import asyncio\nasync def g(): await asyncio.Event().wait()\nasyncio.run(g())';
    expect((await scoreOf(python, forever)).reason).toContain(
      'the event loop waits for what can never happen',
    );
  });

  test('there is no way to JavaScript, to files, to the network or to another process', async () => {
    const connections: unknown[] = [];
    const server = createServer((socket) => connections.push(socket)).listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    const { port } = server.address() as AddressInfo;
    const { reason } = await scoreOf(python, escapes.replace('PORT', String(port)));
    expect(reason).toBe('the code fails before any test: LookupError: []');
    expect(connections).toEqual([]);
    server.close();
  });

  test('one answer leaves nothing to the next', async () => {
    const dirty =
      'import builtins, math, os, sys\nbuiltins.left = 1\nmath.left = 1\nsys.modules["left"] = math\nopen("/tmp/left", "w").write("x")\nos.environ["LEFT"] = "1"\ndef f(x): return 2';
    expect((await scoreOf(python, dirty)).value).toBe(1);
    const look =
      'import builtins, math, os, sys\ndef f(x):\n    return 2 + hasattr(builtins, "left") + hasattr(math, "left") + ("left" in sys.modules) + os.path.exists("/tmp/left") + ("LEFT" in os.environ)';
    expect(await scoreOf(python, look)).toMatchObject({ value: 1 });
  });

  test('what takes too much is stopped, and is wrong', async () => {
    const { values, reasons } = await valuesOf(python, {
      memory: 'b = []\nwhile True: b.append(bytearray(1 << 24))',
      'a huge string': 'x = "a" * 10**12',
      recursion: 'def g(n): return g(n + 1)\ng(0)',
      'recursion without a limit':
        'import sys\nsys.setrecursionlimit(10**9)\ndef g(n): return g(n + 1)\ng(0)',
    });
    expect(new Set(Object.values(values))).toEqual(new Set([0]));
    expect(reasons.memory).toContain('MemoryError');
    const endless = await scoreOf(
      { ...python, timeout: 1 },
      'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
    );
    expect(endless).toMatchObject({ value: 0, reason: 'the program did not come to an end in 1 second' });
  });

  test('HumanEval in its own words: a completion, a whole function, and what the prompt shows', async () => {
    const check: CheckOf<'code'> = {
      ...python,
      tests:
        'METADATA = {}\n\ndef check(candidate):\n    assert candidate([1, 2]) == [2, 4]\n    assert candidate([]) == []\n\ncheck(doubled)\n',
      entry_point: 'doubled',
      prefix:
        'from typing import List\n\ndef twice(x: int) -> int:\n    return 2 * x\n\ndef doubled(numbers: List[int]) -> List[int]:\n    """ Twice each. """\n',
    };
    const { values, reasons } = await valuesOf(check, {
      'the rest': '    return [twice(n) for n in numbers]\n',
      'the rest in a block': '```python\nreturn [twice(n) for n in numbers]\n```',
      whole:
        '```python\ndef doubled(numbers: List[int]) -> List[int]:\n    return [twice(n) for n in numbers]\n```',
      wrong: '    return numbers\n',
      'no Python': '    return [twice(n for n in numbers]\n',
    });
    expect(values, JSON.stringify(reasons)).toEqual({
      'the rest': 1,
      'the rest in a block': 1,
      whole: 1,
      wrong: 0,
      'no Python': 0,
    });
  });
});
