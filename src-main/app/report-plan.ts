/** Writes the reports of a plan that ran before, from its stored scores: nothing is run or scored again. */
import { join } from 'node:path';
import type { Result } from '../contract/result.ts';
import { comparePlan, storedComparison } from '../experiment/compare-plan.ts';
import { writeReport, type ReportPaths } from '../report/write-report.ts';
import { openStore } from '../store/open.ts';
import { findPlan, type PlanReference } from './find-plan.ts';
import type { ReportFormat } from './report-formats.ts';
import { gatherReport } from './report-input.ts';
import { version } from './version.ts';

export async function reportPlan(
  dataFolder: string,
  reference: PlanReference,
  formats: readonly ReportFormat[],
  folder?: string,
): Promise<Result<ReportPaths>> {
  const store = openStore(dataFolder);
  if (!store.ok) return store;
  try {
    const registered = await findPlan(store.data, reference);
    if (!registered.ok) return registered;
    const { hash } = registered.data;
    const now = new Date().toISOString();
    const items = store.data.readPlanItems(hash, now);
    if (!items.ok) return items;
    const report = gatherReport(store.data, registered.data, items.data, {
      noisefloor: version(),
      generatedAt: now,
      peeks: 0,
      candidates:
        storedComparison(store.data, registered.data)?.candidates ??
        (await comparePlan(store.data, registered.data)),
    });
    return await writeReport(
      folder ?? join(store.data.folder, 'reports', hash.slice(0, 12)),
      report,
      formats,
    );
  } finally {
    store.data.close();
  }
}
