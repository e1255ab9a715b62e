/** Makes quantised versions of a model: checked before, whole or not there after, and on record. */
import { rename, rm, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { formatBytes } from '../../contract/presentation/numbers.ts';
import {
  canBeQuantised,
  quantisedTypes,
  type QuantisationRecord,
  type QuantisedType,
} from '../../contract/quantisation.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { inspectGguf } from '../../engine/llama/gguf/inspect.ts';
import { hashWeights, rememberHash, type HashCache } from '../../engine/llama/gguf/weights-hash.ts';
import { createLlamaEngine, type Quantiser } from '../../engine/llama/llama-engine.ts';
import { checkFree } from '../free-place.ts';
import { sweepUnfinished, unfinishedName } from './unfinished-versions.ts';

export interface QuantiseRequest {
  /** A model in BF16, F16 or F32; of a split one any part. */
  readonly source: string;
  readonly types: readonly QuantisedType[];
  /** Where the versions go; beside the source where absent. */
  readonly folder?: string;
  readonly pure: boolean;
  /** Take the place of files that are there already. */
  readonly replace: boolean;
  readonly threads: number;
}

export interface QuantiseProgress {
  readonly type: QuantisedType;
  /** Tensors that are begun, of how many. */
  readonly tensors: number;
  readonly of: number;
}

/** What came of one type. */
export interface Quantised {
  readonly type: QuantisedType;
  readonly result: Result<QuantisationRecord & { readonly size: number }>;
}

export interface QuantiseSurroundings {
  /** Keeps the record; a version whose record cannot be kept stays, and its result says so. */
  readonly keep: (record: QuantisationRecord) => Result<void>;
  readonly onProgress?: (progress: QuantiseProgress) => void;
  /** Told of every type as it is made, or is not. */
  readonly onEnd?: (made: Quantised) => void;
  readonly signal: AbortSignal;
  readonly hashCache?: HashCache;
}

interface Version {
  readonly type: QuantisedType;
  readonly target: string;
}

/** With the bytes that it takes, or why it cannot be made. */
interface SizedVersion extends Version {
  readonly size: Result<number>;
}

/** Beyond the tensors: metadata, the vocabulary, alignment. */
const spareBytes = 64 * 2 ** 20;

/**
 * Nothing is written before it is known that all of it fits on the disk and takes no other file's place. One type that
 * fails, also while its size is worked out, leaves the others alone. What is broken off leaves no file; what a killed
 * process left of this source's versions in this folder is deleted first.
 *
 * Fails with `usage` (the source is quantised already), `file_exists`, `file_unwritable` (the disk is too full), and
 * with what reading and hashing the source can meet.
 */
export async function quantiseModel(
  request: QuantiseRequest,
  surroundings: QuantiseSurroundings,
): Promise<Result<readonly Quantised[]>> {
  const description = await inspectGguf(request.source);
  if (!description.ok) return description;
  const { files, quantisation } = description.data;
  const [source] = files;
  if (source === undefined) throw new Error('a model without a file');
  if (quantisation !== null && !canBeQuantised(quantisation)) {
    return failure(
      'usage',
      `${source} is quantised already (${quantisation}): what it lost cannot come back.`,
      {
        next: 'Start from the same model in BF16 or F16.',
        where: { file: source },
      },
    );
  }
  const folder = resolve(request.folder ?? dirname(source));
  const versions = request.types.map((type) => ({
    type,
    target: join(folder, versionName(source, type, request.pure)),
  }));
  const free = checkFree(
    versions.map(({ target }) => target),
    request.replace,
    'Leave that type out, choose another folder, or have it replaced (in the terminal with --replace).',
  );
  if (!free.ok) return free;
  await sweepUnfinished(folder, everyName(source));
  const process = new QuantisingProcess();
  try {
    const sized = await sizeAll(process, request, versions, source, surroundings.signal);
    if (!sized.ok) return sized;
    const room = await checkRoom(sized.data, folder);
    return room.ok ? await makeAll(process, request, sized.data, files, surroundings) : room;
  } finally {
    await process.quantiser.close();
  }
}

/** The process that quantises, and another one after a type has ended it: one type must not take the others along. */
class QuantisingProcess {
  quantiser: Quantiser = createLlamaEngine().openQuantiser();

  async surviving<T>(result: Result<T>): Promise<Result<T>> {
    if (!result.ok && result.error.code === 'engine_crashed') {
      await this.quantiser.close();
      this.quantiser = createLlamaEngine().openQuantiser();
    }
    return result;
  }
}

async function makeAll(
  process: QuantisingProcess,
  request: QuantiseRequest,
  versions: readonly SizedVersion[],
  files: readonly string[],
  surroundings: QuantiseSurroundings,
): Promise<Result<readonly Quantised[]>> {
  const hashes = await hashWeights(files, {
    signal: surroundings.signal,
    ...(surroundings.hashCache ? { cache: surroundings.hashCache } : {}),
  });
  if (!hashes.ok) return hashes;
  const made: Quantised[] = [];
  for (const { type, target, size } of versions) {
    const origin = { sourceFiles: files, sourceHashes: hashes.data };
    const result = size.ok
      ? await process.surviving(await makeOne(process.quantiser, request, type, target, origin, surroundings))
      : size;
    made.push({ type, result });
    surroundings.onEnd?.({ type, result });
    if (surroundings.signal.aborted) break;
  }
  return success(made);
}

/** `model-BF16.gguf` becomes `model-Q4_K_M.gguf`; a split model's part numbers go. */
export function versionName(source: string, type: QuantisedType, pure: boolean): string {
  const stem = basename(source)
    .replace(/\.gguf$/i, '')
    .replace(/-\d{5}-of-\d{5}$/, '')
    .replace(/[-._](?:bf16|f16|fp16|f32|fp32)$/i, '');
  return `${stem}-${type}${pure ? '-pure' : ''}.gguf`;
}

/** Of all versions that can be made of it. */
function everyName(source: string): readonly string[] {
  return quantisedTypes.flatMap((type) => [false, true].map((pure) => versionName(source, type, pure)));
}

/** Fails as the first type does where none can be made, and where it is broken off. */
async function sizeAll(
  process: QuantisingProcess,
  { pure, threads }: QuantiseRequest,
  versions: readonly Version[],
  source: string,
  signal: AbortSignal,
): Promise<Result<readonly SizedVersion[]>> {
  const sized: SizedVersion[] = [];
  for (const version of versions) {
    const { type } = version;
    const tried = await process.surviving(
      await process.quantiser.quantise({ source, target: '', type, pure, threads, dryRun: true }, { signal }),
    );
    if (!tried.ok && signal.aborted) return tried;
    sized.push({ ...version, size: tried.ok ? success(tried.data.size ?? 0) : tried });
  }
  const [first] = sized;
  return first?.size.ok === false && sized.every(({ size }) => !size.ok) ? first.size : success(sized);
}

async function checkRoom(sized: readonly SizedVersion[], folder: string): Promise<Result<void>> {
  const sizes = sized.flatMap(({ size }) => (size.ok ? [size.data] : []));
  try {
    const { bavail, bsize } = await statfs(folder);
    return enoughRoom(sizes, bavail * bsize, folder);
  } catch (error) {
    return failure('file_unwritable', `${folder} cannot be written to: ${(error as Error).message}`, {
      next: 'Choose a folder that is there.',
      where: { file: folder },
    });
  }
}

/**
 * @param sizes bytes of each version's tensors
 * @param free bytes on the disk
 */
export function enoughRoom(sizes: readonly number[], free: number, folder: string): Result<void> {
  const needed = sizes.reduce((sum, size) => sum + size + spareBytes, 0);
  if (free >= needed) return success(undefined);
  return failure(
    'file_unwritable',
    `${folder}: ${sizes.length === 1 ? 'the version needs' : `the ${sizes.length} versions need`} about ${formatBytes(needed)}, and ${formatBytes(free)} are free.`,
    { next: 'Make room, choose another folder, or fewer types.', where: { file: folder } },
  );
}

async function makeOne(
  quantiser: Quantiser,
  { pure, threads }: QuantiseRequest,
  type: QuantisedType,
  target: string,
  origin: Pick<QuantisationRecord, 'sourceFiles' | 'sourceHashes'>,
  { keep, onProgress, signal, hashCache }: QuantiseSurroundings,
): Promise<Quantised['result']> {
  const [source = ''] = origin.sourceFiles;
  // Under another name until it is whole, so that a file with a model's name is a model.
  const unfinished = unfinishedName(target);
  try {
    const quantised = await quantiser.quantise(
      { source, target: unfinished, type, pure, threads, dryRun: false },
      { signal, onProgress: (tensors, of) => onProgress?.({ type, tensors, of }) },
    );
    if (!quantised.ok) return quantised;
    const description = await inspectGguf(unfinished);
    if (!description.ok) return description;
    const hashes = await hashWeights([unfinished], { signal });
    if (!hashes.ok) return hashes;
    await rename(unfinished, target);
    if (hashCache) await rememberHash(hashCache, target, hashes.data[0] ?? '');
    const record: QuantisationRecord = {
      file: target,
      hash: hashes.data[0] ?? '',
      type,
      pure,
      ...origin,
      llamaCppRelease: quantised.data.llamaCppRelease,
      madeAt: new Date().toISOString(),
    };
    const kept = keep(record);
    return kept.ok ? success({ ...record, size: description.data.size }) : kept;
  } catch (error) {
    return failure('file_unwritable', `${target} could not be written: ${(error as Error).message}`, {
      next: 'Make room or choose another folder, and start again.',
      where: { file: target },
    });
  } finally {
    await rm(unfinished, { force: true });
  }
}
