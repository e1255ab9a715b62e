/** Measurements of how much the backend wobbles, asked for on the Models screen: one at a time, in the background. */
import { basename } from 'node:path';
import type { CallInput } from '../../contract/calls/calls.ts';
import type { ModelNoise, Noise } from '../../contract/calls/model-work.ts';
import type { Item } from '../../contract/item.ts';
import type { ConditionNoise } from '../../contract/noise.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import type { AppContext } from '../context.ts';
import type { ReadModel } from '../model-library/model-library.ts';
import { usualDevice } from '../model-library/memory-fit.ts';
import { measureModelNoise, type NoiseReport } from '../noise.ts';
import { findModel } from './find-model.ts';
import { keepNoise, noiseOf } from './noise-record.ts';

type Measuring = NonNullable<Noise['measuring']>;
type Question = CallInput<'noise.start_noise'>;

interface Measurement {
  readonly startedAt: string;
  readonly stop: AbortController;
  state: Measuring['state'];
  conditions: readonly ConditionNoise[];
  problem: Failure | null;
  ended: Promise<void>;
}

/** Tokens of each answer whose logits are compared. */
const rows = 16;

export class NoiseWork {
  readonly #context: AppContext;
  /** The latest of each model, by its identifier. */
  readonly #measurements = new Map<string, Measurement>();

  constructor(context: AppContext) {
    this.#context = context;
  }

  async read(model: string): Promise<Result<Noise>> {
    const found = await findModel(this.#context, model);
    return found.ok ? success(this.#view(found.data)) : found;
  }

  /** Runs on after it has answered; starting one that runs already changes nothing. */
  async start(question: Question): Promise<Result<Noise>> {
    const found = await findModel(this.#context, question.model);
    if (!found.ok) return found;
    const model = found.data;
    if (this.#measurements.get(model.id)?.state === 'running') return success(this.#view(model));
    const items = this.#items(question);
    if (!items.ok) return items;
    const taken = this.#context.runs.occupy(`The measurement of noise with ${basename(model.path)}`, () =>
      this.stop(model.id),
    );
    if (!taken.ok) return taken;
    const measurement: Measurement = {
      startedAt: this.#context.now(),
      stop: new AbortController(),
      state: 'running',
      conditions: [],
      problem: null,
      ended: Promise.resolve(),
    };
    this.#measurements.set(model.id, measurement);
    measurement.ended = this.#carryOut(measurement, model, question, items.data)
      .catch((error: unknown) => {
        measurement.problem = failure('internal', 'Measuring met an error in Noisefloor itself.', {
          detail: String(error),
        }).error;
        measurement.state = 'failed';
      })
      .finally(taken.data);
    return success(this.#view(model));
  }

  /** Resolves when the model is unloaded. */
  async stop(model: string): Promise<void> {
    const measurement = this.#measurements.get(model);
    measurement?.stop.abort();
    await measurement?.ended;
  }

  #items({ set }: Question): Result<readonly Item[] | null> {
    if (set === null) return success(null);
    const { store } = this.#context;
    const version = store.itemSetVersion(set.name, set.version);
    if (version === null)
      return failure('item_set_unknown', `There is no item set ${set.name}@${set.version} here.`, {
        next: 'Choose one from the list.',
      });
    if (version.counts.dev === 0)
      return failure('items_none', `Every item of ${set.name}@${set.version} is held out.`, {
        next: 'Choose a set with dev items, or the demo’s.',
      });
    return success(store.readDevItems(version));
  }

  async #carryOut(
    measurement: Measurement,
    model: ReadModel,
    question: Question,
    items: readonly Item[] | null,
  ): Promise<void> {
    const { prompts, tokens, context, flashAttention } = question;
    const { backend } = await usualDevice(this.#context);
    const measured = await measureModelNoise(
      model.description.files[0] ?? model.path,
      {
        ...(items === null ? {} : { items }),
        prompts,
        tokens,
        rows,
        context,
        backend,
        ...(flashAttention === null ? {} : { flashAttention }),
        hashCache: this.#context.hashCache,
      },
      measurement.stop.signal,
      (noise) => {
        measurement.conditions = [...measurement.conditions, noise];
      },
    );
    if (measured.ok) {
      const kept = keepNoise(this.#context, model, this.#report(measured.data, question));
      measurement.state = kept.ok ? 'finished' : 'failed';
      measurement.problem = kept.ok ? null : kept.error;
    } else if (measurement.stop.signal.aborted) measurement.state = 'stopped';
    else {
      measurement.state = 'failed';
      measurement.problem = measured.error;
    }
  }

  #report({ settings, prompts, conditions }: NoiseReport, { tokens, set }: Question): ModelNoise {
    const { context, backend, threads, flashAttention } = settings;
    return {
      measuredAt: this.#context.now(),
      set,
      prompts,
      tokens,
      context,
      backend,
      threads,
      flashAttention,
      conditions: conditions.map(told),
    };
  }

  #view(model: ReadModel): Noise {
    const measurement = this.#measurements.get(model.id);
    return {
      measuring: measurement === undefined ? null : measuringView(measurement),
      report: noiseOf(this.#context, model),
    };
  }
}

function measuringView({ state, startedAt, conditions, problem }: Measurement): Measuring {
  return { state, startedAt, conditions: conditions.map(told), problem };
}

/** Neither infinity nor what is not a number travels in JSON. */
function told(noise: ConditionNoise): Measuring['conditions'][number] {
  const { largestLogitDifference: size } = noise;
  return { ...noise, largestLogitDifference: Number.isFinite(size) ? size : null };
}
