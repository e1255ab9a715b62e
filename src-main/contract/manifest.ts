/** What a sitting really ran on. Every setting as requested and as resolved (read back from the engine or its log). */
import type { Backend } from './candidate.ts';

export interface MachineDescription {
  readonly hostname: string;
  readonly operatingSystem: string;
  readonly kernel: string;
  readonly architecture: string;
  readonly processor: string;
  readonly physicalCores: number;
  readonly logicalCores: number;
  /** Bytes. */
  readonly memoryTotal: number;
  readonly memoryFree: number;
  /** As the operating system lists them; empty where nothing could be learned. */
  readonly graphics: readonly GraphicsDevice[];
}

export interface GraphicsDevice {
  readonly name: string;
  /** Bytes; null where it cannot be had. */
  readonly memoryTotal: number | null;
  readonly driver: string | null;
}

/**
 * `log`: parsed from the load log; `engine`: read back through a call; `prompts`: counted on the composed prompts;
 * `server`: an endpoint's word; `probe`: seen in its answers to requests that were sent to find out, where `resolved`
 * null means that they cannot tell.
 */
export const settingSources = ['log', 'engine', 'prompts', 'server', 'probe', 'none'] as const;

/** One setting. `resolved` null: the engine does not say. */
export interface ResolvedSetting {
  readonly name: string;
  readonly requested: string;
  readonly resolved: string | null;
  readonly source: (typeof settingSources)[number];
}

/** What a setting resolved to that an endpoint was sent and took no notice of. */
export const notHonoured = 'sent, not honoured';
/** What a setting resolved to for which an endpoint's protocol has no field. */
export const notSent = 'not sent';

export interface ModelDescription {
  /** File names without folders, in order; of an endpoint the model's name there. */
  readonly files: readonly string[];
  /** Empty for an endpoint: what its weights are is its word alone. */
  readonly hashes: readonly string[];
  /** Bytes, all parts; null where an endpoint does not say. */
  readonly size: number | null;
  /** Empty where an endpoint does not say. */
  readonly architecture: string;
  readonly parameters: number | null;
  /** Such as `Q4_K_M`, from the file's own metadata. */
  readonly quantisation: string | null;
  /** Tensor type -> number of tensors. */
  readonly tensorTypes: Readonly<Record<string, number>>;
  readonly trainContext: number | null;
}

export interface TemplateDescription {
  /** sha256 over the template's UTF-8; null where an endpoint renders with one that it does not show. */
  readonly hash: string | null;
  readonly from: 'model' | 'plan';
  /** Which engine rendered it. */
  readonly renderer: 'huggingface-jinja' | 'llama.cpp-jinja' | 'server';
}

/** How the engine reaches llama.cpp: by calls of its own, or through the classes of node-llama-cpp. */
export interface Lane {
  readonly name: 'direct' | 'classes';
  /** Why not directly; null in the direct lane. */
  readonly reason: string | null;
}

export interface LlamaDescription {
  readonly engine: 'llama';
  readonly libraryVersion: string;
  readonly llamaCppRelease: string;
  readonly llamaCppCommit: string | null;
  readonly buildType: string;
  /** Absent in manifests from before there were two. */
  readonly lane?: Lane;
  readonly backend: Backend;
  /** Such as `libggml-cpu-zen4.so`. */
  readonly kernelVariant: string | null;
  readonly devices: readonly string[];
  /** Bytes over all devices; null on the CPU. */
  readonly deviceMemory: { readonly total: number; readonly free: number } | null;
  /** File name -> sha256 of every native library. */
  readonly libraryHashes: Readonly<Record<string, string>>;
  readonly systemInfo: string;
}

/** What an endpoint says of itself. */
export interface EndpointDescription {
  readonly engine: 'openai';
  /** As the plan names it. */
  readonly endpoint: string;
  /** Such as `vllm`, by what it answers; `unknown` where it tells none of the known signs. */
  readonly server: string;
  readonly version: string | null;
  /** As it names itself in every answer; it changes with version and configuration. Null: it does not. */
  readonly fingerprint: string | null;
  /** The model's path or name on the server's side. */
  readonly root: string | null;
  /** Tokens of prompt and answer together. */
  readonly context: number | null;
  /** In which form prompts are sent. */
  readonly sent: 'messages' | 'text' | 'ids';
  /** Whatever else it says, in its own words. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

export type EngineDescription = LlamaDescription | EndpointDescription;

export interface BosRule {
  readonly modelAddsBos: boolean;
  readonly templateWritesBos: boolean;
  /** What was done: the ids are the template's text tokenised, with BOS put in front only where the template lacks it and the model asks for it. */
  readonly applied: 'template' | 'prepended' | 'none';
}

export interface Manifest {
  readonly noisefloor: string;
  readonly startedAt: string;
  readonly machine: MachineDescription;
  readonly engine: EngineDescription;
  readonly model: ModelDescription;
  readonly template: TemplateDescription;
  /** Null: an endpoint's own business. */
  readonly bos: BosRule | null;
  readonly settings: readonly ResolvedSetting[];
  /** Bytes as the engine reports them after loading. */
  readonly memory: { readonly model: number | null; readonly context: number | null };
  /** Seconds. */
  readonly loadSeconds: number;
  /** Of the engine; null where an endpoint answers. */
  readonly processId: number | null;
  /** 1 for the first child of this run since it was begun or gone on with; one more after each crash. */
  readonly generation: number;
  /** True when the run already had outputs as this sitting began. */
  readonly resumed: boolean;
  readonly loadLog: readonly string[];
  /** Where candidates take turns in memory: the turn in which this sitting began, counted from 1. */
  readonly turn?: {
    readonly number: number;
    /** Outputs of each run in it; null in the first turn before anything was measured. */
    readonly outputs: number | null;
  };
  /** What was met on the way to this sitting, in words; absent where nothing was. */
  readonly remarks?: readonly string[];
}

/** The settings whose resolved value is known and is another than the requested one. */
export function differingSettings(manifest: Pick<Manifest, 'settings'>): readonly ResolvedSetting[] {
  return manifest.settings.filter(
    (setting) => setting.resolved !== null && setting.resolved !== setting.requested,
  );
}
