/** The report's options as they stand in the address. Pure. */
import type { ReportFormat } from '../../../src-main/contract/calls/reports.ts';
import type { Query } from '../../app/routes.ts';

export interface ReportOptions {
  readonly format: ReportFormat;
  readonly anonymous: boolean;
  /** Flipped items of each candidate, side by side, at most. */
  readonly examples: number;
}

export const reportFormats: readonly { readonly value: ReportFormat; readonly label: string }[] = [
  { value: 'html', label: 'HTML' },
  { value: 'md', label: 'Markdown' },
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
];

export const mostExamples = 1000;
const usual: ReportOptions = { format: 'html', anonymous: false, examples: 50 };

/** Whether a format has items in it; the others are numbers alone. */
export function hasExamples(format: ReportFormat): boolean {
  return format === 'html' || format === 'md';
}

export function reportOptions({ format, anonymous, examples }: Query): ReportOptions {
  const many = Number(examples ?? usual.examples);
  return {
    format: reportFormats.find(({ value }) => value === format)?.value ?? usual.format,
    anonymous: anonymous !== undefined,
    examples: Number.isInteger(many) && many >= 0 && many <= mostExamples ? many : usual.examples,
  };
}

/** What is as usual is left out. */
export function queryOfOptions({ format, anonymous, examples }: ReportOptions): Query {
  return {
    ...(format === usual.format ? {} : { format }),
    ...(anonymous ? { anonymous: 'yes' } : {}),
    ...(examples === usual.examples ? {} : { examples: String(examples) }),
  };
}
