/**
 * Log-probabilities of a prompt's own tokens: what weighing options needs of a server. vLLM gives them by
 * `prompt_logprobs`, SGLang and others by `echo` with `logprobs`, llama-server one by one (forced-token.ts); the rest
 * ignores all of it without a word, so a server is asked once before it is believed.
 */
import { z } from 'zod';
import type { Connection } from './connection.ts';
import { askForcedToken, givesForcedTokens } from './forced-token.ts';
import { askOptional } from './optional-answer.ts';
import { refusalOf } from './refusal.ts';
import type { ServerKind } from './request-body.ts';
import { done, trouble, type Attempt } from './trouble.ts';

/** The fields that are sent for it. */
type WholePromptWay = 'prompt_logprobs' | 'echo';
export type ProbabilityWay = WholePromptWay | 'logit_bias';

const ways: Readonly<Record<ServerKind, readonly ProbabilityWay[]>> = {
  vllm: ['prompt_logprobs'],
  sglang: ['echo'],
  unknown: ['prompt_logprobs', 'echo'],
  // It has them for what it generates alone, also where a token was forced on it.
  'llama-server': ['logit_bias'],
  'lm-studio': [],
  ollama: [],
};

const probability = z.looseObject({ logprob: z.number() });

const weighedAnswer = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        prompt_logprobs: z.array(z.record(z.string(), probability).nullable()).nullish(),
        logprobs: z.looseObject({ token_logprobs: z.array(z.number().nullable()).nullish() }).nullish(),
      }),
    )
    .min(1),
  usage: z.looseObject({ prompt_tokens: z.number().int() }).nullish(),
  system_fingerprint: z.string().nullish(),
});
type WeighedAnswer = z.infer<typeof weighedAnswer>;

export interface PromptProbabilities {
  /** Of each token from `from` on, given all before it. */
  readonly logProbabilities: readonly number[];
  readonly fingerprint: string | null;
}

function body(model: string, prompt: readonly number[] | string, way: WholePromptWay) {
  // One token has to be generated: not every server takes 0. Only the prompt's token is wanted at each place.
  const asked = { model, prompt, max_tokens: 1, temperature: 0, stream: false };
  return way === 'echo' ? { ...asked, echo: true, logprobs: 1 } : { ...asked, prompt_logprobs: 0 };
}

const probeText = 'The day after Monday is Tuesday.';

/** @returns null where the server has no way; trouble where it did not answer, which says nothing of it */
export async function findProbabilityWay(
  connection: Connection,
  { server, model }: { readonly server: ServerKind; readonly model: string },
  signal: AbortSignal,
): Promise<Attempt<ProbabilityWay | null>> {
  for (const way of ways[server]) {
    if (way === 'logit_bias') {
      const gives = await givesForcedTokens(connection, model, probeText, signal);
      if (!gives.ok) return gives;
      if (gives.data) return done(way);
      continue;
    }
    const asked = body(model, probeText, way);
    const answer = await askOptional(connection, '/completions', weighedAnswer, signal, asked);
    if (!answer.ok) return answer;
    if (answer.data !== null && placesOf(answer.data, way).length > 2) return done(way);
  }
  return done(null);
}

/** As the server gives them; empty where it gives none. */
function placesOf({ choices }: WeighedAnswer, way: WholePromptWay): readonly unknown[] {
  const [choice] = choices;
  return (way === 'echo' ? choice?.logprobs?.token_logprobs : choice?.prompt_logprobs) ?? [];
}

/**
 * @param ids of the prompt
 * @param from at least 1: nothing stands before the first token
 */
export async function askProbabilities(
  connection: Connection,
  { model, way }: { readonly model: string; readonly way: ProbabilityWay },
  ids: readonly number[],
  from: number,
  signal: AbortSignal,
): Promise<Attempt<PromptProbabilities>> {
  if (way === 'logit_bias') return askOneByOne(connection, model, ids, from, signal);
  const reply = await connection.send('/completions', body(model, ids, way), signal);
  if (!reply.ok) return reply;
  if (reply.data.status !== 200) return refusalOf(connection, reply.data, signal);
  const text = await connection.readText(reply.data, signal);
  if (!text.ok) return text;
  const answer = readWeighed(connection, text.data);
  const logProbabilities = answer === null ? null : ownProbabilities(answer, way, ids, from);
  if (answer === null || logProbabilities === null)
    return trouble(
      'item',
      'endpoint_failed',
      `${connection.endpoint} did not give a log-probability for every token of the prompt.`,
      { next: 'Look at what the server prints.', detail: connection.withoutKey(text.data).slice(0, 500) },
    );
  return done({ logProbabilities, fingerprint: answer.system_fingerprint ?? null });
}

async function askOneByOne(
  connection: Connection,
  model: string,
  ids: readonly number[],
  from: number,
  signal: AbortSignal,
): Promise<Attempt<PromptProbabilities>> {
  const logProbabilities: number[] = [];
  let fingerprint: string | null = null;
  for (const [index, token] of ids.slice(from).entries()) {
    const asked = { model, prompt: ids.slice(0, from + index), token, fresh: false };
    const answer = await askForcedToken(connection, asked, signal);
    if (!answer.ok) return answer;
    logProbabilities.push(answer.data.logProbability);
    ({ fingerprint } = answer.data);
  }
  return done({ logProbabilities, fingerprint });
}

function readWeighed(connection: Connection, text: string): WeighedAnswer | null {
  try {
    return weighedAnswer.safeParse(connection.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Null where one is missing, or is no logarithm of a probability, or where the server read other tokens than were sent. */
function ownProbabilities(
  answer: WeighedAnswer,
  way: WholePromptWay,
  ids: readonly number[],
  from: number,
): readonly number[] | null {
  if (answer.usage != null && answer.usage.prompt_tokens !== ids.length) return null;
  const [choice] = answer.choices;
  const given =
    way === 'echo'
      ? choice?.logprobs?.token_logprobs
      : choice?.prompt_logprobs?.map((place, index) => place?.[String(ids[index])]?.logprob ?? null);
  // What was generated comes after the prompt where it is echoed.
  const places = given?.slice(0, ids.length) ?? [];
  if (places.length !== ids.length) return null;
  const own = places.slice(from).filter((value) => value !== null);
  const whole =
    own.length === ids.length - from && own.every((value) => Number.isFinite(value) && value <= 0);
  return whole ? own : null;
}
