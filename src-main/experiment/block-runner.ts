/**
 * One block of one run, through crashes of the engine. An engine that dies is opened again and gets what was not
 * delivered; an item that is alone in flight when it dies twice is recorded as failed, so that one poisonous
 * prompt cannot stop a plan.
 */
import type { Output } from '../contract/output.ts';
import { failure, success, type Failure, type Result } from '../contract/result.ts';
import type { GenerationRequest, OpenCandidate } from '../engine/engine.ts';
import { unansweredOutput } from '../engine/unanswered-output.ts';

export interface BlockSteps {
  /** The open candidate, opened if it is not. */
  readonly candidate: () => Promise<Result<OpenCandidate>>;
  /** Called after a crash, before the candidate is opened again. */
  readonly crashed: (error: Failure) => Promise<void>;
  readonly deliver: (output: Output) => void;
  readonly signal: AbortSignal;
}

/** Failures after which a fresh process may well succeed. */
const passing = new Set<Failure['code']>([
  'engine_crashed',
  'engine_stopped',
  'engine_timed_out',
  'engine_failed',
]);

/** Crashes in a row without one answer, after which requests go one at a time: the culprit is then known by name. */
const crashesBeforeAlone = 2;
const crashesAlone = 2;
/**
 * Requests that are answered alone, one after the other, before they go together again: what killed the engine may have
 * passed, and a long block would crawl to its end.
 */
const mostAlone = 64;

export async function runBlock(
  requests: readonly GenerationRequest[],
  steps: BlockSteps,
): Promise<Result<void>> {
  let waiting = [...requests];
  let crashes = 0;
  let answeredAlone = 0;
  const crashesOf = new Map<GenerationRequest, number>();
  while (waiting.length > 0) {
    if (steps.signal.aborted) return failure('interrupted', 'Stopped before all outputs were there.');
    const opened = await steps.candidate();
    if (!opened.ok) return opened;
    const alone = crashes >= crashesBeforeAlone ? waiting[0] : undefined;
    const batch = alone ? [alone] : waiting;
    const delivered = new Set<GenerationRequest>();
    const generated = await opened.data.generate(
      batch,
      accept(batch, delivered, steps.deliver),
      steps.signal,
    );
    waiting = waiting.filter((request) => !delivered.has(request));
    if (generated.ok) {
      if (delivered.size < batch.length)
        throw new Error('the engine reported success and left requests unanswered');
      answeredAlone += 1;
      if (answeredAlone >= mostAlone) crashes = 0;
      continue;
    }
    if (!passing.has(generated.error.code)) return generated;
    await steps.crashed(generated.error);
    crashes = delivered.size > 0 ? 0 : crashes + 1;
    if (crashes < crashesBeforeAlone) answeredAlone = 0;
    if (alone && delivered.size === 0) {
      const count = (crashesOf.get(alone) ?? 0) + 1;
      crashesOf.set(alone, count);
      if (count < crashesAlone) continue;
      steps.deliver(unansweredOutput(alone, generated.error, 0));
      waiting = waiting.slice(1);
      crashes = 0;
    }
  }
  return success(undefined);
}

/** Checks the engine's promise, one output for each request, before passing the output on. */
function accept(
  batch: readonly GenerationRequest[],
  delivered: Set<GenerationRequest>,
  deliver: (output: Output) => void,
): (output: Output) => void {
  const byKey = new Map(batch.map((request) => [requestKey(request), request]));
  return (output) => {
    const request = byKey.get(requestKey(output));
    if (!request) throw new Error(`the engine answered ${output.itemId}, which was not asked`);
    if (delivered.has(request)) throw new Error(`the engine answered ${output.itemId} twice`);
    delivered.add(request);
    deliver(output);
  };
}

function requestKey(of: { readonly itemId: string; readonly sample: number }): string {
  return `${of.itemId}\u0000${of.sample}`;
}
