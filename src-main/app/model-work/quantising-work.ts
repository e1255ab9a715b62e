/** Quantised versions that the Models screen asked for: one lot at a time, in the background, and what came of it. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { CallInput, CallOutput } from '../../contract/calls/calls.ts';
import type { Quantising } from '../../contract/calls/model-work.ts';
import { quantisedTypes } from '../../contract/quantisation.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import { createLlamaEngine } from '../../engine/llama/llama-engine.ts';
import { defaultThreads } from '../../engine/llama/settings.ts';
import type { AppContext } from '../context.ts';
import { modelIdentifier } from '../model-library/model-identifier.ts';
import { libraryOf } from '../model-library/model-library.ts';
import { settingsMachine } from '../plans/new-draft.ts';
import { quantiseModel, versionName, type Quantised } from '../quantising/quantise-model.ts';
import { findModel } from './find-model.ts';

type Version = Quantising['versions'][number];

interface Lot {
  readonly startedAt: string;
  readonly folder: string;
  readonly pure: boolean;
  readonly stop: AbortController;
  state: Quantising['state'];
  versions: readonly Version[];
  problem: Failure | null;
  ended: Promise<void>;
}

export class QuantisingWork {
  readonly #context: AppContext;
  /** The latest of each model, by its identifier. */
  readonly #lots = new Map<string, Lot>();

  constructor(context: AppContext) {
    this.#context = context;
  }

  read(model: string): Quantising | null {
    const lot = this.#lots.get(model);
    return lot === undefined ? null : view(lot);
  }

  /** Runs on after it has answered; starting one that runs already changes nothing. */
  async start(input: CallInput<'quantising.start_work'>): Promise<Result<Quantising>> {
    const { model, pure, replace } = input;
    const before = this.#lots.get(model);
    if (before?.state === 'running') return success(view(before));
    const found = await findModel(this.#context, model);
    if (!found.ok) return found;
    const { path } = found.data;
    const taken = this.#context.runs.occupy(`The making of quantised versions of ${basename(path)}`, () =>
      this.stop(model),
    );
    if (!taken.ok) return taken;
    const lot: Lot = {
      startedAt: this.#context.now(),
      folder: resolve(input.folder ?? dirname(path)),
      pure,
      stop: new AbortController(),
      state: 'running',
      versions: quantisedTypes.filter((type) => input.types.includes(type)).map(waiting),
      problem: null,
      ended: Promise.resolve(),
    };
    this.#lots.set(model, lot);
    lot.ended = this.#carryOut(lot, path, replace)
      .catch((error: unknown) => {
        lot.problem = failure('internal', 'Making versions met an error in Noisefloor itself.', {
          detail: String(error),
        }).error;
        lot.state = 'failed';
      })
      .finally(taken.data);
    return success(view(lot));
  }

  /** Resolves when it has ended, and nothing half-written is left. */
  async stop(model: string): Promise<void> {
    const lot = this.#lots.get(model);
    lot?.stop.abort();
    await lot?.ended;
  }

  /** Sizes are worked out by llama.cpp itself, without writing anything; not while something else has the machine. */
  async list(
    { model, pure }: CallInput<'quantising.list_versions'>,
    signal: AbortSignal,
  ): Promise<Result<CallOutput<'quantising.list_versions'>>> {
    const found = await findModel(this.#context, model);
    if (!found.ok) return found;
    const { path } = found.data;
    const sizes = await this.#sizes(found.data.description.files[0] ?? path, pure, signal);
    const folder = dirname(path);
    const versions = quantisedTypes.map((type) => {
      const fileName = versionName(path, type, pure);
      return { type, fileName, size: sizes.get(type) ?? null, there: existsSync(join(folder, fileName)) };
    });
    return success({ folder, versions });
  }

  async #sizes(source: string, pure: boolean, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>();
    const quantiser = createLlamaEngine().openQuantiser();
    try {
      for (const type of quantisedTypes) {
        if (this.#context.runs.busyWith !== null) break;
        const question = { source, target: '', type, pure, threads: 1, dryRun: true };
        const tried = await quantiser.quantise(question, { signal });
        if (!tried.ok) break;
        if (tried.data.size !== null) sizes.set(type, tried.data.size);
      }
    } finally {
      await quantiser.close();
    }
    return sizes;
  }

  async #carryOut(lot: Lot, source: string, replace: boolean): Promise<void> {
    const { store, hashCache } = this.#context;
    const made = await quantiseModel(
      {
        source,
        types: lot.versions.map(({ type }) => type),
        folder: lot.folder,
        pure: lot.pure,
        replace,
        threads: defaultThreads(settingsMachine(this.#context)),
      },
      {
        keep: (record) => store.putQuantisation(record),
        onProgress: ({ type, tensors, of }) => {
          change(lot, type, { state: 'running', done: of === 0 ? 0 : Math.min(1, tensors / of) });
        },
        onEnd: ({ type, result }) => {
          change(lot, type, outcome(result));
          if (result.ok) this.#show(result.data.file).catch(() => undefined);
        },
        signal: lot.stop.signal,
        hashCache,
      },
    );
    // The list has them before it is said that they are made.
    for (const { file } of lot.versions) if (file !== null) await this.#show(file);
    lot.versions = lot.versions.map((version) =>
      version.state === 'waiting' || version.state === 'running' ? { ...version, state: 'stopped' } : version,
    );
    if (lot.stop.signal.aborted) lot.state = 'stopped';
    else if (made.ok) lot.state = 'finished';
    else {
      lot.state = 'failed';
      lot.problem = made.error;
    }
  }

  /** A file in a folder of the library is found there; any other becomes a file of its own. */
  async #show(file: string): Promise<void> {
    const library = libraryOf(this.#context);
    await library.look('now');
    if (library.pathOf(modelIdentifier(file)) !== null) return;
    const kept = library.keep({ files: [...library.places().files, file] });
    if (kept.ok) await library.look('now');
  }
}

const waiting = (type: Version['type']): Version => ({
  type,
  state: 'waiting',
  done: 0,
  file: null,
  model: null,
  size: null,
  problem: null,
});

function change(lot: Lot, type: Version['type'], to: Partial<Version>): void {
  lot.versions = lot.versions.map((version) => (version.type === type ? { ...version, ...to } : version));
}

function outcome(result: Quantised['result']): Partial<Version> {
  if (result.ok) {
    const { file, size } = result.data;
    return { state: 'made', done: 1, file, model: modelIdentifier(file), size };
  }
  if (result.error.code === 'interrupted') return { state: 'stopped', done: 0 };
  return { state: 'failed', problem: result.error };
}

function view({ state, startedAt, folder, pure, versions, problem }: Lot): Quantising {
  return { state, startedAt, folder, pure, versions, problem };
}
