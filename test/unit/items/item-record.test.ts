import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../../src-main/contract/canonical-json.ts';
import { itemSchema } from '../../../src-main/contract/item.ts';
import { toItem } from '../../../src-main/items/item-record.ts';

const check = { kind: 'exact', answer: 'Paris' };

/** The message and hint of a record that must be refused. */
function refusal(record: unknown): { message: string; next: string; field: string | undefined } {
  const item = toItem(record);
  if (item.ok) throw new Error(`accepted: ${JSON.stringify(item.data)}`);
  expect(item.error.code).toBe('item_broken');
  return { message: item.error.message, next: item.error.next ?? '', field: item.error.where?.field };
}

test('an input becomes one user message; stratum and split are filled in on the safe side', () => {
  expect(toItem({ id: 'a', input: 'Capital of France?', check })).toEqual({
    ok: true,
    data: {
      id: 'a',
      messages: [{ role: 'user', content: 'Capital of France?' }],
      stratum: 'all',
      split: 'held_out',
      check,
    },
  });
});

test('every field that is there is kept, and a system text comes first', () => {
  const record = {
    id: 'a',
    messages: [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'Capital of France?' },
    ],
    system: 'Be brief.',
    stratum: 'facts',
    band: 'easy',
    split: 'dev',
    source: 'made up',
    cluster: 'page-1',
    check,
  };
  const { system, ...rest } = record;
  expect(toItem(record)).toEqual({
    ok: true,
    data: { ...rest, messages: [{ role: 'system', content: system }, ...record.messages] },
  });
});

test('a flat form is the same item as its full form', () => {
  const full = toItem({ id: '7', input: '17 + 25', check: { kind: 'numeric', answer: 42, tolerance: 0.01 } });
  expect(full.ok).toBe(true);
  expect(toItem({ id: 7, prompt: '17 + 25', scorer: 'numeric', answer: 42, tol: 0.01 })).toEqual(full);
});

test.each([
  ['a misspelt field', { id: 'a', input: 'x', splt: 'dev', check }, '"splt" is not a known field', 'split'],
  ['no id', { input: 'x', check }, 'id: missing', 'docs/file-formats.md'],
  ['an empty id', { id: '', input: 'x', check }, 'id: must not be empty', 'docs/file-formats.md'],
  ['an id that is a list', { id: [7], input: 'x', check }, 'id: expected string, received array', 'docs/'],
  ['no input', { id: 'a', check }, 'either input or messages', 'docs/'],
  ['both', { id: 'a', input: 'x', messages: [{ role: 'user', content: 'x' }], check }, 'not both', 'docs/'],
  ['no check', { id: 'a', input: 'x' }, 'check: missing', 'docs/'],
  [
    'an unknown kind',
    { id: 'a', input: 'x', check: { kind: 'exakt' } },
    "'exact', 'required_facts'",
    'docs/',
  ],
  [
    'a wrong answer',
    { id: 'a', input: 'x', check: { kind: 'exact', answer: 4 } },
    'string or array',
    'docs/',
  ],
  [
    'a fault deep inside',
    { id: 'a', input: 'x', check: { kind: 'required_facts', facts: ['b', ['c', 4]] } },
    'check.facts.1.1: expected string, received number',
    'docs/',
  ],
  [
    'an unknown role',
    { id: 'a', messages: [{ role: 'bot', content: 'x' }], check },
    'messages.0.role',
    'docs/',
  ],
  [
    'two system texts',
    { id: 'a', messages: [{ role: 'system', content: 'x' }], system: 'y', check },
    'system message already',
    'one of the two',
  ],
  ['a control character in the id', { id: 'a\u0000b', input: 'x', check }, 'control character', 'letters'],
  ['half a surrogate pair', { id: 'a', input: 'x\ud83d', check }, 'input: half of a surrogate', 'out of'],
  ['half a pair in a name', { id: 'a', input: 'x', 'y\udc00': 1, check }, 'half of a surrogate', 'out of'],
  ['a list', [{ id: 'a' }], 'an item is an object', 'docs/'],
  ['null', null, 'an item is an object', 'docs/'],
])('%s is refused in words', (_, record, message, next) => {
  const refused = refusal(record);
  expect(refused.message).toContain(message);
  expect(refused.next).toContain(next);
});

test('what JSON.parse makes of extreme texts is refused', () => {
  expect(
    refusal(JSON.parse('{"id":"a","input":"x","check":{"kind":"numeric","answer":1e999}}')).message,
  ).toContain('check.answer: the number is too large');
  expect(
    refusal(JSON.parse('{"id":"a","input":"x","check":{"kind":"json_equal","answer":{"__proto__":{"a":1}}}}'))
      .message,
  ).toContain('check.answer.__proto__');
});

test.each([
  [
    'a schema that cannot be compiled',
    { kind: 'json_schema', schema: { type: 'objekt' } },
    'The schema cannot be used',
  ],
  [
    'an answer that is no option',
    { kind: 'choice', options: ['yes', 'no'], answer: 'C' },
    'none of the options',
  ],
  ['rules that ask for nothing', { kind: 'rules', must_contain_all: [] }, 'ask for nothing'],
])('a check that cannot score is refused before anything runs: %s', (_, broken, message) => {
  const item = toItem({ id: 'a17', input: 'x', check: broken });
  expect(item).toMatchObject({ ok: false, error: { code: 'item_broken', where: { item: 'a17' } } });
  if (!item.ok) expect(item.error.message).toContain(message);
});

test('the id is named beside a fault elsewhere', () => {
  const item = toItem({ id: 'a17', input: 'x', check: { kind: 'numeric', answer: 'four' } });
  expect(item).toMatchObject({ ok: false, error: { where: { item: 'a17', field: 'check.answer' } } });
});

test('any JSON at all is an item or a refusal, and every item can be hashed', () => {
  const near = fc.record(
    {
      id: fc.oneof(fc.string(), fc.jsonValue()),
      input: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
      messages: fc.jsonValue(),
      system: fc.oneof(fc.string(), fc.jsonValue()),
      stratum: fc.oneof(fc.string(), fc.jsonValue()),
      check: fc.oneof(
        fc.record({ kind: fc.constantFrom('exact', 'json_equal', 'numeric'), answer: fc.jsonValue() }),
        fc.jsonValue(),
      ),
    },
    { requiredKeys: [] },
  );
  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof(near, fc.jsonValue()), (record) => {
      const item = toItem(record);
      if (!item.ok) {
        expect(item.error).toMatchObject({ code: 'item_broken', next: expect.any(String) as string });
        return;
      }
      accepted += 1;
      expect(canonicalJson(item.data)).toContain('"messages"');
      expect(itemSchema.safeParse(item.data).success).toBe(true);
      // Read again, an item is itself.
      expect(toItem(item.data)).toEqual(item);
    }),
    { numRuns: 2000, seed: 1 },
  );
  expect(accepted).toBeGreaterThan(0);
});
