/** Greedy answers with the logits behind their first tokens, under a named way of decoding. */
import type { Message } from '../contract/item.ts';
import type { Result } from '../contract/result.ts';

export interface TraceQuestion {
  readonly prompts: readonly (readonly Message[])[];
  /** Prompts that are decoded together; those that are missing in the last group are filled up from the first. */
  readonly together: 1 | 4 | 16;
  /** The first half of each prompt is decoded in another sequence and taken over from there. */
  readonly sharedPrefix: boolean;
  /** Most tokens of an answer. */
  readonly steps: number;
  /** Tokens of each answer whose logits are kept, from the first on; at most `steps`. */
  readonly rows: number;
  /** Where the logits go: 32-bit numbers in the machine's byte order, [prompt][row][token of the vocabulary]. */
  readonly file: string;
}

export interface Traces {
  /** Tokens of the vocabulary: numbers in one row. */
  readonly vocabulary: number;
  /** For each prompt the token ids, the ending one included where it came. */
  readonly tokens: readonly (readonly number[])[];
}

/** A loaded model that can be looked into. */
export interface Tracer {
  trace(question: TraceQuestion, signal: AbortSignal): Promise<Result<Traces>>;
  close(): Promise<void>;
}
