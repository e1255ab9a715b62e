/** A version's dev items as a file with its card, for the command line and for the screens. */
import type { ItemSetVersion } from '../contract/item.ts';
import type { Result } from '../contract/result.ts';
import { exportVersion, type ExportedVersion } from '../items/export/export-version.ts';
import type { ExportFormat } from '../items/export/write-items.ts';
import { parsePreparationRecord } from '../items/preparation-record.ts';
import type { StoreReader } from '../store/store.ts';
import { contaminationRecord } from './contamination-record.ts';

/** Held-out items are counted on the card and not in the file. Fails with `file_unwritable`. */
export function exportDevItems(
  store: StoreReader,
  version: ItemSetVersion,
  path: string,
  format: ExportFormat,
  now: string,
): Promise<Result<ExportedVersion>> {
  const stored = store.preparation(version);
  const preparation = stored === null ? null : parsePreparationRecord(stored);
  return exportVersion(
    {
      version,
      strata: store.strataCounts(version),
      checks: store.checkCounts(version),
      items: store.readDevItems(version),
      // One of a later form: the card says that it has none rather than half of it.
      preparation: preparation?.ok === true ? preparation.data : null,
      contamination: contaminationRecord(store, version),
      exportedAt: now,
    },
    path,
    format,
  );
}
