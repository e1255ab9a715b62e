/** JSON equal to the expected value, or the share of its fields that are. */
import type { CheckOf, Json } from '../contract/item.ts';
import { failure, success } from '../contract/result.ts';
import { jsonOf } from './answer-json.ts';
import { isTooDeep, jsonEqual, jsonInCompatibilityForm } from './json-equality.ts';
import { findJson, kindOf } from './json-found.ts';
import { depthLimit } from './json-scan.ts';
import { scored, unread, type Scorer } from './scorer.ts';

export const jsonEqualScorer: Scorer<'json_equal'> = {
  kind: 'json_equal',
  version: 1,
  validate(check) {
    if (!isTooDeep(check.answer)) return success(undefined);
    return failure('item_broken', `The answer is nested more than ${String(depthLimit)} deep.`, {
      next: 'Compare the part that matters.',
      where: { field: 'check.answer' },
    });
  },
  reference: (check) => JSON.stringify(check.answer),
  score(check, answer) {
    const expected = expectedOf(check);
    const found = jsonOf(answer, (text) => findJson(text, kindOf(expected)));
    if (!found.ok) return unread(answer.finish, found.reason, found.span);
    const value = jsonInCompatibilityForm(found.value);
    const right = jsonEqual(expected, value);
    const { equal, all, difference } = compareFields(expected, value);
    const share = check.partial === true ? equal / all : 0;
    const count = check.partial === true ? `${String(equal)} of ${String(all)} fields equal; ` : '';
    const reason = right ? 'equal to the expected value' : `${count}${difference}`;
    return scored(right ? 1 : share, `read ${found.where}: ${reason}`, found.span);
  },
};

const known = new WeakMap<CheckOf<'json_equal'>, Json>();

function expectedOf(check: CheckOf<'json_equal'>): Json {
  const cached = known.get(check);
  if (cached !== undefined) return cached;
  const expected = jsonInCompatibilityForm(check.answer);
  known.set(check, expected);
  return expected;
}

interface Fields {
  readonly equal: number;
  readonly all: number;
  /** The first difference, in words. */
  readonly difference: string;
}

/** Fields are the members of the expected object, or the places of the expected list; a scalar is one field. */
function compareFields(expected: Json, given: Json): Fields {
  const kind = kindOf(expected);
  const wanted = kind === null ? 'a plain value' : `an ${kind}`;
  if (kind === null || kind !== kindOf(given)) {
    const equal = jsonEqual(expected, given);
    const difference =
      kind === null ? `expected ${short(expected)}, got ${short(given)}` : `expected ${wanted}`;
    const all = kind === null ? 1 : Math.max(1, Object.keys(expected as object).length);
    return { equal: equal ? 1 : 0, all, difference };
  }
  const entries = Object.entries(expected as Record<string, Json>);
  const members = given as Record<string, Json>;
  const wrong = entries.filter(
    ([key, value]) => !Object.hasOwn(members, key) || !jsonEqual(value, members[key] ?? null),
  );
  const extra = Object.keys(members).find((key) => !Object.hasOwn(expected as object, key));
  const all = Math.max(1, entries.length);
  const [first] = wrong;
  if (!first) {
    return {
      equal: all,
      all,
      difference: extra === undefined ? '' : `has ${JSON.stringify(extra)}, which is not expected`,
    };
  }
  const [key, value] = first;
  const got = Object.hasOwn(members, key) ? `got ${short(members[key] ?? null)}` : 'it is missing';
  return {
    equal: all - wrong.length,
    all,
    difference: `${JSON.stringify(key)}: expected ${short(value)}, ${got}`,
  };
}

function short(value: Json): string {
  const written = JSON.stringify(value);
  return written.length > 60 ? `${written.slice(0, 57)}…` : written;
}
