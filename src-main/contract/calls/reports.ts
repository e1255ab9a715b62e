/** Reports: prepared on the app's side, shown in a frame of their own, saved as a file. */
import { z } from 'zod';
import type { ReadonlyDeep } from './shapes.ts';
import { bytes, call, count, identifier, path } from './shapes.ts';

const reportFormats = ['html', 'md', 'csv', 'json'] as const;
export type ReportFormat = (typeof reportFormats)[number];

const reportRequest = z.strictObject({
  comparison: identifier,
  format: z.enum(reportFormats),
  /** Names, folders and the host are replaced by neutral words. */
  anonymous: z.boolean(),
  /** Failing items side by side, at most so many of each candidate. */
  examples: z.int().min(0).max(1000),
});

const preparedReport = z.object({
  /** Names the report at the server: `/reports/{report}`. */
  report: identifier,
  fileName: z.string(),
  size: bytes,
  peeks: count,
});
export type PreparedReport = ReadonlyDeep<z.infer<typeof preparedReport>>;

export const reportCalls = {
  /** Makes the report and keeps it until the app closes or it is prepared anew. */
  'reports.prepare_report': call(reportRequest, preparedReport),
  /** Writes a prepared report into a folder, next to earlier ones, never over them. */
  'reports.save_report': call(z.strictObject({ report: identifier, folder: path }), z.object({ path })),
  /**
   * Prints a prepared HTML report and writes it as PDF, as `reports.save_report` writes the others. `pdf_unavailable`
   * in a browser, whose own print dialogue does it.
   */
  'reports.print_report': call(z.strictObject({ report: identifier, folder: path }), z.object({ path })),
};
