/** Outputs: what came back for one item, one sample and one run. And what a scorer made of it. */
import type { Failure } from './result.ts';

/**
 * Why generation ended. `stop`: a stop string; `end`: the model's end-of-generation token;
 * `length`: the token limit; `overlong`: the prompt does not fit the context, nothing was generated;
 * `error`: no answer came.
 */
export const finishReasons = ['stop', 'end', 'length', 'overlong', 'error'] as const;
export type FinishReason = (typeof finishReasons)[number];

/** How likely a model takes one option of a choice to be, right after the prompt. */
export interface OptionProbability {
  /** What was put after the prompt, byte for byte: a space in front of it where one is put. */
  readonly continuation: string;
  /** Natural logarithm: the sum over the continuation's tokens; finite, at most 0. */
  readonly logProbability: number;
  /** Tokens that were summed; at least 1. */
  readonly tokens: number;
  /** Of the option's UTF-8, without the space in front; at least 1. */
  readonly bytes: number;
}

/** Of every option in the check's order, or in words why they cannot be had. */
export type OptionMeasure =
  { readonly measured: readonly OptionProbability[] } | { readonly measured: null; readonly reason: string };

export interface Output {
  readonly itemId: string;
  /** 0-based. */
  readonly sample: number;
  readonly text: string;
  readonly finish: FinishReason;
  /** The stop string that ended it, when finish is `stop`. */
  readonly stop?: string;
  readonly promptTokens: number;
  readonly generatedTokens: number;
  /** sha256, hexadecimal, over the rendered prompt's UTF-8. */
  readonly promptHash: string;
  /** The rendered prompt itself; the store keeps it once for each hash and does not hand it back here. */
  readonly prompt?: string;
  /** sha256, hexadecimal, over the prompt's token ids as little-endian 32-bit integers. */
  readonly tokenHash: string;
  /** The prompt's token ids themselves; kept and handed back as `prompt` is. Absent where they are not known. */
  readonly promptIds?: readonly number[];
  /**
   * Milliseconds to the first generated token, and to the end: from where the file's prompt began to be made, or from
   * where the request that was answered went out to an endpoint. Waiting for a place or for another try is not in it.
   */
  readonly firstTokenMs: number | null;
  readonly totalMs: number;
  /** The ids that were generated, the ending token left out. */
  readonly tokens?: readonly number[];
  /** Where the check weighs options: nothing was generated then, and `text` is empty. */
  readonly options?: OptionMeasure;
  readonly error?: Failure;
}

export const outcomes = [
  'scored',
  'unparsed',
  'truncated',
  'overlong',
  'failed',
  'judge_error',
  'unsupported',
] as const;
/** How an output ended: exactly one of these. `failed` is missing, never zero. */
export type Outcome = (typeof outcomes)[number];

/** UTF-16 offsets into the output's text as stored, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Score {
  readonly outcome: Outcome;
  /** In [0, 1]; null whenever the outcome is not `scored`. */
  readonly value: number | null;
  /** In words, for the person who reads the output. */
  readonly reason: string;
  /** What the scorer read as the answer, where it read anything. */
  readonly span?: Span;
}
