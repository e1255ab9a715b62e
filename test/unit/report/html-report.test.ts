import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlReport } from '../../../src-main/report/html-report.ts';
import type { ReportCase } from '../../../src-main/report/report-input.ts';
import { madeUpAnswer } from '../../fixtures/report-cases.ts';
import { reportInput } from '../../fixtures/report-input.ts';
import { hostileTexts, withTextEverywhere } from './hostile.ts';
import type { HtmlElement } from './html-structure.ts';
import { findAll, findOne, readHtml, walk } from './html-structure.ts';
import { input, page, pageOf, single, tableRows } from './report-page.ts';

describe('one file that stands alone', () => {
  it('has no script, loads nothing, and says so to the browser', () => {
    const policy = findOne(page, 'meta', { 'http-equiv': 'Content-Security-Policy' });
    expect(policy.attributes['content']).toBe("default-src 'none'; style-src 'unsafe-inline'");
    for (const { name, attributes } of walk(page)) {
      expect([
        'script',
        'link',
        'img',
        'iframe',
        'object',
        'embed',
        'base',
        'form',
        'image',
        'use',
      ]).not.toContain(name);
      for (const [key, value] of Object.entries(attributes)) {
        expect(key).not.toMatch(/^on|^src|^xlink/);
        if (key === 'href') expect(value).toMatch(/^#[a-z]+$/);
        if (key === 'style') expect(value).toMatch(/^max-width:\d+px$/);
      }
    }
    expect(findOne(page, 'style').text).not.toMatch(/@import|url\((?!#)|expression/);
  });

  it('is the same for the same input', () => {
    expect(htmlReport(reportInput())).toBe(htmlReport(input));
    expect(htmlReport(structuredClone(input))).toBe(htmlReport(input));
  });

  it('follows the system’s theme, or is pinned', () => {
    expect(page.attributes).toEqual({ lang: 'en' });
    expect(readHtml(htmlReport(input, { theme: 'dark' })).attributes['data-theme']).toBe('dark');
    expect(findOne(page, 'style').text).toContain(':root{color-scheme:light dark;}');
    expect(findOne(page, 'style').text).toContain('@media print');
  });
});

describe('the order', () => {
  it('is settings that were not met, the answer, the plot, the numbers, the rest', () => {
    const text = page.text;
    const places = [
      'guard rail 2.0 points',
      '3 settings are not what the plan asked for',
      '2 of 5 candidates pass.',
      'Q8_0 passes. It stays within',
      'Where each candidate stands',
      'The other candidates by stratum',
      'Q8_0 against BF16, all numbers',
      'Cost and outcomes',
      'Items that flipped',
      'What ran',
      'Plan and method',
    ].map((part) => text.lastIndexOf(part));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('has links to parts that are there', () => {
    const ids = [...walk(page)].flatMap(({ attributes }) => attributes['id'] ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { attributes } of findAll(page, 'a')) expect(ids).toContain(attributes['href']?.slice(1));
    for (const { attributes } of findAll(page, 'label')) expect(ids).toContain(attributes['for']);
    for (const { attributes } of walk(page)) {
      const label = attributes['aria-labelledby'];
      if (label !== undefined) expect(ids).toContain(label);
    }
  });
});

describe('cost and outcomes', () => {
  it('offer a chart for each cost, the first chosen, without a script', () => {
    const inputs = findAll(page, 'input', { type: 'radio' });
    expect(inputs.map(({ attributes }) => attributes['id'])).toEqual([
      'cost-fileSize',
      'cost-memory',
      'cost-tokensPerSecond',
      'cost-seconds',
    ]);
    expect(inputs.map(({ attributes }) => 'checked' in attributes)).toEqual([true, false, false, false]);
    expect(page.text).toContain('Q5_K_M passes at about a third of the size of BF16');
  });

  it('leave out a cost that was not measured', () => {
    const runs = input.runs.map((run) => ({ ...run, cost: { ...run.cost, memory: null } }));
    expect(findAll(pageOf({ runs }), 'input').map(({ attributes }) => attributes['id'])).not.toContain(
      'cost-memory',
    );
    const free = input.runs.map((run) => ({
      ...run,
      cost: { ...run.cost, memory: null, fileSize: null, seconds: null, tokensPerSecond: null },
    }));
    expect(pageOf({ runs: free }).text).toContain('no candidate has both a cost and a change');
  });

  it('count what was not scored, run by run and stratum by stratum', () => {
    const ledger = findOne(page, 'table', { class: 'ledger' });
    expect(tableRows(ledger).find(([name]) => name === 'Q2_K')).toEqual([
      'Q2_K',
      '1,694',
      '',
      '57',
      '73',
      '4',
      '0',
    ]);
    expect(page.text).toContain('Counts and rates, overall and by stratum');
    expect(page.text).toContain('57 (3.1 %)');
    const scored = input.runs.map((run) => ({
      ...run,
      outcomes: { ...run.outcomes, unparsed: 0, truncated: 0, overlong: 0, failed: 0 },
    }));
    expect(pageOf({ runs: scored }).text).toContain('Every output was scored.');
  });
});

describe('the items that flipped', () => {
  const details = findAll(page, 'details', { class: 'case' });

  it('stand side by side, lost first', () => {
    const kinds = details.slice(0, 6).map((one) => findOne(one, 'span', { class: 'badge' }).text);
    expect(kinds).toEqual(['lost', 'lost', 'lost', 'lost', 'gained', 'missing']);
    const [firstCase] = details;
    expect(findAll(firstCase as HtmlElement, 'div', { class: 'pane' })).toHaveLength(2);
    expect(firstCase?.text).toContain('move_event(with="Adeyemi", day="Thursday", after="13:00")');
    expect(firstCase?.text).toContain('expected “13:00”');
    expect(
      findAll(firstCase as HtmlElement, 'span', { class: 'd-b' }).map(({ text }) => text.trim()),
    ).toContain('after lunch');
    expect(findAll(firstCase as HtmlElement, 'span', { class: 'read' }).length).toBeGreaterThan(0);
  });

  it('are capped, and the rest is counted', () => {
    const capped = readHtml(htmlReport(input, { examples: 2 }));
    expect(findAll(capped, 'details', { class: 'case' })).toHaveLength(4);
    expect(capped.text).toContain('61 lost, 47 gained, 6 without a pair. The first 2 of 114 shown here.');
    const none = readHtml(htmlReport(input, { examples: 0 }));
    expect(none.text).toContain('None of 114 shown here.');
  });

  it('say why a side is missing', () => {
    expect(details[5]?.text).toContain('There is no output.');
  });

  const one = input.candidates.flatMap(({ cases }) => cases.items)[0] as ReportCase;
  const withCase = (samples: ReportCase['samples']): HtmlElement =>
    single({ cases: { lost: 1, gained: 0, missing: 0, items: [{ ...one, samples }] } });

  it('cut long texts and say how much is left out', () => {
    const long = madeUpAnswer('word '.repeat(4000), 0, 'too long');
    const cut = withCase([{ sample: 0, baseline: long, candidate: long }]);
    expect(cut.text.match(/16,000 characters left out/g)).toHaveLength(2);
    expect(htmlReport(reportInput()).length).toBeLessThan(1_000_000);
  });

  it('show every sample, errors and half-right answers', () => {
    const failed = madeUpAnswer('', null, '', { outcome: 'failed', finish: 'error' });
    const error = { code: 'engine_timed_out', message: 'No answer within 60 s.' } as const;
    const several = withCase([
      {
        sample: 0,
        baseline: madeUpAnswer('a', 0.5, 'half of the facts'),
        candidate: madeUpAnswer('b', 0, 'none'),
      },
      {
        sample: 1,
        baseline: madeUpAnswer('a', 1, 'all'),
        candidate: { output: { ...failed.output, error }, score: null },
      },
    ]);
    expect(several.text).toContain('Sample 2 of 2');
    expect(several.text).toContain('Partly right, 0.50.');
    expect(several.text).toContain('No answer. No answer within 60 s.');
  });

  it('are said to be none where there are none', () => {
    expect(single({ cases: { lost: 0, gained: 0, missing: 0, items: [] } }).text).toContain(
      'No item was lost, gained or missing.',
    );
  });
});

describe('what ran', () => {
  it('names what all sittings share once, and each sitting', () => {
    expect(page.text.match(/Made-up Octacore 9/g)).toHaveLength(1);
    expect(page.text.match(/the process was killed/g)).toHaveLength(2);
    expect(page.text).toContain('49 → 48');
    expect(page.text).toContain('memory mapon not said');
    expect(findAll(page, 'span', { class: 'tag' }).filter(({ text }) => text === 'resumed')).toHaveLength(2);
  });

  it('has the reason of a run that failed', () => {
    const runs = input.runs.map((run, index) =>
      index === 3
        ? {
            ...run,
            state: 'failed' as const,
            sittings: [],
            failure: { code: 'model_load_failed' as const, message: 'Q5_K_M.gguf cannot be loaded.' },
          }
        : run,
    );
    const failed = pageOf({ runs });
    expect(failed.text).toContain('Q5_K_M.gguf cannot be loaded.');
    expect(failed.text).toContain('Not every run has ended: Q5_K_M (failed).');
    expect(pageOf({ runs: [] }).text).toContain('Nothing has run yet.');
  });
});

describe('the method', () => {
  it('names intervals, resamples, generator and seed', () => {
    const method = findOne(page, 'section', { id: 'method' }).text;
    for (const words of [
      'bootstrap and Tango',
      '10,000 resamples',
      'xoroshiro128plus',
      'seed 20261127',
      'Wilson',
      'McNemar',
      '9f3c51aa',
    ]) {
      expect(method).toContain(words);
    }
  });

  it('names looks before the end', () => {
    expect(pageOf({ peeks: 2 }).text).toContain('Results were looked at twice before every run had ended.');
    expect(page.text).not.toContain('looked at');
  });
});

describe('tables', () => {
  it('have a head for every column, and as many cells in every row', () => {
    for (const table of findAll(page, 'table')) {
      const [head] = findAll(table, 'tr');
      const heads = head?.children ?? [];
      expect(heads.length).toBeGreaterThan(1);
      for (const cell of heads) {
        expect(cell.name).toBe('th');
        expect(cell.attributes['scope']).toBe('col');
        expect(cell.text.trim()).not.toBe('');
      }
      const spans = findAll(table, 'tr').slice(1);
      let carried = 0;
      for (const row of spans) {
        const cells = row.children.reduce((sum, cell) => sum + Number(cell.attributes['colspan'] ?? 1), 0);
        expect(cells + (carried > 0 ? 1 : 0)).toBe(heads.length);
        if (carried > 0) carried -= 1;
        const rowspan = Number(row.children[0]?.attributes['rowspan'] ?? 1);
        if (rowspan > 1) carried = rowspan - 1;
      }
    }
  });
});

describe('texts from outside', () => {
  /** Two candidates are enough, and quick. */
  const few = { ...input, candidates: input.candidates.slice(2, 4), runs: input.runs.slice(0, 5) };
  /** Within these a long text may change what is marked, labelled or left out. */
  const drawing = new Set(['svg', 'text', 'line', 'path', 'rect', 'circle', 'span']);

  const shape = (element: HtmlElement): string =>
    drawing.has(element.name)
      ? ''
      : `${element.name}[${Object.keys(element.attributes).join()}](${element.children.map(shape).join('')})`;
  const kinds = (page: HtmlElement): ReadonlySet<string> =>
    new Set(
      [...walk(page)].flatMap(({ name, attributes }) => [
        name,
        ...Object.keys(attributes).map((key) => `${name} ${key}`),
      ]),
    );

  const plain = readHtml(htmlReport(withTextEverywhere(few, 'x')));
  const plainShape = shape(plain);
  const plainKinds = kinds(plain);

  function expectOnlyText(text: string): void {
    const report = htmlReport(withTextEverywhere(few, text));
    const hostile = readHtml(report);
    expect(shape(hostile)).toBe(plainShape);
    for (const kind of kinds(hostile)) expect(plainKinds).toContain(kind);
    // eslint-disable-next-line no-control-regex -- control characters are what must be gone
    expect(report).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/);
  }

  it.each(hostileTexts)('never become markup (%j)', (text) => {
    expectOnlyText(text);
  });

  it('never become markup, whatever they are', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });
    const pieces = fc.array(fc.oneof(text, fc.constantFrom(...hostileTexts, '<', '>', '"', "'", '&')), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(pieces, (parts) => {
        expectOnlyText(parts.join(''));
      }),
      { numRuns: 15 },
    );
  });
});
