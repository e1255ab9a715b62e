import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differingSettingsOf, type SettingsSource } from '../../../src-main/report/report-view.ts';

type Values = Readonly<Record<string, string>>;

/** Runs that all asked for "on" and got what is written after their names; two of the baseline. */
function source(resolved: Values): SettingsSource {
  return {
    plan: { plan: { baseline: 'BF16' } },
    runs: Object.entries(resolved).map(([name, value]) => ({
      key: { candidate: name.replace('#2', ''), replicate: name.endsWith('#2') ? 2 : 1 },
      sittings: [
        {
          manifest: {
            settings: [{ name: 'flash attention', requested: 'on', resolved: value, source: 'log' as const }],
          },
        },
      ],
    })),
  };
}

const touching = (resolved: Values): readonly (readonly [readonly string[], boolean])[] =>
  differingSettingsOf(source(resolved)).map(
    ({ candidates, touchesComparison }) => [candidates, touchesComparison] as const,
  );

test('a setting that every run resolved alike does not touch the comparison', () => {
  expect(touching({ BF16: 'off', 'BF16#2': 'off', Q4: 'off' })).toEqual([[['BF16', 'Q4'], false]]);
});

test('a candidate that got another value than the baseline does', () => {
  expect(touching({ BF16: 'on', 'BF16#2': 'on', Q4: 'off' })).toEqual([[['Q4'], true]]);
});

test('a baseline that got another value than a candidate does, though the candidate got what it asked for', () => {
  expect(touching({ BF16: 'off', 'BF16#2': 'off', Q4: 'on' })).toEqual([[['BF16'], true]]);
  expect(touching({ BF16: 'off', 'BF16#2': 'off', Q4: 'off', Q2: 'on' })).toEqual([[['BF16', 'Q4'], true]]);
});

test('a baseline whose two runs got different values touches every candidate', () => {
  expect(touching({ BF16: 'on', 'BF16#2': 'off', Q4: 'on' })).toEqual([[['BF16'], true]]);
});

test('something touches the comparison exactly where a candidate and the baseline ran with different values', () => {
  const value = fc.constantFrom('on', 'off', 'auto');
  fc.assert(
    fc.property(value, value, fc.array(value, { minLength: 1, maxLength: 4 }), (first, second, others) => {
      const found = touching({
        BF16: first,
        'BF16#2': second,
        ...Object.fromEntries(others.map((other, index) => [`Q${index}`, other])),
      });
      const differs = others.some((other) => other !== first || other !== second);
      expect(found.some(([, touches]) => touches)).toBe(differs);
    }),
  );
});
