import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemSchema, type Check } from '../../../src-main/contract/item.ts';
import {
  referenceAnswer,
  score,
  scorersIdentity,
  scorerVersion,
  validateCheck,
} from '../../../src-main/scoring/registry.ts';
import { laneOf, needsProcess, type Lane } from '../../../src-main/scoring/scoring.ts';
import { checks } from '../../fixtures/scoring-checks.ts';

const kinds = [...new Set(checks.map((check) => check.kind))];

test('every kind has a version of its own, and the identity names them all', () => {
  expect(new Set(kinds.map(scorerVersion)).size).toBe(kinds.length);
  for (const kind of kinds) {
    expect(scorerVersion(kind)).toMatch(new RegExp(`^${kind}/\\d+\\.\\d+$`));
    expect(scorersIdentity()).toContain(scorerVersion(kind));
  }
  expect(scorersIdentity().split(' ')).toHaveLength(kinds.length + 2);
  expect(scorersIdentity()).toMatch(/\bcode\/\d+\.\d+ .*\bregex\/\d+\.\d+/);
});

test.each<[string, Check, Lane | null]>([
  ['a pattern', { kind: 'regex', pattern: 'x' }, 'pattern'],
  ['Python', { kind: 'code', language: 'python', tests: 'assert True' }, 'python'],
  ['JavaScript', { kind: 'code', language: 'javascript', tests: 'assert(true)' }, 'javascript'],
  [
    'a schema with a pattern inside',
    { kind: 'json_schema', schema: { items: [{ properties: { a: { pattern: 'x' } } }] } },
    'pattern',
  ],
  ['a schema with names by pattern', { kind: 'json_schema', schema: { patternProperties: {} } }, 'pattern'],
  ['a schema', { kind: 'json_schema', schema: { type: 'object', required: ['pattern'] } }, null],
  ['a text', { kind: 'exact', answer: 'x' }, null],
])('%s is scored where it belongs', (_what, check, lane) => {
  expect(laneOf(check)).toBe(lane);
  expect(needsProcess(check)).toBe(lane !== null);
  expect(validateCheck(check).ok).toBe(true);
});

test('a program is never read as a text', () => {
  const check: Check = { kind: 'code', language: 'python', tests: 'assert True' };
  expect(score(check, { text: 'x', finish: 'end' })).toMatchObject({ outcome: 'unsupported', value: null });
  expect(referenceAnswer(check)).toBeNull();
});

test.each(checks.map((check) => [check.kind, check] as const))(
  '%s: what never was generated is overlong or failed, whatever the text',
  (_kind, check) => {
    expect(score(check, { text: 'Oslo 42', finish: 'overlong' })).toMatchObject({
      outcome: 'overlong',
      value: null,
    });
    expect(score(check, { text: 'Oslo 42', finish: 'error' })).toMatchObject({
      outcome: 'failed',
      value: null,
    });
  },
);

test.each(checks.map((check) => [check.kind, check] as const))(
  '%s accepts its own reference answer',
  (_kind, check) => {
    const text = referenceAnswer(check);
    if (check.kind === 'choice' && check.by === 'logprob') expect(text).toBeNull();
    else expect(score(check, { text: text ?? 'none', finish: 'end' }).value).toBe(1);
    expect(validateCheck(check).ok).toBe(true);
  },
);

test('every item of the demo has a valid check that accepts its own answer', () => {
  const file = new URL('../../../resources/demo/items.jsonl', import.meta.url);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(2155);
  for (const line of lines) {
    const { id, check } = itemSchema.parse(JSON.parse(line));
    expect(validateCheck(check), id).toEqual({ ok: true, data: undefined });
    expect(score(check, { text: referenceAnswer(check) ?? '', finish: 'stop' }), id).toMatchObject({
      outcome: 'scored',
      value: 1,
    });
  }
});

test('an exact answer is right, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.boolean(), (answer, normalise) => {
      expect(score({ kind: 'exact', answer, normalise }, { text: answer, finish: 'end' }).value).toBe(1);
    }),
    { numRuns: 2000 },
  );
});

test('a number is right as JavaScript, as JSON and with grouped digits', () => {
  fc.assert(
    fc.property(fc.oneof(fc.integer(), fc.double({ noDefaultInfinity: true, noNaN: true })), (answer) => {
      const check: Check = { kind: 'numeric', answer, tolerance: 0 };
      for (const text of [String(answer), `The answer is ${String(answer)}.`, `\\boxed{${String(answer)}}`]) {
        expect(score(check, { text, finish: 'end' }).value, text).toBe(1);
      }
    }),
    { numRuns: 2000 },
  );
  fc.assert(
    fc.property(fc.integer(), (answer) => {
      for (const locale of ['en-US', 'de-DE', 'de-CH', 'fr-FR', 'en-IN']) {
        const text = answer.toLocaleString(locale, { minimumFractionDigits: 2 });
        expect(score({ kind: 'numeric', answer }, { text, finish: 'end' }).value, text).toBe(1);
      }
    }),
  );
});

test('a JSON value is right in any key order, spaced or not, alone or in a fence', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const answer = JSON.parse(JSON.stringify(value)) as never;
      const check: Check = { kind: 'json_equal', answer };
      const reversed = JSON.stringify(answer, (_key, inner: unknown) =>
        typeof inner === 'object' && inner !== null && !Array.isArray(inner)
          ? Object.fromEntries(Object.entries(inner).toReversed())
          : inner,
      );
      for (const text of [JSON.stringify(answer, null, 2), reversed, `\`\`\`json\n${reversed}\n\`\`\``]) {
        expect(score(check, { text, finish: 'end' }).value, text).toBe(1);
      }
    }),
  );
});

const word = fc.stringMatching(/^[a-z][a-z_]{0,8}$/);
const argument = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null));
const calls = fc.array(fc.record({ name: word, arguments: fc.dictionary(word, argument, { maxKeys: 4 }) }), {
  minLength: 1,
  maxLength: 3,
});

test('calls are right in the spellings that carry types', () => {
  fc.assert(
    fc.property(calls, (expected) => {
      const check: Check = { kind: 'tool_call', calls: expected };
      const python = expected.map((call) => {
        const given = Object.entries(call.arguments).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
        return `${call.name}(${given.join(', ')})`;
      });
      const texts = [
        JSON.stringify(expected),
        expected.map((call) => `<tool_call>${JSON.stringify(call)}</tool_call>`).join('\n'),
        JSON.stringify({
          tool_calls: expected.map((call) => ({
            function: { name: call.name, arguments: JSON.stringify(call.arguments) },
          })),
        }),
        `[TOOL_CALLS]${expected.map((call) => `${call.name}[ARGS]${JSON.stringify(call.arguments)}`).join('[TOOL_CALLS]')}`,
        `[${python.join(', ')}]`,
      ];
      for (const text of texts) expect(score(check, { text, finish: 'end' }).value, text).toBe(1);
    }),
    { numRuns: 300 },
  );
});

test('a score never goes down with one more fact named, and is the share of the facts', () => {
  const facts = ['alpha', 'beta', 'gamma', 'delta'];
  fc.assert(
    fc.property(fc.subarray(facts), (named) => {
      const text = `It says ${named.join(', ')}.`;
      expect(score({ kind: 'required_facts', facts }, { text, finish: 'end' }).value).toBe(named.length / 4);
    }),
  );
});
