/** The last measurement of each model file: kept in the data folder's preferences until the file changes. */
import { z } from 'zod';
import { noiseReport, type ModelNoise } from '../../contract/calls/model-work.ts';
import type { Json } from '../../contract/item.ts';
import type { Result } from '../../contract/result.ts';
import type { AppContext } from '../context.ts';
import type { ReadModel } from '../model-library/model-library.ts';

const preferenceName = 'noise';
/** Files whose last measurement is kept; the one measured longest ago goes first. */
const mostKept = 100;

const records = z
  .array(z.object({ model: z.string(), fingerprint: z.string(), report: noiseReport }))
  .catch([]);

function kept({ store }: AppContext): z.infer<typeof records> {
  return records.parse(store.preference(preferenceName) ?? []);
}

/** Null: not measured, or the file is another one since. */
export function noiseOf(context: AppContext, { id, found }: ReadModel): ModelNoise | null {
  const record = kept(context).find(({ model }) => model === id);
  return record?.fingerprint === found.fingerprint ? record.report : null;
}

export function keepNoise(
  context: AppContext,
  { id, found: { fingerprint } }: ReadModel,
  report: ModelNoise,
): Result<void> {
  const others = kept(context).filter(({ model }) => model !== id);
  const all = [...others, { model: id, fingerprint, report }].slice(-mostKept);
  return context.store.setPreference(preferenceName, all as unknown as Json);
}
