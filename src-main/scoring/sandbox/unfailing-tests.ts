/**
 * Tests that no answer can fail: a function that holds them and is never called, or a main part that never runs. They
 * are run with two answers that are wrong whatever is asked: one that throws, and one that gives a value like no other.
 */
import { failure, success, type Result } from '../../contract/result.ts';
import type { Lane } from '../scoring.ts';
import type { LanePool } from './lane-pool.ts';
import type { Proven } from './prove-lane.ts';
import { isProgramRun } from './read-answer.ts';

/** Checks of one language that are tried; the rest of a longer list is taken as it is. */
const mostTried = 1000;
/** Checks that share one Python, so that its start counts once. */
const batchSize = 250;
/** Milliseconds. Where tests take longer it cannot be told, and they are taken as they are. */
const batchLimit = 60_000;
const checkLimit = 10_000;

interface Tried {
  readonly id: string;
  readonly tests: string;
  readonly entryPoint: string;
}

interface Found {
  readonly first: Tried;
  /** Among those that were run with it. */
  readonly count: number;
}

const wrongAnswers = {
  python: [
    (name: string) => `def ${name}(*given, **named):\n    raise Exception("no answer")\n`,
    (name: string) => `def ${name}(*given, **named):\n    return object()\n`,
  ],
  javascript: [
    (name: string) => `function ${name}() { throw new Error('no answer') }`,
    (name: string) => `function ${name}() { return Symbol('no answer') }`,
  ],
} as const;

/**
 * Fails with `item_broken` where the tests of a check run to their end with both wrong answers, else as the pool does.
 * Checks without an entry point are not tried: their tests may ask for nothing but a program that runs.
 */
export async function refuseUnfailing(
  lane: Exclude<Lane, 'pattern'>,
  pool: LanePool,
  checks: readonly Proven[],
): Promise<Result<void>> {
  const tried = checks
    .flatMap(({ id, check }) =>
      check.kind === 'code' && check.entry_point !== undefined
        ? [{ id, tests: check.tests, entryPoint: check.entry_point }]
        : [],
    )
    .slice(0, mostTried);
  const found = await (lane === 'python' ? foundInPython(pool, tried) : foundOneByOne(lane, pool, tried));
  if (!found.ok) return found;
  if (found.data === null) return success(undefined);
  const { first, count } = found.data;
  const more = count === 1 ? '' : ` At least ${count} items have such tests.`;
  return failure(
    'item_broken',
    `No answer can fail the tests of ${first.id}: they pass with a ${first.entryPoint} that only throws, and with one that gives nothing of use.${more}`,
    {
      next: `Mend them in a new version of the item set: have them call what holds them, as in check(${first.entryPoint}).`,
      where: { item: first.id, field: 'check.tests' },
    },
  );
}

/** All of a batch in one interpreter; what is found there is run again in interpreters of its own. */
async function foundInPython(pool: LanePool, tried: readonly Tried[]): Promise<Result<Found | null>> {
  for (let start = 0; start < tried.length; start += batchSize) {
    const batch = tried.slice(start, start + batchSize);
    const program = { code: '', tests: trialOf(batch) };
    const asked = await pool.ask({ kind: 'program', program }, batchLimit);
    if (!asked.ok) return asked;
    const message =
      asked.data.how === 'answered' && isProgramRun(asked.data.answer) ? asked.data.answer.message : '';
    const [first, count] = (/^Exception: passed (\d+) (\d+)$/u.exec(message) ?? []).slice(1).map(Number);
    const suspect = first === undefined ? undefined : batch[first];
    if (suspect === undefined) continue;
    const passed = await passesBoth('python', pool, suspect);
    if (!passed.ok) return passed;
    if (passed.data) return success({ first: suspect, count: count ?? 1 });
  }
  return success(null);
}

/** Raises the number of the first whose tests pass with both, and how many there are. */
function trialOf(batch: readonly Tried[]): string {
  // A string of JSON is one of Python, too.
  const cases = JSON.stringify(JSON.stringify(batch.map(({ tests, entryPoint }) => [tests, entryPoint])));
  return `import json
def throws(*given, **named):
    raise Exception("no answer")
def gives(*given, **named):
    return object()
def passes(tests, name, answer):
    try:
        exec(compile(tests, 'tests', 'exec'), {'__name__': 'answer', name: answer})
        return True
    except BaseException:
        return False
passed = [number for number, (tests, name) in enumerate(json.loads(${cases}))
    if passes(tests, name, throws) and passes(tests, name, gives)]
if passed:
    raise Exception(f'passed {passed[0]} {len(passed)}')
`;
}

async function foundOneByOne(
  lane: Exclude<Lane, 'pattern'>,
  pool: LanePool,
  tried: readonly Tried[],
): Promise<Result<Found | null>> {
  const passed = await Promise.all(tried.map((one) => passesBoth(lane, pool, one)));
  const failed = passed.find((result) => !result.ok);
  if (failed?.ok === false) return failed;
  const found = tried.filter((_one, index) => passed[index]?.ok === true && passed[index].data);
  const [first] = found;
  return success(first === undefined ? null : { first, count: found.length });
}

async function passesBoth(
  lane: Exclude<Lane, 'pattern'>,
  pool: LanePool,
  { tests, entryPoint }: Tried,
): Promise<Result<boolean>> {
  for (const answer of wrongAnswers[lane]) {
    const program = { code: answer(entryPoint), tests, entryPoint };
    const asked = await pool.ask({ kind: 'program', program }, checkLimit);
    if (!asked.ok) return asked;
    const { data } = asked;
    if (data.how !== 'answered' || !isProgramRun(data.answer) || data.answer.ending !== 'passed')
      return success(false);
  }
  return success(true);
}
