import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../src-main/contract/item.ts';
import type { StratumRule } from '../../../../src-main/contract/preparation.ts';
import type { ImportedItem } from '../../../../src-main/items/import/import-file.ts';
import type { Fields } from '../../../../src-main/items/import/source-record.ts';
import { assignStrata, type AssignOptions } from '../../../../src-main/items/strata/assign-strata.ts';
import { enoughItems } from '../../../../src-main/items/strata/enough-items.ts';
import { parseStratumRules } from '../../../../src-main/items/strata/stratum-rule.ts';

const imported = (
  id: string,
  prompt: string,
  more: Partial<Item> = {},
  fields: Fields = {},
): ImportedItem => ({
  item: {
    id,
    messages: [{ role: 'user', content: prompt }],
    stratum: 'all',
    split: 'held_out',
    check: { kind: 'exact', answer: 'x' },
    ...more,
  },
  where: { file: 'f', line: 1 },
  splitGiven: false,
  repeated: false,
  outputs: [],
  fields,
});

function rules(value: unknown): readonly StratumRule[] {
  const parsed = parseStratumRules(value);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.data;
}

function assigned(items: readonly ImportedItem[], options: AssignOptions) {
  const result = assignStrata(items, options);
  if (!result.ok) throw new Error(result.error.message);
  return result.data;
}

const items = [
  imported('tool', 'Track parcel 17', {
    check: { kind: 'tool_call', calls: [{ name: 'track', arguments: {} }] },
  }),
  imported('schema', 'Give JSON', { check: { kind: 'json_schema', schema: {} } }),
  imported('sum', 'What is 17 + 4?', {}, { level: 3, meta: { task: 'sums' } }),
  imported('long', 'word '.repeat(60), {}, { level: 1 }),
  imported('plain', 'Say yes', { stratum: 'own' }, { tools: [] }),
];

describe('strata', () => {
  it('come from rules, the first that fits, and bands from rules of their own', () => {
    const {
      items: sorted,
      byRule,
      untouched,
    } = assigned(items, {
      rules: rules([
        { stratum: 'tool_call', when: { tool_present: true } },
        { stratum: 'json', when: { schema_present: true } },
        { stratum: 'sums', when: { matches: '\\d+\\s*[+*/-]\\s*\\d+' } },
        { band: 'hard', when: { field: 'level', equals: 3 } },
        { band: 'long', when: { words_at_least: 50 } },
        { stratum: 'never', when: { check: 'exact', turns_at_least: 2 } },
      ]),
    });
    expect(sorted.map(({ item }) => [item.id, item.stratum, item.band])).toEqual([
      ['tool', 'tool_call', undefined],
      ['schema', 'json', undefined],
      ['sum', 'sums', 'hard'],
      ['long', 'all', 'long'],
      ['plain', 'tool_call', undefined],
    ]);
    expect(byRule).toEqual([2, 1, 1, 1, 1, 0]);
    expect(untouched).toEqual([]);
  });

  it('come from fields, go under rules and under the hand', () => {
    const { items: sorted, untouched } = assigned(items, {
      stratumField: 'meta.task',
      bandField: 'level',
      rules: rules([{ stratum: 'short', when: { words_at_most: 2 } }]),
      byHand: new Map([['plain', { band: 'rare' }]]),
    });
    expect(sorted.map(({ item }) => [item.id, item.stratum, item.band])).toEqual([
      ['tool', 'all', undefined],
      ['schema', 'short', undefined],
      ['sum', 'sums', '3'],
      ['long', 'all', '1'],
      ['plain', 'short', 'rare'],
    ]);
    expect(untouched).toEqual(['tool']);
  });

  it('of a pattern that goes back over its text for ever are refused, with the rule and the item', () => {
    const texts = Array.from({ length: 600 }, (_, index) => imported(`i${index}`, `Number ${index}`));
    const trap = imported('trap', `${'a'.repeat(60)}b`);
    const result = assignStrata([...texts.slice(0, 400), trap, ...texts.slice(400)], {
      rules: rules([
        { stratum: 'numbers', when: { matches: 'number' } },
        { band: 'odd', when: { matches: '^(a+)+$' } },
      ]),
      patternLimit: 200,
    });
    expect(result).toMatchObject({ ok: false, error: { code: 'usage', where: { item: 'trap' } } });
    expect(result.ok ? '' : result.error.message).toContain('stratum rule 2');
    expect(
      assigned(texts, { rules: rules([{ stratum: 'numbers', when: { matches: 'NUMBER' } }]) }).byRule,
    ).toEqual([600]);
  });

  it.each([
    ['no list', {}],
    ['a rule that gives nothing', [{ when: {} }]],
    ['an unknown condition', [{ stratum: 'a', when: { colour: 'red' } }]],
    ['a pattern that is none', [{ stratum: 'a', when: { matches: '(' } }]],
  ])('refuse %s', (_name, value) => {
    expect(parseStratumRules(value)).toMatchObject({ ok: false, error: { code: 'usage' } });
  });
});

describe('enough items', () => {
  const set = [
    ...Array.from({ length: 400 }, (_, index) => imported(`a${index}`, '', { stratum: 'a' }).item),
    ...Array.from(
      { length: 40 },
      (_, index) => imported(`b${index}`, '', { stratum: 'b', cluster: `k${index % 10}` }).item,
    ),
    imported('c', '', { stratum: 'c', split: 'dev' }).item,
  ];

  it('is answered for each stratum with its own margin', () => {
    const [a, b, c] = enoughItems(set, {
      split: 'held_out',
      margin: 0.02,
      strata: { a: 0.05 },
      discordance: 0.1,
    });
    // (1.959964 + 0.841621)^2 x 0.1 / 0.05^2 = 313.96
    expect(a).toMatchObject({ stratum: 'a', items: 400, margin: 0.05, needed: 314, enough: true });
    expect(b).toMatchObject({ stratum: 'b', items: 40, clusters: 10, needed: 1963, enough: false });
    expect(b?.detects).toBeCloseTo(Math.sqrt((7.8489 * 0.1) / 40), 4);
    expect(c).toMatchObject({ items: 0, enough: false, detects: null });
  });

  it('needs more where the items of a cluster are alike', () => {
    const [, b] = enoughItems(set, {
      split: 'held_out',
      margin: 0.1,
      discordance: 0.1,
      clusterCorrelation: 0.5,
    });
    // Four a cluster: 1 + 3 x 0.5 = 2.5 times 78.489.
    expect(b?.needed).toBe(197);
  });
});
