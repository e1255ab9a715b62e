/** What each participant of a benchmark is and gives. */
import type { GenerationRequest } from '../../src-main/engine/engine.ts';

/** The work of one row of the table: the same for everyone in it. */
export interface Workload {
  readonly title: string;
  /** Absolute path of a GGUF file. */
  readonly weights: string;
  readonly requests: readonly GenerationRequest[];
  readonly system?: string;
  /** Tokens of each sequence's context; a multiple of 256. */
  readonly context: number;
  readonly maxTokens: number;
  readonly parallel: number;
  readonly flashAttention: boolean;
}

export interface Measured {
  readonly items: number;
  /** Generated, the ones that end an answer left out. */
  readonly tokens: number;
  readonly seconds: number;
  /** Inside of llama.cpp's decoding; null where it was not measured. */
  readonly decodeSeconds: number | null;
}

/** Something that does the same work again and again. */
export interface Participant {
  readonly name: string;
  readonly round: () => Promise<Measured>;
  readonly close: () => Promise<void>;
}

/** Of the rounds the quickest: other work on the machine only slows. */
export function best(rounds: readonly Measured[]): Measured {
  const [first] = rounds.toSorted((a, b) => a.seconds / a.items - b.seconds / b.items);
  if (first === undefined) throw new Error('there was no round');
  return first;
}
