/** Writes the reports of a plan that ran before, from its stored scores: nothing is run or scored again. */
import { join } from 'node:path';
import type { Result } from '../contract/result.ts';
import { comparePlan, storedComparison } from '../experiment/compare-plan.ts';
import { reportInTheWay } from '../report/report-in-the-way.ts';
import { writeReport, type ReportPaths } from '../report/write-report.ts';
import { openStore } from '../store/open.ts';
import { recordLook } from './comparing/record-look.ts';
import { findPlan, type PlanReference } from './find-plan.ts';
import type { ReportFormat } from './report-formats.ts';
import { gatherReport } from './report-input.ts';
import { version } from './version.ts';

interface ReportPlace {
  readonly folder?: string | undefined;
  /** Write over reports of another plan, and over other files of that name. */
  readonly force?: boolean;
  /** The plan has not ended, so that its report is a look. */
  readonly onLook?: () => void;
}

/**
 * Fails with `file_exists` for a file of another plan without `force`, and as `findPlan` and `writeReport` do.
 */
export async function reportPlan(
  dataFolder: string,
  reference: PlanReference,
  formats: readonly ReportFormat[],
  { folder, force = false, onLook }: ReportPlace = {},
): Promise<Result<ReportPaths>> {
  const store = openStore(dataFolder);
  if (!store.ok) return store;
  try {
    const registered = await findPlan(store.data, reference);
    if (!registered.ok) return registered;
    const { hash } = registered.data;
    const place = folder ?? join(store.data.folder, 'reports', hash.slice(0, 12));
    const taken = force ? null : await reportInTheWay(place, hash, formats);
    if (taken !== null) return { ok: false, error: taken };
    const now = new Date().toISOString();
    const items = store.data.readPlanItems(hash, now);
    if (!items.ok) return items;
    const candidates =
      storedComparison(store.data, registered.data)?.candidates ??
      (await comparePlan(store.data, registered.data));
    const looked = recordLook(store.data, registered.data, candidates, now);
    if (!looked.ok) return looked;
    if (looked.data) onLook?.();
    const report = gatherReport(store.data, registered.data, items.data, {
      noisefloor: version(),
      generatedAt: now,
      peeks: store.data.peeks(hash),
      candidates,
    });
    return await writeReport(place, report, formats);
  } finally {
    store.data.close();
  }
}
