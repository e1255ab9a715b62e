/** A plan's report as a terminal shows it: first what was not resolved as asked, then the numbers. */
import { calibrationWarnings } from '../contract/presentation/judge-words.ts';
import { judgeLead } from '../report/judge-section.ts';
import type { ReportInput } from '../report/report-input.ts';
import { differingSettingsOf } from '../report/report-view.ts';
import { terminalTable, type TerminalOptions } from '../report/terminal-table.ts';

export function terminalReport(report: ReportInput, options: TerminalOptions): string {
  const { judge } = report;
  const table = terminalTable(report, options);
  if (judge === null) return table;
  return [table, '', `Judge: ${judgeLead(judge)}`, ...calibrationWarnings(judge), ''].join('\n');
}

/** One sentence for each setting and pair of values, naming the runs that it concerns. */
export function settingNotices(report: ReportInput): readonly string[] {
  return differingSettingsOf(report).map(({ runs, all, name, requested, resolved, planned, meaning }) => {
    const who = all ? 'Every run' : runs.join(', ');
    return planned
      ? `${who}: ${name} is ${resolved}. ${meaning}`
      : `${who}: ${name} was asked as ${requested} and resolved to ${resolved}.`;
  });
}
