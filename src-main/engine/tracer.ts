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

/** A model is fed answers that are given, token by token, and its logits are kept. */
export interface FollowQuestion {
  readonly answers: readonly FollowedTokens[];
  /** Where the logits go, as in `TraceQuestion`: one row for each token, in order, the row that it was drawn from. */
  readonly file: string;
}

export interface FollowedTokens {
  /** What was asked: messages, or the prompt as the model read it. */
  readonly prompt: readonly Message[] | { readonly tokens: readonly number[] };
  /** At least one. */
  readonly tokens: readonly number[];
  /**
   * Place of the first token whose logits are wanted; absent: 0. Asked for piece by piece, an answer is decoded once:
   * where the tokens before are those of the piece that came last, it goes on from there.
   */
  readonly from?: number;
}

export interface Followed {
  readonly vocabulary: number;
}

/** A loaded model that can be looked into. */
export interface Tracer {
  follow(question: FollowQuestion, signal: AbortSignal): Promise<Result<Followed>>;
  trace(question: TraceQuestion, signal: AbortSignal): Promise<Result<Traces>>;
  close(): Promise<void>;
}
