/**
 * The one interface that the runner knows. An engine opens a candidate; an open candidate answers requests.
 *
 * Invariants that every engine keeps:
 * - every request gets exactly one output: an answer, `overlong`, or an error;
 * - the prompt is never cut, and no text is put in that the candidate does not name;
 * - nothing is retried silently once a token was generated.
 */
import type { Candidate, EndpointCandidate } from '../contract/candidate.ts';
import type { Message } from '../contract/item.ts';
import type {
  EndpointDescription,
  EngineDescription,
  Manifest,
  ModelDescription,
  ResolvedSetting,
} from '../contract/manifest.ts';
import type { Output } from '../contract/output.ts';
import type { Result } from '../contract/result.ts';
import type { AnswerForm } from './answer-form.ts';

export interface GenerationRequest {
  readonly itemId: string;
  readonly sample: number;
  readonly messages: readonly Message[];
  /**
   * Each is to be weighed right after the prompt, and nothing is generated: the output has `options`, in this order.
   * Without the space that may stand in front of it.
   */
  readonly options?: readonly string[];
  /** The answer is forced into it; only where `tryForm` said that it can be. */
  readonly form?: AnswerForm;
}

/** What of a manifest the engine knows; the runner adds the rest. */
export type EngineManifest = Omit<Manifest, 'noisefloor' | 'machine' | 'startedAt' | 'resumed'>;

export interface OpenCandidate<Description extends EngineDescription = EngineDescription> {
  readonly manifest: EngineManifest & { readonly engine: Description };
  /**
   * Answers every request; `deliver` is called once for each, as answers come, in no promised order.
   * Resolves when all are delivered. After a crash of the engine it resolves with the failure; requests that
   * were not delivered by then are the caller's to send again.
   */
  generate(
    requests: readonly GenerationRequest[],
    deliver: (output: Output) => void,
    signal: AbortSignal,
  ): Promise<Result<void>>;
  /**
   * Finds out whether answers are forced into a form like this one, before the first is asked for.
   *
   * @returns the setting for the manifest; resolved to what was requested where they are
   */
  tryForm(form: AnswerForm, signal: AbortSignal): Promise<Result<ResolvedSetting>>;
  /** Frees the model and waits for the engine's process to be gone. Safe to call twice. */
  close(): Promise<void>;
}

/** What of a manifest tells one model at an endpoint from another. */
export interface ServedModel {
  readonly engine: Pick<
    EndpointDescription,
    'engine' | 'endpoint' | 'server' | 'version' | 'fingerprint' | 'root' | 'context'
  >;
  readonly model: Pick<ModelDescription, 'files' | 'quantisation' | 'size' | 'parameters'>;
}

/** Of one kind of candidate, or of all of them. */
export interface Engine<
  Kind extends Candidate = Candidate,
  Description extends EngineDescription = EngineDescription,
> {
  open(candidate: Kind, signal: AbortSignal): Promise<Result<OpenCandidate<Description>>>;
  /** What a server says of a model before it is opened; absent: this engine asks none. */
  readonly askServed?: (candidate: EndpointCandidate, signal: AbortSignal) => Promise<Result<ServedModel>>;
}
