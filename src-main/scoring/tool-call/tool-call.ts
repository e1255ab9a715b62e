/** Exactly the expected tool calls, in whatever spelling the model writes them. */
import type { CheckOf, ToolCall } from '../../contract/item.ts';
import { failure, success } from '../../contract/result.ts';
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
  score(check, { answer, finish }) {
    const expected = expectedOf(check);
    const text = answer.text;
    const { calls, broken } = readCalls(text, new Set(expected.map((call) => call.name)));
    const reason = broken?.reason ?? (text.trim() === '' ? 'the output is empty' : 'found no tool call');
    const near = broken ? storedSpan(answer, broken.start, broken.end) : undefined;
    if (calls.length === 0 || (broken?.cutOff && finish === 'length')) return unread(finish, reason, near);
    const start = Math.min(...calls.map((call) => call.start));
    const end = Math.max(...calls.map((call) => call.end));
    const difference = broken?.reason ?? differenceOfCalls(check, expected, calls);
    const right = difference === null;
    const names = calls.map((call) => call.name).join(', ');
    return verdict(right, right ? `read ${names}, as expected` : difference, storedSpan(answer, start, end));
  },
};

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
