import { describe, expect, it } from 'vitest';
import { comparison, emptyPart, noise, part, stratum } from '../../fixtures/comparison.ts';
import { madeUpComparison } from '../../fixtures/report-numbers.ts';
import type { HtmlElement } from './html-structure.ts';
import { findAll, findOne } from './html-structure.ts';
import { input, page, pageOf, single, tableRows } from './report-page.ts';

describe('the forest plot', () => {
  const [main, others] = findAll(page, 'table', { class: 'forest' });

  it('has the candidates, the rerun, and the strata of the candidate that the decision is about', () => {
    const names = findAll(main as HtmlElement, 'th', { scope: 'row' }).map(({ text }) => text);
    expect(names).toEqual([
      'Q8_0',
      'Q5_K_M',
      'Q4_K_M',
      'Q3_K_Msettings differ',
      'Q2_Ksettings differ',
      'BF16 rerun',
      'calendar_callsmust pass',
      'contract_questions',
      'order_json',
      'price_sums',
      'routing',
      'spreadsheet_code',
      'polite_refusals',
    ]);
    expect(findAll(others as HtmlElement, 'h3').map(({ text }) => text)).toEqual([
      'Q8_0, worst first',
      'Q5_K_M, worst first',
      'Q3_K_M, worst first',
      'Q2_K, worst first',
    ]);
  });

  it('has the numbers beside the marks', () => {
    const row = tableRows(main as HtmlElement).find(([name]) => name === 'Q4_K_M');
    expect(row?.slice(2)).toEqual([
      '−0.8',
      '−1.9 to +0.4',
      '1,822',
      '61',
      '47',
      'within the guard rail',
      'fails',
    ]);
  });

  it('names every picture by its finding', () => {
    const pictures = findAll(main as HtmlElement, 'svg', { role: 'img' });
    expect(pictures).toHaveLength(13);
    expect(pictures[2]?.attributes['aria-label']).toBe(
      'Q4_K_M: −0.8 points, −1.9 to +0.4, within the guard rail',
    );
    for (const svg of findAll(page, 'svg')) {
      const isPart = svg.attributes['overflow'] === 'visible' && svg.attributes['class'] === undefined;
      const hidden = svg.attributes['aria-hidden'] === 'true';
      expect(isPart || hidden || (svg.attributes['aria-label'] ?? '').length > 5).toBe(true);
    }
  });

  it('draws the band, the guard rail and a marker in every row, and an arrowhead where a whisker is cut', () => {
    for (const svg of findAll(main as HtmlElement, 'svg', { role: 'img' })) {
      expect(findAll(svg, 'rect', { class: 'band' })).toHaveLength(1);
      expect(findAll(svg, 'line', { class: 'guard' })).toHaveLength(1);
      expect(
        findAll(svg, 'path').filter(({ attributes }) => attributes['class']?.startsWith('m-')),
      ).toHaveLength(1);
    }
    const cut = findAll(main as HtmlElement, 'svg', { role: 'img' }).at(-1);
    expect(findAll(cut as HtmlElement, 'path', { class: 's-better' })).toHaveLength(1);
  });

  it('says what was not measured or cannot be computed', () => {
    const once = single({ comparison: { ...madeUpComparison([], 0.02), noise: null } });
    expect(once.text).toContain('The noise floor was not measured');
    const none = single({
      comparison: comparison(emptyPart('no item has both sides'), { plan: 'open' }),
    });
    expect(none.text).toContain('not computable: no pairs');
    expect(none.text).toContain(
      'Q8_0 is still open. It cannot be compared with BF16: no item has both sides.',
    );
    expect(none.text).not.toMatch(/NaN|undefined|null/);
  });

  it('keeps a missing candidate in its place', () => {
    const missing = pageOf({
      candidates: input.candidates.map((one) =>
        one.name === 'Q4_K_M' ? { ...one, comparison: null, reason: 'the file is damaged' } : one,
      ),
    });
    const table = findAll(missing, 'table', { class: 'forest' })[0] as HtmlElement;
    expect(
      tableRows(table)
        .find(([name]) => name === 'Q4_K_M')
        ?.slice(2),
    ).toEqual(['–', '–', '–', '–', '–', 'not comparable', '']);
    expect(missing.text).toContain('Q4_K_M was not compared with BF16: the file is damaged.');
  });

  it('shows 12 of many strata and folds the rest away, none lost', () => {
    const strata = Array.from({ length: 31 }, (_, index) =>
      stratum(`stratum ${index}`, part(index / 1000, -0.02, 0.05, { noise: noise(0.02) }), index === 30),
    );
    const many = single({ comparison: comparison(part(0, -0.01, 0.01), { plan: 'passes', strata }) });
    expect(many.text).toContain('The other 18 of 31 strata of Q8_0');
    const names = findAll(many, 'table', { class: 'forest' }).flatMap((table) =>
      findAll(table, 'th', { scope: 'row' }).map(({ text }) => text.replace('must pass', '')),
    );
    for (const { stratum: name } of strata) expect(names.filter((one) => one === name)).toHaveLength(1);
  });
});

describe('a single candidate', () => {
  it('has its own headline, with the shape of its verdict', () => {
    const alone = single({});
    const answer = findOne(alone, 'section', { class: 'answer' });
    expect(findOne(answer, 'h2').text).toMatch(/^Q8_0 passes\. It stays within the guard rail/);
    expect(findAll(answer, 'svg', { class: 'g-within' })).toHaveLength(1);
    expect(findAll(alone, 'ul')).toHaveLength(0);
  });
});
