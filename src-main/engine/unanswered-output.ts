/** What stands for an answer that did not come. */
import type { Output } from '../contract/output.ts';
import type { Failure } from '../contract/result.ts';
import type { GenerationRequest } from './engine.ts';

/** @param totalMs from the request to its failure */
export function unansweredOutput(
  { itemId, sample }: GenerationRequest,
  error: Failure,
  totalMs: number,
): Output {
  return {
    itemId,
    sample,
    text: '',
    finish: 'error',
    promptTokens: 0,
    generatedTokens: 0,
    promptHash: '',
    tokenHash: '',
    firstTokenMs: null,
    totalMs,
    error,
  };
}
