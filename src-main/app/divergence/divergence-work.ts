/** Measurements of divergence that the Results screen asks for: one at a time, in the background. */
import type { Divergence } from '../../contract/calls/divergence.ts';
import { partingKinds, type DivergenceReport } from '../../contract/divergence.ts';
import type { RegisteredPlan } from '../../contract/plan.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import { planOf } from '../comparison-state.ts';
import type { AppContext } from '../context.ts';
import { measurableOf } from './measurable.ts';
import { isMeasured, measurePlan, type DivergenceProgress } from './measure-plan.ts';
import { storedDivergence } from './measured-report.ts';

type Measuring = NonNullable<Divergence['measuring']>;

interface Measurement {
  readonly startedAt: string;
  readonly stop: AbortController;
  state: Measuring['state'];
  at: DivergenceProgress | null;
  problem: Failure | null;
  ended: Promise<void>;
}

export class DivergenceWork {
  readonly #context: AppContext;
  /** The latest of each plan, by its hash. */
  readonly #measurements = new Map<string, Measurement>();

  constructor(context: AppContext) {
    this.#context = context;
  }

  read(comparison: string): Result<Divergence> {
    const plan = planOf(this.#context.store, comparison);
    return plan.ok ? success(this.#view(plan.data)) : plan;
  }

  /** Runs on after it has answered; starting one that runs already changes nothing. */
  start(comparison: string): Result<Divergence> {
    const { store, runs, now } = this.#context;
    const plan = planOf(store, comparison);
    if (!plan.ok) return plan;
    const registered = plan.data;
    const { hash } = registered;
    if (this.#measurements.get(hash)?.state === 'running') return success(this.#view(registered));
    const measurable = measurableOf(store, registered);
    if (!measurable.ok) return measurable;
    const taken = runs.occupy(`The measurement of divergence of “${registered.plan.decision}”`, () =>
      this.stop(hash),
    );
    if (!taken.ok) return taken;
    const measurement: Measurement = {
      startedAt: now(),
      stop: new AbortController(),
      state: 'running',
      at: null,
      problem: null,
      ended: Promise.resolve(),
    };
    // Where anything is left it goes on; what was measured whole is measured anew.
    const again = isMeasured(store, registered, measurable.data);
    this.#measurements.set(hash, measurement);
    measurement.ended = this.#carryOut(measurement, registered, again)
      .catch((error: unknown) => {
        measurement.problem = failure('internal', 'Measuring met an error in Noisefloor itself.', {
          detail: String(error),
        }).error;
        measurement.state = 'failed';
      })
      .finally(taken.data);
    return success(this.#view(registered));
  }

  /** Resolves when the models are unloaded. */
  async stop(hash: string): Promise<void> {
    const measurement = this.#measurements.get(hash);
    measurement?.stop.abort();
    await measurement?.ended;
  }

  async #carryOut(measurement: Measurement, registered: RegisteredPlan, again: boolean): Promise<void> {
    const { store, now, hashCache, hub } = this.#context;
    const measured = await measurePlan(
      registered,
      { again },
      {
        store,
        now,
        hashCache,
        signal: measurement.stop.signal,
        progress: (at) => {
          measurement.at = at;
        },
      },
    );
    if (measured.ok) measurement.state = 'finished';
    else if (measurement.stop.signal.aborted) measurement.state = 'stopped';
    else {
      measurement.state = 'failed';
      measurement.problem = measured.error;
    }
    hub.publish({ kind: 'store_changed', change: { of: 'results', comparison: registered.hash } });
  }

  #view(registered: RegisteredPlan): Divergence {
    const { store } = this.#context;
    const measurement = this.#measurements.get(registered.hash);
    const report = storedDivergence(store, registered.hash);
    const measurable = measurableOf(store, registered);
    return {
      comparison: registered.hash,
      measuring:
        measurement === undefined
          ? null
          : {
              state: measurement.state,
              startedAt: measurement.startedAt,
              at: measurement.at,
              problem: measurement.problem,
            },
      report,
      // Not looked for while it changes with every item.
      whole:
        measurable.ok && measurement?.state !== 'running' && isMeasured(store, registered, measurable.data),
      flips: measurable.ok && report !== null ? this.#flips(report) : [],
      refusal: measurable.ok ? null : measurable.error,
    };
  }

  #flips({ plan, baseline, rerun, candidates }: DivergenceReport): Divergence['flips'] {
    if (rerun.floor === null) return [];
    const { store } = this.#context;
    return candidates.map(({ candidate }) => {
      const [coinToss, damage] = partingKinds.map((parting) => {
        const counts = store.pairCounts(plan, { baseline, candidate }, { kinds: [], parting });
        return { lost: counts.kinds.lost, gained: counts.kinds.gained };
      });
      const none = { lost: 0, gained: 0 };
      return { candidate, coin_toss: coinToss ?? none, damage: damage ?? none };
    });
  }
}
