/** A regular expression over the answer. It may go back over the text for ever: foreign answers are read in a process. */
import type { CheckOf } from '../contract/item.ts';
import type { Score } from '../contract/output.ts';
import { failure, success } from '../contract/result.ts';
import { storedSpan } from './prepare.ts';
import { quoted, unread, verdict, type Scorer } from './scorer.ts';

export const regex: Scorer<'regex'> = {
  kind: 'regex',
  version: 1,
  validate(check) {
    const compiled = compile(check);
    if (!compiled.ok)
      return failure('item_broken', `The pattern cannot be used: ${compiled.reason}.`, {
        next: 'Patterns are those of JavaScript; write flags such as i, m, s and u into the field flags.',
        where: { field: compiled.field },
      });
    if (check.answer !== undefined && groupsOf(check) === 0)
      return failure('item_broken', 'The pattern has no group 1 for the answer to be equal to.', {
        next: 'Put brackets around the part that is the answer, or leave the answer out.',
        where: { field: 'check.pattern' },
      });
    return success(undefined);
  },
  reference: () => null,
  score(check, { answer, finish }): Score {
    const compiled = compile(check);
    if (!compiled.ok)
      return {
        outcome: 'unsupported',
        value: null,
        reason: `the pattern cannot be used: ${compiled.reason}`,
      };
    if (answer.text.trim() === '') return unread(finish, 'the answer is empty');
    const match = compiled.pattern.exec(answer.text);
    if (match === null) {
      const reason = `nothing matches ${quoted(check.pattern)}`;
      return check.answer === undefined ? verdict(false, reason) : unread(finish, reason);
    }
    const whole = [match.index, match.index + match[0].length] as const;
    if (check.answer === undefined)
      return verdict(true, `${quoted(match[0])} matches`, storedSpan(answer, ...whole));
    const [start, end] = match.indices?.[1] ?? whole;
    const span = storedSpan(answer, start, end);
    const group = match[1];
    if (group === undefined) return unread(finish, 'group 1 took no part in the match', span);
    const right = group === check.answer.normalize('NFKC');
    const words = right ? 'is the answer' : `is not ${quoted(check.answer)}`;
    return verdict(right, `group 1, ${quoted(group)}, ${words}`, span);
  },
};

type Compiled =
  | { readonly ok: true; readonly pattern: RegExp }
  | { readonly ok: false; readonly reason: string; readonly field: string };

/** Never throws. `d` is for the place of group 1; what `g` would keep between answers dies with the object. */
function compile({ pattern, flags = '' }: CheckOf<'regex'>): Compiled {
  try {
    // As it was written first: what is wrong is told in the writer's own flags.
    const written = new RegExp(pattern, flags);
    return { ok: true, pattern: written.hasIndices ? written : new RegExp(pattern, `${flags}d`) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const field = reason.includes('flags') ? 'check.flags' : 'check.pattern';
    return { ok: false, reason, field };
  }
}

/** How many groups a pattern that compiles has: an empty alternative always matches, with a place for every group. */
function groupsOf({ pattern, flags = '' }: CheckOf<'regex'>): number {
  return (new RegExp(`${pattern}|`, flags).exec('')?.length ?? 1) - 1;
}
