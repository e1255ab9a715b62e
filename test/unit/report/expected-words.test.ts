import { describe, expect, it } from 'vitest';

import type { Check } from '../../../src-main/contract/item.ts';
import { expectedWords } from '../../../src-main/report/expected-words.ts';

const cases: readonly (readonly [Check, string])[] = [
  [{ kind: 'exact', answer: 'Damascus' }, 'Damascus'],
  [{ kind: 'exact', answer: ['Den Haag', 'The Hague'] }, 'Den Haag or The Hague'],
  [{ kind: 'numeric', answer: 234, tolerance: 0.01 }, '234'],
  [{ kind: 'choice', options: ['Yes', 'No'], answer: 'B' }, 'B: No'],
  [{ kind: 'choice', options: ['Yes', 'No'], answer: 'Z' }, 'Z'],
  [{ kind: 'json_equal', answer: { a: 1 } }, '{"a":1}'],
  [
    {
      kind: 'tool_call',
      calls: [
        { name: 'move', arguments: { at: '09:15', loud: true } },
        { name: 'end', arguments: {} },
      ],
    },
    'move(at="09:15", loud=true)\nend()',
  ],
  [{ kind: 'required_facts', facts: ['a', ['b', 'c']] }, 'required_facts: {"facts":["a",["b","c"]]}'],
  [{ kind: 'rules', must_not_contain: ['x'] }, 'rules: {"must_not_contain":["x"]}'],
  [{ kind: 'json_schema', schema: { type: 'object' } }, 'json_schema: {"schema":{"type":"object"}}'],
];

describe('what is expected, in words', () => {
  it.each(cases)('of %j', (check, words) => {
    expect(expectedWords(check)).toBe(words);
  });
});
