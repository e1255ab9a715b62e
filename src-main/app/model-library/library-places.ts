/** Where a person's models lie, and what was chosen among them: kept in the data folder's preferences. */
import { z } from 'zod';
import type { Result } from '../../contract/result.ts';
import type { Store, StoreReader } from '../../store/store.ts';

const nothing = { folders: [], files: [], baselines: [] };
const places = z
  .object({
    /** Absolute paths, in the order in which they were added. */
    folders: z.array(z.string()).catch([]),
    /** Files that were added one by one. */
    files: z.array(z.string()).catch([]),
    /** Identifiers of models that were made their group's baseline by hand. */
    baselines: z.array(z.string()).catch([]),
  })
  .catch(nothing);
export type LibraryPlaces = Readonly<{
  readonly [Key in keyof z.infer<typeof places>]: readonly string[];
}>;

const preferenceName = 'models';

export function libraryPlaces(store: Pick<StoreReader, 'preference'>): LibraryPlaces {
  return places.parse(store.preference(preferenceName) ?? nothing);
}

export function keepLibraryPlaces(
  store: Pick<Store, 'preference' | 'setPreference'>,
  change: Partial<LibraryPlaces>,
): Result<void> {
  const { folders, files, baselines } = { ...libraryPlaces(store), ...change };
  const unique = (list: readonly string[]) => [...new Set(list)];
  return store.setPreference(preferenceName, {
    folders: unique(folders),
    files: unique(files),
    baselines: unique(baselines),
  });
}
