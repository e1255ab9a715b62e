import { describe, expect, it } from 'vitest';

import {
  overallSection,
  splitRows,
  strataSection,
  stratumRow,
  worstFirst,
} from '../../../../src-main/contract/presentation/forest-rows.ts';
import { comparison, emptyPart, noise, part, stratum } from '../../../fixtures/comparison.ts';

const measured = noise(0.005, { n: 1836, flips: { losses: 9, gains: 9, rate: 0.0098 } });

describe('the overall section', () => {
  it('keeps the plan’s order and ends with the rerun', () => {
    const section = overallSection(
      [
        {
          name: 'Q8_0',
          comparison: comparison(part(-0.001, -0.007, 0.004), { plan: 'passes', noise: measured }),
        },
        { name: 'Q4_K_M', comparison: null, reason: 'the model could not be loaded' },
      ],
      'BF16',
    );
    expect(section.rows.map((row) => row.name)).toEqual(['Q8_0', 'Q4_K_M', 'BF16 rerun']);
    expect(section.rows[1]).toMatchObject({
      verdict: 'not comparable',
      n: null,
      note: 'not compared: the model could not be loaded',
    });
    expect(section.rows[2]).toMatchObject({
      kind: 'rerun',
      n: 1836,
      losses: 9,
      halfWidth: 0.005,
      margin: 0.02,
      verdict: null,
    });
  });

  it('has no rerun where the baseline ran once', () => {
    const section = overallSection([{ name: 'Q8_0', comparison: comparison(part(0, -0.01, 0.01)) }], 'BF16');
    expect(section.rows).toHaveLength(1);
    expect(section.rows[0]?.halfWidth).toBeNull();
  });

  it('keeps a row without pairs in its place', () => {
    const section = overallSection(
      [
        { name: 'a', comparison: comparison(emptyPart('no item has both sides')) },
        { name: 'b', comparison: comparison(emptyPart('too few', { n: 3 })) },
        { name: 'c', comparison: null },
      ],
      'BF16',
    );
    expect(section.rows.map(({ note }) => note)).toEqual([
      'not computable: no pairs',
      'not computable: too few',
      'not compared',
    ]);
    expect(section.rows[0]).toMatchObject({ delta: null, losses: null, gains: null });
  });
});

describe('strata', () => {
  const strata = [
    stratum('code', part(0.008, -0.025, 0.043)),
    stratum('empty', emptyPart('no pairs')),
    stratum('tool_call', part(-0.066, -0.101, -0.035, { verdict: 'worse' }), true),
    stratum('b', part(-0.004, -0.03, 0.02)),
    stratum('a', part(-0.004, -0.03, 0.02)),
    stratum('wide', part(-0.004, -0.05, 0.04)),
  ];

  it('stand worst first, then by the lower end, then by name; without a number last', () => {
    expect(worstFirst(strata).map((one) => one.stratum)).toEqual([
      'tool_call',
      'wide',
      'a',
      'b',
      'code',
      'empty',
    ]);
  });

  it('have a plan state only where they must pass', () => {
    const states = (
      ['worse', 'better', 'within the guard rail', 'cannot tell yet', 'not comparable'] as const
    ).map((verdict) => stratumRow(stratum('s', part(0, 0, 0, { verdict }), true)).plan);
    expect(states).toEqual(['fails', 'passes', 'passes', 'open', 'open']);
    expect(stratumRow(stratum('s', part(0, 0, 0, { verdict: 'worse' }))).plan).toBeNull();
  });

  it('have no section when there is one or none', () => {
    expect(strataSection('Q4', comparison(part(0, 0, 0)))).toBeNull();
    expect(strataSection('Q4', comparison(part(0, 0, 0), { strata: strata.slice(0, 1) }))).toBeNull();
    expect(strataSection('Q4', comparison(part(0, 0, 0), { strata }))?.rows).toHaveLength(6);
  });

  it('show the 12 worst and those that must pass, and keep the rest', () => {
    const many = Array.from({ length: 31 }, (_, index) =>
      stratum(`s${index}`, part(index / 1000, -0.05, 0.05), index === 30),
    );
    const rows = strataSection('Q4', comparison(part(0, 0, 0), { strata: many }))?.rows ?? [];
    const { shown, hidden } = splitRows(rows);
    expect(shown.map((row) => row.name)).toEqual([...rows.slice(0, 12).map((row) => row.name), 's30']);
    expect(shown.length + hidden.length).toBe(31);
    expect(splitRows(rows.slice(0, 12)).hidden).toEqual([]);
  });
});
