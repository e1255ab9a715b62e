/** Scoring of any kind, also where it takes another process, and the question which checks need one. */
import type { Check, CheckOf, Json } from '../contract/item.ts';
import type { Score } from '../contract/output.ts';
import type { Failure, Result } from '../contract/result.ts';
import type { Scorable } from './registry.ts';

export interface Scoring {
  /**
   * Scores one output: at once where the text is all that it takes, else a promise. A check that is at fault itself is a
   * score (`unsupported`); what fails is the scoring: `sandbox_failed` where its process cannot work, `interrupted`
   * where it was closed. A failure is nothing to be stored.
   */
  score(check: Check, output: Scorable): Result<Score> | Promise<Result<Score>>;
  /**
   * Tries what these checks need, before hours are spent on outputs that nothing can score: a program that works, one
   * that never ends, whether the tests of each check can be read, and whether an answer can fail them. At once where no
   * check needs a process.
   *
   * @param tellUnfailing is told of tests that no answer can fail; absent: they are a failure, `item_broken`
   */
  prove(
    checks: readonly { readonly id: string; readonly check: Check }[],
    tellUnfailing?: (found: Failure) => void,
  ): Promise<Result<void>>;
  /** Ends every process; what is pending is `interrupted`. Safe to call twice. */
  close(): Promise<void>;
}

/** What a process is started for. Patterns run as they are; programs run in an interpreter inside WebAssembly. */
export type Lane = 'pattern' | 'javascript' | 'python';

/** Checks that are scored in a process. */
export type ProcessCheck = CheckOf<'regex'> | CheckOf<'json_schema'> | CheckOf<'code'>;

/** Where a check is scored; null: right here, the text is all that it takes. */
export function laneOf(check: Check): Lane | null {
  switch (check.kind) {
    case 'regex':
      return 'pattern';
    case 'code':
      return check.language;
    case 'json_schema':
      return hasPattern(check.schema) ? 'pattern' : null;
    default:
      return null;
  }
}

export function needsProcess(check: Check): check is ProcessCheck {
  return laneOf(check) !== null;
}

const patterned = new WeakMap<object, boolean>();

/** Whether a schema holds a regular expression, or what looks like one: a property of that name costs a process, no more. */
function hasPattern(schema: Json): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const known = patterned.get(schema);
  if (known !== undefined) return known;
  const open: object[] = [schema];
  let found = false;
  for (let part = open.pop(); part !== undefined && !found; part = open.pop()) {
    found = !Array.isArray(part) && ('pattern' in part || 'patternProperties' in part);
    for (const inner of Object.values(part) as Json[])
      if (typeof inner === 'object' && inner !== null) open.push(inner);
  }
  patterned.set(schema, found);
  return found;
}
