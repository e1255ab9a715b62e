/** Exactly the expected tool calls, in whatever spelling the model writes them. */
import type { CheckOf, ToolCall } from '../../contract/item.ts';
import type { Score, Span } from '../../contract/output.ts';
import { failure, success } from '../../contract/result.ts';
import { writtenForms } from '../answer-json.ts';
import { isTooDeep } from '../json-equality.ts';
import { depthLimit } from '../json-scan.ts';
import { storedSpan } from '../prepare.ts';
import { unread, verdict, type Scorer } from '../scorer.ts';
import { differenceOfCalls, expectedCalls, type ExpectedCall } from './compare-calls.ts';
import { readCalls } from './read-calls.ts';

export const toolCall: Scorer<'tool_call'> = {
  kind: 'tool_call',
  version: 1,
  validate(check) {
    const deep = check.calls.findIndex((call) => isTooDeep(call.arguments));
    if (deep < 0) return success(undefined);
    return failure(
      'item_broken',
      `The arguments of call ${String(deep + 1)} nest more than ${String(depthLimit)} deep.`,
      {
        next: 'Compare the part that matters, with match: subset.',
        where: { field: `check.calls.${String(deep)}.arguments` },
      },
    );
  },
  reference: (check) =>
    check.calls.length === 1 ? written(check.calls[0]) : `[${check.calls.map(written).join(', ')}]`,
  score(check, answer) {
    const expected = expectedOf(check);
    const names = new Set(expected.map((call) => call.name));
    let failed: Score = unread(answer.finish, 'found no tool call');
    for (const form of writtenForms(answer)) {
      const { calls, broken } = readCalls(form.text, names);
      const near = broken ? storedSpan(form, broken.start, broken.end) : undefined;
      const nothing = form.text.trim() === '' ? 'the output is empty' : 'found no tool call';
      failed = unread(answer.finish, broken?.reason ?? nothing, near);
      if (calls.length === 0) continue;
      if (broken?.cutOff && answer.finish === 'length') return failed;
      const difference = broken?.reason ?? differenceOfCalls(check, expected, calls);
      const read = `read ${calls.map((call) => call.name).join(', ')}, as expected`;
      return verdict(difference === null, difference ?? read, storedSpan(form, ...reach(calls)));
    }
    return failed;
  },
};

/** Where the first call begins and the last one ends. */
function reach(calls: readonly Span[]): [start: number, end: number] {
  return calls.reduce<[number, number]>(
    ([start, end], call) => [Math.min(start, call.start), Math.max(end, call.end)],
    [Infinity, 0],
  );
}

const known = new WeakMap<CheckOf<'tool_call'>, ExpectedCall[]>();

function expectedOf(check: CheckOf<'tool_call'>): ExpectedCall[] {
  const cached = known.get(check);
  if (cached) return cached;
  const expected = expectedCalls(check.calls);
  known.set(check, expected);
  return expected;
}

function written(call: ToolCall | undefined): string {
  return JSON.stringify(call);
}
