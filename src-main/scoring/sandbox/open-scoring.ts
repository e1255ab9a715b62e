/** Scoring with its processes: none is started before something needs it. */
import { availableParallelism } from 'node:os';
import type { Check, CheckOf } from '../../contract/item.ts';
import type { Score } from '../../contract/output.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import { defaultTimeout, scoreOfEnd, scoreOfRun, taskOf } from '../code.ts';
import { score, type Scorable } from '../registry.ts';
import { quoted } from '../scorer.ts';
import { laneOf, needsProcess, type Lane, type ProcessCheck, type Scoring } from '../scoring.ts';
import { entryPath } from './entry-path.ts';
import { LanePool } from './lane-pool.ts';
import { isProgramRun, isScore } from './read-answer.ts';
import { proveLane, readTests, type Proven } from './prove-lane.ts';
import { pythonImage } from './python-image.ts';
import type { Asked } from './sandbox-process.ts';
import { refuseUnfailing } from './unfailing-tests.ts';

/** Milliseconds that a pattern may go over one answer. Every honest one takes less than a thousandth of it. */
const patternLimit = 3000;
/** Children of an interpreter at a time: each takes a processor for itself. */
const mostChildren = 4;

export function openScoring(): Scoring {
  return new SandboxScoring();
}

class SandboxScoring implements Scoring {
  readonly #pools = new Map<Lane, LanePool>();
  #image: Promise<Result<Buffer>> | undefined;
  /** Lanes that did what they must, once. */
  readonly #fit = new Set<Lane>();
  #closed = false;

  score(check: Check, output: Scorable): Result<Score> | Promise<Result<Score>> {
    const nothingCame = output.finish === 'overlong' || output.finish === 'error';
    return nothingCame || !needsProcess(check)
      ? success(score(check, output))
      : this.#scoreInProcess(check, output);
  }

  async prove(checks: readonly Proven[], tellUnfailing?: (found: Failure) => void): Promise<Result<void>> {
    const lanes = Map.groupBy(checks, ({ check }) => laneOf(check));
    for (const [lane, ofLane] of lanes) {
      if (lane === null || lane === 'pattern') continue;
      const pool = this.#pool(lane);
      const proven = this.#fit.has(lane) ? success(undefined) : await proveLane(lane, pool);
      if (!proven.ok) return proven;
      this.#fit.add(lane);
      // Side by side; what cannot be read is told first.
      const [read, failing] = await Promise.all([
        readTests(lane, pool, ofLane),
        refuseUnfailing(lane, pool, ofLane),
      ]);
      if (!read.ok) return read;
      if (failing.ok) continue;
      if (tellUnfailing === undefined || failing.error.code !== 'item_broken') return failing;
      tellUnfailing(failing.error);
    }
    return success(undefined);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }

  #scoreInProcess(check: ProcessCheck, output: Scorable): Result<Score> | Promise<Result<Score>> {
    return check.kind === 'code' ? this.#scoreProgram(check, output) : this.#scorePattern(check, output);
  }

  async #scorePattern(
    check: Exclude<ProcessCheck, CheckOf<'code'>>,
    { text, finish }: Scorable,
  ): Promise<Result<Score>> {
    const asked = await this.#pool('pattern').ask(
      { kind: 'pattern', check, output: { text, finish } },
      patternLimit,
    );
    if (!asked.ok) return asked;
    if (asked.data.how === 'timed_out') {
      const what =
        check.kind === 'regex' ? `the pattern ${quoted(check.pattern)}` : 'a pattern of the schema';
      const reason = `${what} did not come to an end on this answer in ${patternLimit / 1000} seconds: it goes back over the text again and again`;
      return success({ outcome: 'unsupported', value: null, reason });
    }
    if (asked.data.how === 'answered' && isScore(asked.data.answer)) return success(asked.data.answer);
    return broken(asked.data);
  }

  async #scoreProgram(check: CheckOf<'code'>, output: Scorable): Promise<Result<Score>> {
    const task = taskOf(check, output);
    if (!task.run) return success(task.score);
    const { program, span } = task;
    const seconds = check.timeout ?? defaultTimeout;
    const asked = await this.#pool(check.language).ask({ kind: 'program', program }, seconds * 1000);
    if (!asked.ok) return asked;
    if (asked.data.how === 'timed_out')
      return success(
        scoreOfEnd(
          `the program did not come to an end in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
          span,
        ),
      );
    // An interpreter that dies of a program has not passed its tests; one that is killed from outside is as rare as that.
    if (asked.data.how === 'ended')
      return success(scoreOfEnd(`the program ended its interpreter (${asked.data.words})`, span));
    return isProgramRun(asked.data.answer)
      ? success(scoreOfRun(check, asked.data.answer, task))
      : broken(asked.data);
  }

  #pool(lane: Lane): LanePool {
    const known = this.#pools.get(lane);
    if (known !== undefined) return known;
    const entry = entryPath();
    const pool = new LanePool({
      lane,
      entry,
      size: Math.min(availableParallelism(), lane === 'pattern' ? 2 : mostChildren),
      single: lane === 'python',
      image: () =>
        lane === 'python' ? (this.#image ??= pythonImage(entry)) : Promise.resolve(success(null)),
    });
    this.#pools.set(lane, pool);
    if (this.#closed) void pool.close();
    return pool;
  }
}

function broken(asked: Asked): Result<never> {
  return failure('sandbox_failed', "The sandbox's process did not answer as it should.", {
    next: 'Score the outputs again; if it happens at the same place, the answer there breaks the sandbox.',
    detail: JSON.stringify(asked).slice(0, 1000),
  });
}
