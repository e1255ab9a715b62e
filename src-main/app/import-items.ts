/** Files as items of a new version: read whole, broken records refused or left out, split by stratum and cluster. */
import { basename, extname } from 'node:path';
import type { ItemSetVersion } from '../contract/item.ts';
import { failure, success, type Failure, type Result } from '../contract/result.ts';
import { parseMapping } from '../items/import/field-mapping.ts';
import { importItems, planImport, type ImportOptions } from '../items/import/import-file.ts';
import type { PreparationRecord } from '../items/preparation-record.ts';
import { encodings, type Encoding } from '../items/import/text-encoding.ts';
import { followedVersion, type FollowedVersion } from './followed-version.ts';
import type { SplitRecord } from '../items/sampling/split-items.ts';
import { openStore } from '../store/open.ts';
import { readImport, type ReadingChoices } from './read-import.ts';

/** Encodings of text files, for whoever names one. */
export const textEncodings = encodings;

/** How many problems are kept in full; all are counted. */
const keptProblems = 10_000;

export interface ImportProblems {
  readonly read: number;
  readonly good: number;
  readonly problems: number;
  readonly kept: readonly Failure[];
}

/** Every record of a file that makes no item, with its line or row. Reads the whole file and keeps nothing of it. */
export async function findProblems(file: string, options: ImportOptions): Promise<Result<ImportProblems>> {
  const plan = await planImport(file, options);
  if (!plan.ok) return plan;
  const kept: Failure[] = [];
  let [read, good, problems] = [0, 0, 0];
  for await (const batch of importItems(plan.data)) {
    for (const result of batch) {
      read += 1;
      if (!result.ok) {
        problems += 1;
        if (kept.length < keptProblems) kept.push(result.error);
      } else if (!result.data.repeated) good += 1;
    }
  }
  return success({ read, good, problems, kept });
}

export interface ImportRequest extends ReadingChoices {
  readonly files: readonly string[];
  /** A shape by its name; absent: as the file is recognised. */
  readonly format?: string;
  /** `field=column` pairs, in place of a shape. */
  readonly map: readonly string[];
  /** Of text files; absent: as their first bytes say. */
  readonly encoding?: Encoding;
  /** How choices are scored; absent: by the text of the answer. */
  readonly choiceBy?: 'text' | 'logprob';
  /** Absent: the name of the only file. */
  readonly name?: string;
}

export interface FrozenImport {
  readonly version: ItemSetVersion;
  /** The version that it comes after; null where it is the first, or was there already. */
  readonly follows: FollowedVersion | null;
  readonly read: number;
  readonly leftOut: number;
  readonly failures: readonly Failure[];
  readonly split: SplitRecord;
}

/**
 * Imports files and freezes them as a version of a set, with the record of the steps that prepared the file, where it
 * lies beside it. Nothing is kept where anything fails.
 */
export async function importItemFiles(
  dataFolder: string,
  request: ImportRequest,
): Promise<Result<FrozenImport>> {
  const options = importOptions(request);
  if (!options.ok) return options;
  const name = nameOf(request);
  if (!name.ok) return name;
  const imported = await readImport(request.files, options.data, request);
  if (!imported.ok) return imported;
  const store = openStore(dataFolder);
  if (!store.ok) return store;
  try {
    const { items, record, sources, split, failures } = imported.data;
    const [read, leftOut] = [total(sources, 'read'), total(sources, 'leftOut')];
    const now = new Date().toISOString();
    const before = store.data.itemSetVersions();
    const version = store.data.freezeItemSet(name.data, items, now, record);
    if (!version.ok) return version;
    const follows = followedVersion(store.data, before, version.data);
    return success({ version: version.data, follows, read, leftOut, failures, split });
  } finally {
    store.data.close();
  }
}

function total(sources: PreparationRecord['sources'], what: 'read' | 'leftOut'): number {
  return sources.reduce((sum, source) => sum + source[what], 0);
}

/** How files are to be read, in the words of the command line. Fails with `usage`. */
export function importOptions({
  format,
  map,
  encoding,
  choiceBy,
}: Pick<ImportRequest, 'format' | 'map' | 'encoding' | 'choiceBy'>): Result<ImportOptions> {
  const read = {
    ...(encoding === undefined ? {} : { encoding }),
    ...(choiceBy === undefined ? {} : { choiceBy }),
  };
  if (map.length === 0) return success({ ...read, ...(format === undefined ? {} : { shape: format }) });
  if (format !== undefined)
    return failure('usage', 'A format and a mapping cannot both say what the columns are.', {
      next: 'Leave out --format, or --map.',
    });
  const mapping = parseMapping(map);
  return mapping.ok ? success({ ...read, mapping: mapping.data }) : mapping;
}

function nameOf({ name, files: [first = '', ...others] }: ImportRequest): Result<string> {
  if (name !== undefined) return success(name);
  if (others.length === 0) {
    const packed = first.replace(/\.gz$/i, '');
    return success(basename(packed, extname(packed)));
  }
  return failure('usage', 'Several files become one set, and it has no name yet.', {
    next: 'Add --name NAME.',
  });
}
