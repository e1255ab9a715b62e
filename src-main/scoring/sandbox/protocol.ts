/** What the two sides of a sandbox say to each other. One question at a time; a child answers once and in order. */
import type { CheckOf } from '../../contract/item.ts';
import type { Program } from '../program.ts';
import type { Scorable } from '../registry.ts';

export type Question =
  | {
      readonly kind: 'pattern';
      readonly check: CheckOf<'regex'> | CheckOf<'json_schema'>;
      readonly output: Scorable;
    }
  | { readonly kind: 'program'; readonly program: Program }
  /** Whether these can be read at all, nothing of them run: for each what is wrong, or null. */
  | { readonly kind: 'syntax'; readonly tests: readonly string[] };

export interface ParentFrame {
  readonly generation: number;
  /** Milliseconds after which the parent ends the child; a child whose parent is gone ends itself a little later. */
  readonly limit: number;
  readonly question: Question;
}

export type ChildFrame =
  /** Loaded, locked down, and waiting. */
  | { readonly generation: number; readonly kind: 'ready' }
  /** A Score, a ProgramRun, or for each of the tests what is wrong: read-answer.ts says which it is. */
  | { readonly generation: number; readonly kind: 'answer'; readonly answer: unknown };
