import { reportWriters, type WrittenFormat } from '../report/write-report.ts';

export type ReportFormat = WrittenFormat;

export const reportFormats = Object.keys(reportWriters) as readonly ReportFormat[];
