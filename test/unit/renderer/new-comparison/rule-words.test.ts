import { expect, test } from 'vitest';
import { planFileSchema } from '../../../../src-main/experiment/plan/plan-schema.ts';
import { repeatRuleToFile } from '../../../../src-main/app/plans/plan-as-file.ts';
import {
  deviationDecimals,
  lookHelp,
  lookOptionOf,
  lookOptions,
  looksOf,
  ruleHelp,
  ruleOf,
  ruleOptionOf,
  ruleOptions,
} from '../../../../src-renderer/screens/new-comparison/rule-words.ts';

const plan = {
  decision: 'Try it',
  items: 'facts@1',
  guard_rail: { margin: 0.02 },
  baseline: 'a',
  candidates: { a: { gguf: 'a.gguf' }, b: { gguf: 'b.gguf' } },
};

test.each(lookOptions)(
  'a look that $label is a choice that plan files have, and is shown as itself',
  ({ value }) => {
    const looks = looksOf(value);
    expect(lookOptionOf(looks)).toBe(value);
    expect(planFileSchema.safeParse(looks === null ? plan : { ...plan, looks }).success).toBe(true);
  },
);

test.each(ruleOptions)(
  'the rule “$label” is a choice that plan files have, and is shown as itself',
  ({ value }) => {
    const rule = ruleOf(value);
    expect(ruleOptionOf(rule)).toBe(value);
    const written = rule === null ? plan : { ...plan, repeat_rule: repeatRuleToFile(rule) };
    expect(planFileSchema.safeParse(written).success).toBe(true);
  },
);

test('each choice is explained in words of its own', () => {
  expect(new Set(lookOptions.map(({ value }) => lookHelp(looksOf(value)))).size).toBe(lookOptions.length);
  expect(new Set(ruleOptions.map(({ value }) => ruleHelp(ruleOf(value)))).size).toBe(ruleOptions.length);
});

test.each([
  [2, '2.00'],
  [2.5, '2.50'],
  [0.001, '0.001'],
  [1.2345, '1.2345'],
  [1e-7, '0.0000001'],
])('deviations of %f are shown as %s', (z, shown) => {
  expect(z.toFixed(deviationDecimals(z))).toBe(shown);
});
