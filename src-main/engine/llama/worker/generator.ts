/** What both lanes do: answer requests with as many sequences side by side as the context has. */
import type { Output } from '../../../contract/output.ts';
import type { Failure } from '../../../contract/result.ts';
import type { GenerationRequest } from '../../engine.ts';

export interface Answered {
  readonly delivered: number;
  /** Set where the library failed: it would fail at the next request as well, so it ends the sitting. */
  readonly failure: Failure | undefined;
}

export interface Generator {
  /**
   * Answers every request, unless `stopped` says otherwise or the library fails: then unfinished requests stay
   * unanswered. A sequence that is free takes the next request at once.
   */
  answer(
    requests: readonly GenerationRequest[],
    deliver: (output: Output) => void,
    stopped: () => boolean,
  ): Promise<Answered>;
}
