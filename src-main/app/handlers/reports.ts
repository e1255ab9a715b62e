/** Reports: made when asked for, kept in memory until the app closes, saved where the person says. */
import { randomUUID } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Handlers } from '../../contract/calls/calls.ts';
import type { ReportFormat } from '../../contract/calls/reports.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { csvReport } from '../../report/csv-report.ts';
import { htmlReport } from '../../report/html-report.ts';
import { jsonReport } from '../../report/json-report.ts';
import { markdownReport } from '../../report/markdown-report.ts';
import type { ReportInput } from '../../report/report-input.ts';
import { writeFailure } from '../../report/write-report.ts';
import { anonymousReport } from '../anonymous-report.ts';
import { findResults } from '../comparison-results.ts';
import { planOf } from '../comparison-state.ts';
import type { AppContext } from '../context.ts';
import { numberedName } from '../free-name.ts';

type ReportHandlers = Pick<
  Handlers,
  'reports.prepare_report' | 'reports.save_report' | 'reports.print_report'
>;

/** Prints the report of that identifier, at `/reports/{report}` of the app, to the bytes of a PDF. */
export type PrintReport = (report: string) => Promise<Uint8Array<ArrayBuffer>>;

export interface OpenReport {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly fileName: string;
}

export interface Reports {
  readonly handlers: ReportHandlers;
  /** For the frame that shows it. */
  open(report: string): Promise<Result<OpenReport>>;
}

const types: Readonly<Record<ReportFormat, string>> = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** Reports that stay in memory; a preview is made anew with each change of its options. */
const kept = 20;

/**
 * @param print absent where the shell cannot print
 */
export function createReports(context: AppContext, print?: PrintReport): Reports {
  const prepared = new Map<string, OpenReport>();

  function known(report: string): Result<OpenReport> {
    const found = prepared.get(report);
    if (found) return success(found);
    return failure('report_unknown', 'That report is not kept any more.', {
      next: 'Open the report again from its comparison.',
    });
  }

  return {
    open: (report) => Promise.resolve(known(report)),
    handlers: {
      'reports.prepare_report': async ({ comparison, format, anonymous, examples }) => {
        const plan = planOf(context.store, comparison);
        if (!plan.ok) return plan;
        const found = await findResults(context, plan.data, false);
        if (!found.ok) return found;
        const input = anonymous ? anonymousReport(found.data.report) : found.data.report;
        const bytes = new TextEncoder().encode(reportText(input, format, examples));
        const report = randomUUID();
        const fileName = `${fileNameOf(input)}.${format}`;
        prepared.set(report, { bytes, type: types[format], fileName });
        for (const oldest of [...prepared.keys()].slice(0, Math.max(0, prepared.size - kept)))
          prepared.delete(oldest);
        return success({ report, fileName, size: bytes.length, peeks: found.data.report.peeks });
      },
      'reports.save_report': async ({ report, folder }) => {
        const found = known(report);
        if (!found.ok) return found;
        const path = await writeBeside(resolve(folder), found.data);
        return path.ok ? success({ path: path.data }) : path;
      },
      'reports.print_report': async ({ report, folder }) => {
        const found = known(report);
        if (!found.ok) return found;
        if (found.data.type !== types.html)
          return failure('usage', 'Only the HTML report can be printed.', {
            next: 'Choose HTML as its format.',
          });
        if (print === undefined)
          return failure('pdf_unavailable', 'A browser writes its PDF files itself.', {
            next: 'Use “Print, or save as PDF…”, and choose PDF in the print dialogue.',
          });
        const printed = {
          bytes: await print(report),
          type: 'application/pdf',
          fileName: found.data.fileName.replace(/\.html$/, '.pdf'),
        };
        const path = await writeBeside(resolve(folder), printed);
        return path.ok ? success({ path: path.data }) : path;
      },
    },
  };
}

function reportText(input: ReportInput, format: ReportFormat, examples: number): string {
  switch (format) {
    case 'html':
      return htmlReport(input, { examples });
    case 'md':
      return markdownReport(input, { examples });
    case 'csv':
      return csvReport(input);
    case 'json':
      return jsonReport(input);
  }
}

/** The decision's first words and the plan's hash: a name that sorts and can be told apart. */
function fileNameOf({ plan }: ReportInput): string {
  const words = plan.plan.decision
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 48);
  return `noisefloor-${words === '' ? 'report' : words}-${plan.hash.slice(0, 8)}`;
}

/** Writes a report next to earlier ones: under its own name, or with the first number behind it that is not taken. */
async function writeBeside(folder: string, { fileName, bytes }: OpenReport): Promise<Result<string>> {
  for (let number = 1; ; number += 1) {
    const path = join(folder, numberedName(fileName, number));
    try {
      await mkdir(folder, { recursive: true });
      const handle = await open(path, 'wx');
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      return success(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      const expected = writeFailure(error, path);
      if (expected === null) throw error;
      return { ok: false, error: expected };
    }
  }
}
