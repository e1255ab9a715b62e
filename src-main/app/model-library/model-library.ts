/** The models that a person pointed at: found, read in the background, and kept in memory while they do not change. */
import { createHash } from 'node:crypto';
import type { Result } from '../../contract/result.ts';
import type { GgufDescription } from '../../engine/llama/gguf/description.ts';
import { inspectGguf } from '../../engine/llama/gguf/inspect.ts';
import type { AppContext } from '../context.ts';
import { findModelFiles, type FoundFiles, type FoundModel, type FoundProblem } from './find-model-files.ts';
import { groupModels, type LibraryModel, type ModelFamily } from './group-models.ts';
import { keepLibraryPlaces, libraryPlaces, type LibraryPlaces } from './library-places.ts';
import { modelIdentifier } from './model-identifier.ts';

interface Inspection {
  readonly fingerprint: string;
  readonly result: Result<GgufDescription>;
  readonly templateHash: string | null;
}

export interface ReadModel extends LibraryModel {
  readonly found: FoundModel;
}

/** What is known now. While `reading`, more is to come. */
export interface LibraryContents {
  readonly families: readonly ModelFamily<ReadModel>[];
  readonly unreadable: readonly FoundProblem[];
  /** Files read of files found; null when nothing is being read. */
  readonly reading: { readonly read: number; readonly found: number } | null;
}

/** Headers that are read at the same time: enough to keep a disk busy, few enough to leave it to others as well. */
const readers = 4;

/** Milliseconds in which folders are not looked through again: a screen asks several times in a row. */
const lookInterval = 2000;

export class ModelLibrary {
  readonly #context: AppContext;
  /** By the path of the first part. */
  readonly #inspections = new Map<string, Inspection>();
  #found: FoundFiles = { models: [], problems: [] };
  #reading: { read: number; found: number } | null = null;
  /** Looks that were asked for, and how many of them have been carried out. */
  #asked = 0;
  #served = 0;
  #walk: Promise<void> | null = null;
  #scan: Promise<void> | null = null;
  #lookedAt = -Infinity;
  /** What was found and read when listeners were last told that it had ended. */
  #told = '';

  constructor(context: AppContext) {
    this.#context = context;
  }

  places(): LibraryPlaces {
    return libraryPlaces(this.#context.store);
  }

  /** Keeps other places or choices, and looks at them. */
  keep(change: Partial<LibraryPlaces>): Result<void> {
    const kept = keepLibraryPlaces(this.#context.store, change);
    if (!kept.ok) return kept;
    this.lookSoon();
    this.#changed();
    return kept;
  }

  /**
   * Looks through the folders, and reads what is new there. Resolves when all is read; joins a look that is under way.
   *
   * @param when `now`: what is under way is followed by another one
   */
  look(when: 'now' | 'if due'): Promise<void> {
    if (this.#scan !== null) {
      if (when === 'now') this.#asked += 1;
      return this.#scan;
    }
    const due = performance.now() - this.#lookedAt >= lookInterval;
    if (when === 'if due' && !due) return Promise.resolve();
    const scan = this.#lookThrough().finally(() => {
      this.#scan = null;
      this.#lookedAt = performance.now();
    });
    this.#scan = scan;
    return scan;
  }

  /** A look that nobody waits for. Should it meet a bug, the next one that somebody waits for meets it again. */
  lookSoon(): void {
    this.look('now').catch(() => undefined);
  }

  /** Resolves when it is known which files there are; what is in them may still be unread. */
  async found(): Promise<void> {
    if (this.#lookedAt === -Infinity && this.#scan === null) this.lookSoon();
    await (this.#asked === this.#served ? this.#walk : this.#scan);
  }

  contents(): LibraryContents {
    return {
      families: groupModels(this.models(), new Set(this.places().baselines)),
      unreadable: [
        ...this.#found.problems,
        ...this.#found.models.flatMap((found): FoundProblem[] => {
          const result = this.#inspectionOf(found)?.result;
          const [path = found.path] = found.parts;
          return result === undefined || result.ok ? [] : [{ path, size: found.size, problem: result.error }];
        }),
      ],
      reading: this.#reading === null ? null : { ...this.#reading },
    };
  }

  /** Those whose headers are read and sound. */
  models(): readonly ReadModel[] {
    return this.#found.models.flatMap((found): ReadModel[] => {
      const inspection = this.#inspectionOf(found);
      if (!inspection?.result.ok) return [];
      const { path } = found;
      const { templateHash } = inspection;
      return [{ id: modelIdentifier(path), path, description: inspection.result.data, templateHash, found }];
    });
  }

  /** The first part of a model; null for one that is not there (any more), or was not looked for yet. */
  pathOf(model: string): string | null {
    return this.#found.models.find(({ path }) => modelIdentifier(path) === model)?.path ?? null;
  }

  /** Forgets what was read of a file, so that the next look reads it anew. */
  forget(path: string): void {
    for (const found of this.#found.models)
      if (found.path === path || found.parts.includes(path)) this.#inspections.delete(found.path);
  }

  #inspectionOf(found: FoundModel): Inspection | undefined {
    const inspection = this.#inspections.get(found.path);
    return inspection?.fingerprint === found.fingerprint ? inspection : undefined;
  }

  async #lookThrough(): Promise<void> {
    let served: number;
    do {
      served = this.#asked;
      this.#walk = this.#findFiles();
      await this.#walk;
      await this.#readUnread();
      this.#served = served;
      // Somebody may have asked for another look meanwhile.
    } while (served !== this.#asked);
    this.#reading = null;
    const known = JSON.stringify([
      this.#found.problems,
      this.#found.models.map(({ fingerprint }) => fingerprint),
      this.#found.models.map((found) => this.#inspectionOf(found)?.result.ok),
    ]);
    if (known === this.#told) return;
    this.#told = known;
    this.#changed();
  }

  async #findFiles(): Promise<void> {
    const { folders, files } = this.places();
    this.#found = await findModelFiles(folders, files);
    const there = new Set(this.#found.models.map(({ path }) => path));
    for (const path of this.#inspections.keys()) if (!there.has(path)) this.#inspections.delete(path);
  }

  async #readUnread(): Promise<void> {
    const { models } = this.#found;
    const unread = models.filter((found) => this.#inspectionOf(found) === undefined);
    if (unread.length === 0) return;
    const reading = { read: models.length - unread.length, found: models.length };
    this.#reading = reading;
    this.#changed();
    const readNext = async (): Promise<void> => {
      for (let next = unread.shift(); next !== undefined; next = unread.shift()) {
        this.#inspections.set(next.path, await inspect(next));
        reading.read += 1;
        this.#changed();
      }
    };
    await Promise.all(Array.from({ length: readers }, readNext));
  }

  #changed(): void {
    this.#context.hub.publish({ kind: 'store_changed', change: { of: 'models' } });
  }
}

async function inspect({ path, parts, fingerprint }: FoundModel): Promise<Inspection> {
  const result = await inspectGguf(parts[0] ?? path);
  const template = result.ok ? result.data.template : null;
  const templateHash = template === null ? null : createHash('sha256').update(template).digest('hex');
  return { fingerprint, result, templateHash };
}

const libraries = new WeakMap<AppContext, ModelLibrary>();

/** The one library of an app. */
export function libraryOf(context: AppContext): ModelLibrary {
  const known = libraries.get(context);
  if (known) return known;
  const library = new ModelLibrary(context);
  libraries.set(context, library);
  return library;
}

/** The (first) file of a model, after a look through the folders where there was none yet; null for an unknown one. */
export async function modelPathOf(context: AppContext, model: string): Promise<string | null> {
  const library = libraryOf(context);
  await library.found();
  return library.pathOf(model);
}
