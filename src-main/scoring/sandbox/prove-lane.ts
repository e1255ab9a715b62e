/** Whether an interpreter does what it must, tried before anything is generated. */
import type { Check } from '../../contract/item.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import type { Program } from '../program.ts';
import type { Lane } from '../scoring.ts';
import type { LanePool } from './lane-pool.ts';
import { isProgramRun, isSyntax } from './read-answer.ts';

export interface Proven {
  /** The item that has the check. */
  readonly id: string;
  readonly check: Check;
}

interface Trial {
  readonly right: Program;
  readonly wrong: Program;
  readonly endless: Program;
}

const trials: Readonly<Record<Exclude<Lane, 'pattern'>, Trial>> = {
  python: {
    right: {
      code: 'def double(x):\n    return 2 * x\n',
      tests: 'assert double(21) == 42\n',
      entryPoint: 'double',
    },
    wrong: {
      code: 'def double(x):\n    return x\n',
      tests: 'assert double(21) == 42\n',
      entryPoint: 'double',
    },
    endless: { code: 'while True:\n    pass\n', tests: 'assert True\n' },
  },
  javascript: {
    right: {
      code: 'function double(x) { return 2 * x }',
      tests: 'assert(double(21) === 42)',
      entryPoint: 'double',
    },
    wrong: {
      code: 'function double(x) { return x }',
      tests: 'assert(double(21) === 42)',
      entryPoint: 'double',
    },
    endless: { code: 'for (;;);', tests: '' },
  },
};

const words = { python: 'Python', javascript: 'JavaScript' } as const;
/** Milliseconds. */
const honestLimit = 60_000;
const runawayLimit = 500;
const syntaxLimit = 120_000;

/**
 * A program that is right passes, one that is wrong does not, and one that never ends is ended. Fails with
 * `sandbox_failed`.
 */
export async function proveLane(lane: Exclude<Lane, 'pattern'>, pool: LanePool): Promise<Result<void>> {
  const { right, wrong, endless } = trials[lane];
  // Side by side: a Python takes half a second to begin.
  const [runaway, ...tried] = await Promise.all([
    pool.ask({ kind: 'program', program: endless }, runawayLimit),
    pool.ask({ kind: 'program', program: right }, honestLimit),
    pool.ask({ kind: 'program', program: wrong }, honestLimit),
  ]);
  for (const [index, ending] of (['passed', 'tests_failed'] as const).entries()) {
    const asked = tried[index];
    if (asked?.ok !== true) return asked ?? unfit(lane, 'it was not tried', '');
    const run = asked.data.how === 'answered' && isProgramRun(asked.data.answer) ? asked.data.answer : null;
    if (run?.ending !== ending)
      return unfit(lane, `a program that should have ended as ${ending} did not`, JSON.stringify(asked.data));
  }
  if (!runaway.ok) return runaway;
  if (runaway.data.how !== 'timed_out')
    return unfit(lane, 'a program that never ends was not stopped', JSON.stringify(runaway.data));
  return success(undefined);
}

/** Whether the tests of every check can be read, nothing of them run. Fails with `item_broken` where they cannot. */
export async function readTests(
  lane: Exclude<Lane, 'pattern'>,
  pool: LanePool,
  checks: readonly Proven[],
): Promise<Result<void>> {
  const tests = checks.flatMap(({ check }) => (check.kind === 'code' ? [check.tests] : []));
  const asked = await pool.ask({ kind: 'syntax', tests }, syntaxLimit);
  if (!asked.ok) return asked;
  if (asked.data.how !== 'answered' || !isSyntax(asked.data.answer))
    return unfit(lane, 'it could not read the tests of the items', JSON.stringify(asked.data));
  const faults = asked.data.answer;
  const first = faults.findIndex((fault) => fault !== null);
  if (first === -1) return success(undefined);
  const item = checks[first]?.id ?? '';
  const count = faults.filter((fault) => fault !== null).length;
  const more = count === 1 ? '' : ` ${count} items have such tests.`;
  return failure(
    'item_broken',
    `The tests of ${item} are no ${words[lane]}: ${faults[first] ?? ''}.${more}`,
    {
      next: 'Mend them in a new version of the item set: no answer could pass.',
      where: { item, field: 'check.tests' },
    },
  );
}

function unfit(lane: Exclude<Lane, 'pattern'>, what: string, detail: string): Result<never> {
  return failure('sandbox_failed', `The sandbox for ${words[lane]} is not fit for use: ${what}.`, {
    next: 'Nothing was generated. Leave out the items that need it, or install Noisefloor again.',
    detail: detail.slice(0, 1000),
  });
}
