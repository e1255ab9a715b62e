/**
 * What the engine's process and its parent say to each other.
 *
 * Every frame carries the child's generation and the id of the call that it belongs to, so that a frame of a child
 * that was replaced can be told from its successor's. A call gets exactly one `answer`; before it come any number of
 * `part` frames. Frames travel over Node's IPC channel in V8's own encoding; they are plain data.
 */
import type { Backend, LlamaCandidate } from '../../contract/candidate.ts';
import type { Message } from '../../contract/item.ts';
import type { BosRule, Lane, TemplateDescription } from '../../contract/manifest.ts';
import type { QuantisedType } from '../../contract/quantisation.ts';
import type { Output } from '../../contract/output.ts';
import type { Result } from '../../contract/result.ts';
import type { GenerationRequest } from '../engine.ts';
import type { Followed, FollowQuestion, TraceQuestion, Traces } from '../tracer.ts';

/** The template engine that rendered a prompt. */
export type Renderer = TemplateDescription['renderer'];

/** What the native library is, as the loaded library says. */
export interface LibraryFacts {
  readonly libraryVersion: string;
  readonly llamaCppRelease: string;
  readonly llamaCppCommit: string | null;
  readonly buildType: string;
  readonly systemInfo: string;
  readonly devices: readonly string[];
  /** Bytes over all devices; null on the CPU. */
  readonly deviceMemory: { readonly total: number; readonly free: number } | null;
  /** Absolute paths of the native libraries that are loaded in the child. */
  readonly libraries: readonly string[];
}

/** Settings that the engine can read back through a call. */
export interface EngineReadings {
  readonly backend: Backend;
  readonly gpuLayers: number;
  readonly threads: number;
  readonly batch: number;
  readonly parallel: number;
  readonly mmap: boolean;
}

export interface LoadedModel {
  readonly library: LibraryFacts;
  readonly lane: Lane;
  readonly readings: EngineReadings;
  /** Bytes as llama.cpp reports them; null where it does not. */
  readonly memory: { readonly model: number | null; readonly context: number | null };
  readonly architecture: string;
  readonly parameters: number;
  readonly trainContext: number;
  readonly template: { readonly text: string; readonly from: 'model' | 'plan'; readonly renderer: Renderer };
  readonly bos: BosRule;
  readonly loadSeconds: number;
  /** The native log of the load, in order, without the progress dots. */
  readonly log: readonly string[];
}

/** A value that a template may be given beside the messages. */
export type TemplateVariable = string | number | boolean | null;

export interface RenderQuestion {
  /** A GGUF file, whose own template and vocabulary are used; absent: `template` is rendered without token ids. */
  readonly model?: string;
  /** A chat template in place of the model's own. */
  readonly template?: string;
  readonly messages: readonly Message[];
  readonly variables: Readonly<Record<string, TemplateVariable>>;
  /** Texts that are put after the prompt, without the space that may stand in front of them. Only with a model. */
  readonly options?: readonly string[];
}

export interface RenderedPrompt {
  readonly text: string;
  readonly renderer: Renderer;
  readonly template: { readonly text: string; readonly from: 'model' | 'plan' };
  /** Absent without a model. */
  readonly tokens?: readonly number[];
  readonly bos?: BosRule;
  /** The token ids of the prompt with each of the options after it. */
  readonly continued?: readonly (readonly number[])[];
}

export interface BackendProbe {
  readonly backend: Backend;
  readonly library: LibraryFacts;
}

export interface QuantiseQuestion {
  /** The first part of a model in full precision. */
  readonly source: string;
  /** Written anew; what is there is lost. */
  readonly target: string;
  readonly type: QuantisedType;
  readonly pure: boolean;
  readonly threads: number;
  /** Only work out how large the file would be; nothing is written. */
  readonly dryRun: boolean;
}

export interface QuantiseAnswer {
  /** Bytes of all tensors as they are or would be, to a hundredth of a MiB; null where the log does not say. */
  readonly size: number | null;
  readonly llamaCppRelease: string;
}

/** Each call's question and answer. */
export interface Calls {
  readonly load: {
    /** `measure`: have the library time its own work; `classesOnly`: call nothing directly; both for benchmarks and tests. `manyRows`: logits of several tokens of one sequence at a time. */
    readonly question: {
      readonly candidate: LlamaCandidate;
      readonly measure?: boolean;
      readonly classesOnly?: boolean;
      readonly manyRows?: boolean;
    };
    readonly answer: LoadedModel;
  };
  readonly generate: {
    readonly question: { readonly requests: readonly GenerationRequest[] };
    /** `decodeMs`: milliseconds inside of llama.cpp's decoding; null unless the load asked for it. */
    readonly answer: { readonly delivered: number; readonly decodeMs: number | null };
  };
  /** Greedy answers with their logits. Only the direct lane has them. */
  readonly trace: { readonly question: TraceQuestion; readonly answer: Traces };
  readonly follow: { readonly question: FollowQuestion; readonly answer: Followed };
  readonly quantise: { readonly question: QuantiseQuestion; readonly answer: QuantiseAnswer };
  readonly render: { readonly question: RenderQuestion; readonly answer: RenderedPrompt };
  readonly probe: { readonly question: { readonly backend: Backend }; readonly answer: BackendProbe };
}

export type CallName = keyof Calls;
export type Question<K extends CallName> = Calls[K]['question'];
export type Answer<K extends CallName> = Calls[K]['answer'];

interface FrameHead {
  /** The child's generation, counted from 1. */
  readonly generation: number;
  /** The call that the frame belongs to; 0 for frames of the process itself. */
  readonly id: number;
}

/** Parent to child. */
export type ParentFrame = FrameHead &
  (
    | {
        [K in CallName]: { readonly kind: 'call'; readonly call: K; readonly question: Question<K> };
      }[CallName]
    | { readonly kind: 'abort' }
    | { readonly kind: 'close' }
  );

/** Child to parent. */
export type ChildFrame = FrameHead &
  (
    | { readonly kind: 'answer'; readonly result: Result<unknown> }
    | { readonly kind: 'part'; readonly outputs: readonly Output[] }
    | { readonly kind: 'log'; readonly lines: readonly string[] }
  );
