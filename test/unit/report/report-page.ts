/** The HTML report of the made-up input, read back. */
import { htmlReport } from '../../../src-main/report/html-report.ts';
import type { ReportCandidate, ReportInput } from '../../../src-main/report/report-input.ts';
import { reportInput } from '../../fixtures/report-input.ts';
import type { HtmlElement } from './html-structure.ts';
import { findAll, readHtml } from './html-structure.ts';

export const input = reportInput();
export const page = readHtml(htmlReport(input));
const [first] = input.candidates;
if (first === undefined) throw new Error('the fixture has candidates');

export function pageOf(more: Partial<ReportInput>): HtmlElement {
  return readHtml(htmlReport(reportInput(more)));
}

export function single(more: Partial<ReportCandidate>): HtmlElement {
  return pageOf({ candidates: [{ ...(first as ReportCandidate), ...more }] });
}

export const tableRows = (table: HtmlElement): readonly (readonly string[])[] =>
  findAll(table, 'tr').map((row) => row.children.map((cell) => cell.text.trim()));
