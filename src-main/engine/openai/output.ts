/** From an answer to an output, and from a failure to one: missing, never zero. */
import type { OptionMeasure, Output } from '../../contract/output.ts';
import type { Failure } from '../../contract/result.ts';
import type { GenerationRequest } from '../engine.ts';
import { promptHash, tokenHash } from '../prompt-identity.ts';
import { unansweredOutput } from '../unanswered-output.ts';
import type { PreparedPrompt } from './prompts.ts';
import type { Answer } from './read-answer.ts';

/** Of `performance.now()`. */
export interface Timing {
  /** When the prompt was there: neither making it nor waiting for a place is part of an output's time. */
  readonly started: number;
  readonly ended: number;
}

export function answeredOutput(
  request: GenerationRequest,
  prompt: PreparedPrompt,
  answer: Answer,
  ended: number,
): Output {
  const ids = readIds(prompt, answer);
  const facts = {
    itemId: request.itemId,
    sample: request.sample,
    promptTokens: answer.promptTokens ?? ids?.length ?? 0,
    ...promptFacts(prompt.text, ids),
    // Of the try that was answered: those before it, and the waits between them, are none of the answer's time.
    firstTokenMs: answer.firstAt === null ? null : answer.firstAt - answer.sentAt,
    totalMs: ended - answer.sentAt,
  };
  const missing = missingTokens(prompt, answer);
  if (missing > 0)
    return {
      ...facts,
      text: '',
      finish: 'overlong',
      generatedTokens: 0,
      error: {
        code: 'endpoint_failed',
        message: `The server left ${missing} tokens of the prompt out without a word, so its answer is to another question.`,
        next: 'Start the server with a longer context.',
        where: { item: request.itemId },
      },
    };
  if (prompt.ownCount !== null && answer.promptTokens !== null && answer.promptTokens < prompt.ownCount)
    return {
      ...facts,
      text: '',
      finish: 'error',
      generatedTokens: 0,
      error: {
        code: 'endpoint_failed',
        message: `The server read ${answer.promptTokens} tokens where the plan’s vocabulary counts ${prompt.ownCount}: it left some of the prompt out, or writes it otherwise.`,
        next: 'Start the server with a longer context, or name the vocabulary of the model that it has.',
        where: { item: request.itemId },
      },
    };
  const tokens = answer.tokens === null ? null : ownTokens(answer);
  return {
    ...facts,
    text: answer.text,
    finish: answer.finish,
    ...(answer.stop === undefined ? {} : { stop: answer.stop }),
    generatedTokens: tokens?.length ?? answer.generatedTokens ?? 0,
    ...(tokens === null ? {} : { tokens }),
  };
}

/** The output of a request whose options were weighed, or could not be. */
export function weighedOutput(
  request: GenerationRequest,
  prompt: PreparedPrompt,
  options: OptionMeasure,
  timing: Timing,
): Output {
  return { ...textless(request, prompt, timing), finish: 'end', options };
}

export function overlongOutput(
  request: GenerationRequest,
  prompt: PreparedPrompt,
  error: Failure,
  timing: Timing,
): Output {
  return {
    ...textless(request, prompt, timing),
    finish: 'overlong',
    error: { ...error, where: { item: request.itemId } },
  };
}

/** Of a prompt that was made, and after which nothing was generated. */
function textless(
  request: GenerationRequest,
  prompt: PreparedPrompt,
  { started, ended }: Timing,
): Omit<Output, 'finish'> {
  return {
    itemId: request.itemId,
    sample: request.sample,
    text: '',
    promptTokens: prompt.ids?.length ?? 0,
    generatedTokens: 0,
    ...promptFacts(prompt.text, prompt.ids),
    firstTokenMs: null,
    totalMs: ended - started,
  };
}

export function failedOutput(request: GenerationRequest, error: Failure, { started, ended }: Timing): Output {
  return unansweredOutput(request, { ...error, where: { item: request.itemId } }, ended - started);
}

/** An empty hash: not known. */
function promptFacts(
  text: string | null,
  ids: readonly number[] | null,
): Pick<Output, 'prompt' | 'promptHash' | 'tokenHash' | 'promptIds'> {
  return {
    ...(text === null ? {} : { prompt: text }),
    promptHash: text === null ? '' : promptHash(text),
    tokenHash: ids === null ? '' : tokenHash(ids),
    ...(ids === null ? {} : { promptIds: ids }),
  };
}

/** The ids that the model read: as the server returns them, else ours where its own count does not contradict. */
function readIds({ ids }: PreparedPrompt, { promptIds, promptTokens }: Answer): readonly number[] | null {
  if (promptIds !== null) return promptIds;
  if (ids === null || promptTokens === null || promptTokens === ids.length) return ids;
  return null;
}

/** Tokens that the server did not read, by its own count. */
function missingTokens({ ids }: PreparedPrompt, { promptIds, promptTokens }: Answer): number {
  const read = promptIds?.length ?? promptTokens;
  return ids === null || read === null ? 0 : Math.max(0, ids.length - read);
}

/** Without the token that ended the answer. */
function ownTokens({ tokens, finish }: Answer): readonly number[] {
  return finish === 'end' ? (tokens ?? []).slice(0, -1) : (tokens ?? []);
}
