import { describe, expect, it } from 'vitest';
import type { Rating } from '../../../src-main/contract/review.ts';
import { reviewFigures } from '../../../src-main/experiment/review/review-figures.ts';
import { htmlReport } from '../../../src-main/report/html-report.ts';
import { markdownReport } from '../../../src-main/report/markdown-report.ts';
import { reportInput } from '../../fixtures/report-input.ts';
import { findAll, findOne, readHtml } from './html-structure.ts';

const rater = '<img src=x onerror=alert(1)> | *Ada*';
const ratings = Array.from({ length: 24 }, (_, index): Rating => ({
  rater,
  item: `i${index}`,
  stratum: index % 2 === 0 ? 'sums' : 'facts',
  one: 'BF16',
  other: 'Q4_K_M',
  turn: 0,
  swapped: index % 3 === 0,
  choice: index % 6 === 0 ? 'other' : index % 6 === 1 ? 'tie' : 'one',
  at: '2026-11-30T09:00:00.000Z',
}));
const review = reviewFigures({
  ratings,
  candidates: ['BF16', 'Q4_K_M'],
  baseline: 'BF16',
  seed: 7,
  resamples: 200,
  answered: () => ({ differing: 24, same: 96 }),
});

describe('what people preferred in a report', () => {
  it('stands in the HTML report, with texts as texts', () => {
    const page = readHtml(htmlReport(reportInput({ review })));
    const section = findOne(page, 'section', { id: 'review' });
    expect(section.text).toContain('Where the answers differ, people preferred BF16 to Q4_K_M');
    expect(section.text).toContain('On 96 of 120 items (80.0 %) both gave the same answer');
    // 24 items of which a quarter preferred the candidate, and 96 ties: (6 + 48) / 120.
    expect(section.text).toContain('96 of 120');
    expect(section.text).toContain('45.0');
    // 4 of 24 for the candidate and 4 ties: (4 + 2) / 24.
    expect(section.text).toContain('25.0');
    expect(section.text).toContain(rater);
    expect(findAll(section, 'img')).toEqual([]);
    expect(findAll(section, 'table')).toHaveLength(3);
  });

  it('names each part at its first row, a stratum that is called as all together are as well', () => {
    const named = reviewFigures({
      ratings: ratings.map((rating) => ({ ...rating, stratum: 'Overall' })),
      candidates: ['BF16', 'Q4_K_M'],
      baseline: 'BF16',
      seed: 7,
      resamples: 200,
      answered: () => ({ differing: 24, same: 96 }),
    });
    const section = findOne(readHtml(htmlReport(reportInput({ review: named }))), 'section', {
      id: 'review',
    });
    const [strengths] = findAll(section, 'tbody');
    if (strengths === undefined) throw new Error('the strengths have a table');
    expect(findAll(strengths, 'tr').map(({ children }) => children[0]?.text)).toEqual([
      'Overall',
      '',
      'Overall',
      '',
    ]);
  });

  it('stands in the Markdown report, and nothing does where nobody rated', () => {
    const text = markdownReport(reportInput({ review }));
    expect(text).toContain(
      '## Where the answers differ, people preferred BF16 to Q4\\_K\\_M'.replaceAll('\\_', '_'),
    );
    expect(text).toContain('| 96 of 120 | 45\\.0 |');
    expect(text).not.toContain('<img');
    expect(markdownReport(reportInput())).not.toContain('What people preferred');
    expect(htmlReport(reportInput())).not.toContain('id="review"');
  });
});
