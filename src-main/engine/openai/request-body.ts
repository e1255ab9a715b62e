/** What is sent: every sampling setting by name, because what is left out is the server's or the model's own choice. */
import type { Sampling } from '../../contract/candidate.ts';
import type { Message } from '../../contract/item.ts';
import { schemaOf, type AnswerForm } from '../answer-form.ts';

export const serverKinds = ['vllm', 'llama-server', 'sglang', 'ollama', 'lm-studio', 'unknown'] as const;
export type ServerKind = (typeof serverKinds)[number];

/** In which form a prompt goes to the server. */
export type SentInput =
  | { readonly as: 'messages'; readonly messages: readonly Message[] }
  | { readonly as: 'text'; readonly text: string }
  | { readonly as: 'ids'; readonly ids: readonly number[] };

export interface Question {
  readonly server: ServerKind;
  readonly model: string;
  readonly input: SentInput;
  readonly sampling: Sampling;
  /** Of this sample. */
  readonly seed: number;
  /** What the answer is to be forced into. */
  readonly form?: AnswerForm;
}

export function requestPath(input: SentInput): string {
  return input.as === 'messages' ? '/chat/completions' : '/completions';
}

/** Whether a candidate's cut goes out at all: some servers' protocols have no field for it. */
export function isSent(server: ServerKind, cut: 'topK' | 'minP'): boolean {
  return server !== 'ollama' && (server !== 'lm-studio' || cut === 'topK');
}

/** The body of a streamed request for one answer. */
export function requestBody({
  server,
  model,
  input,
  sampling,
  seed,
  form,
}: Question): Record<string, unknown> {
  return {
    model,
    ...promptOf(input),
    stream: true,
    stream_options: { include_usage: true },
    temperature: sampling.temperature,
    top_p: sampling.topP,
    seed,
    // Not `max_completion_tokens`: Ollama does not read that, and all of them read this.
    max_tokens: sampling.maxTokens,
    ...(sampling.stops.length > 0 ? { stop: sampling.stops } : {}),
    frequency_penalty: 0,
    presence_penalty: 0,
    ...ownSettings(server, input, sampling),
    ...(form === undefined ? {} : formOf(form, server, input, sampling)),
  };
}

/** `strict` is what OpenAI's own server needs; others pass over it. */
function formOf(
  form: AnswerForm,
  server: ServerKind,
  input: SentInput,
  { maxTokens }: Sampling,
): Record<string, unknown> {
  const schema = schemaOf(form, maxTokens);
  // Where the prompt is written here, llama-server knows the schema by a name of its own alone.
  if (server === 'llama-server' && input.as !== 'messages') return { json_schema: schema };
  return { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } } };
}

function promptOf(input: SentInput): Record<string, unknown> {
  switch (input.as) {
    case 'messages':
      return { messages: input.messages };
    case 'text':
      return { prompt: input.text };
    case 'ids':
      return { prompt: input.ids };
  }
}

/** Beyond OpenAI's own: each server has its own names, and ignores those of the others without a word. */
function ownSettings(server: ServerKind, input: SentInput, sampling: Sampling): Record<string, unknown> {
  const draws = { top_k: sampling.topK, min_p: sampling.minP };
  switch (server) {
    case 'vllm':
      return {
        ...draws,
        repetition_penalty: 1,
        // Special tokens are part of the answer, as they are where a GGUF file answers.
        skip_special_tokens: false,
        spaces_between_special_tokens: false,
        return_token_ids: true,
        // The prompt's beginning-of-sequence token is written by the template, or put in front here.
        ...(input.as === 'text' ? { add_special_tokens: false } : {}),
      };
    case 'sglang':
      return {
        ...draws,
        top_k: sampling.topK === 0 ? -1 : sampling.topK,
        repetition_penalty: 1,
        skip_special_tokens: false,
        spaces_between_special_tokens: false,
      };
    case 'llama-server':
      // A prompt that is partly in the cache is decoded in another batch shape, which may change the answer.
      return { ...draws, repeat_penalty: 1, cache_prompt: false };
    case 'lm-studio':
      return { top_k: sampling.topK, repeat_penalty: 1 };
    case 'ollama':
      return {};
    case 'unknown':
      // A strict server refuses what it does not know: named only where it matters.
      return sampling.temperature > 0
        ? {
            ...(sampling.topK > 0 ? { top_k: sampling.topK } : {}),
            ...(sampling.minP > 0 ? { min_p: sampling.minP } : {}),
          }
        : {};
  }
}
