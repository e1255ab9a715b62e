/**
 * The log-probability of one token after a prompt, of llama-server: `logit_bias` forces the token to be the answer, and
 * the server tells with the answer how probable it was. It takes that from the model's logits as they were before the
 * bias (llama.cpp, tools/server/server-context.cpp, `get_token_probabilities`), by a softmax in 32-bit floating point.
 * Whether a server does so is seen by asking for a token twice: as one of the likeliest, and as the forced one.
 */
import { z } from 'zod';
import type { Connection } from './connection.ts';
import { askOptional, parsed } from './optional-answer.ts';
import { refusalOf } from './refusal.ts';
import { done, trouble, type Attempt } from './trouble.ts';

const place = z.looseObject({ id: z.number().int(), logprob: z.number() });
const forcedAnswer = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        text: z.string(),
        logprobs: z
          .looseObject({ content: z.array(place.extend({ top_logprobs: z.array(place).min(1) })).length(1) })
          .nullish(),
      }),
    )
    .length(1),
  usage: z.looseObject({ prompt_tokens: z.number().int() }),
  system_fingerprint: z.string().nullish(),
});
type ForcedAnswer = z.infer<typeof forcedAnswer>;

/** Far above every logit, and exact in 32 bits. */
const bias = 2 ** 20;

/** The natural logarithm of the smallest normal 32-bit number: the server's probabilities below it have lost digits, or are 0. */
const leastLogProbability = Math.log(2 ** -126);

/** How far two softmaxes of the same logits may differ that were summed in another order. */
const rounding = 1e-3;

interface Question {
  readonly model: string;
  readonly prompt: readonly number[] | string;
  /** Which is to be the answer; the likeliest one where absent. */
  readonly token?: number;
  /** How many of the likeliest are told of as well. */
  readonly likeliest: number;
  /** Whether nothing of an earlier request may be used again. */
  readonly fresh: boolean;
}

function body({ model, prompt, token, likeliest, fresh }: Question): Record<string, unknown> {
  return {
    model,
    prompt,
    max_tokens: 1,
    temperature: 0,
    stream: false,
    logprobs: likeliest,
    cache_prompt: !fresh,
    // Pieces of a prompt that stand elsewhere now are of use where speed is all.
    n_cache_reuse: 0,
    ...(token === undefined ? {} : { logit_bias: [[token, bias]] }),
  };
}

/** @returns whether the server tells what a forced token's probability was without the force */
export async function givesForcedTokens(
  connection: Connection,
  model: string,
  prompt: string,
  signal: AbortSignal,
): Promise<Attempt<boolean>> {
  const ask = (token?: number) => {
    const asked = body({
      model,
      prompt,
      likeliest: 8,
      fresh: true,
      ...(token === undefined ? {} : { token }),
    });
    return askOptional(connection, '/completions', forcedAnswer, signal, asked);
  };
  const free = await ask();
  if (!free.ok) return free;
  const expected = free.data === null ? undefined : placeOf(free.data)?.top_logprobs.at(-1);
  if (expected === undefined) return done(false);
  const forced = await ask(expected.id);
  if (!forced.ok) return forced;
  const own = forced.data === null ? undefined : placeOf(forced.data);
  // The likeliest of all would have been the answer without any force.
  if (own?.id !== expected.id || own.top_logprobs[0]?.id === own.id) return done(false);
  return done(Math.abs(own.logprob - expected.logprob) < rounding && own.logprob < -rounding);
}

function placeOf({ choices }: ForcedAnswer) {
  return choices[0]?.logprobs?.content[0];
}

interface ForcedToken {
  /** At most 0, given the prompt. */
  readonly logProbability: number;
  readonly fingerprint: string | null;
}

/** @param asked a prompt of at least one token */
export async function askForcedToken(
  connection: Connection,
  asked: {
    readonly model: string;
    readonly prompt: readonly number[];
    readonly token: number;
    readonly fresh: boolean;
  },
  signal: AbortSignal,
): Promise<Attempt<ForcedToken>> {
  const reply = await connection.send('/completions', body({ ...asked, likeliest: 1 }), signal);
  if (!reply.ok) return reply;
  if (reply.data.status !== 200) return refusalOf(connection, reply.data, signal);
  const text = await connection.readText(reply.data, signal);
  if (!text.ok) return text;
  const answer = parsed(connection, text.data, forcedAnswer);
  const logProbability = answer === null ? null : ownProbability(answer, asked.prompt, asked.token);
  if (answer === null || logProbability === null)
    return trouble(
      'item',
      'endpoint_failed',
      `${connection.endpoint} did not give the log-probability of token ${asked.token} after the prompt${answer !== null && endsInCharacter(answer) ? ': the token ends inside of a character, and llama-server keeps such to itself' : ''}.`,
      { next: 'Look at what the server prints.', detail: connection.withoutKey(text.data).slice(0, 500) },
    );
  return done({ logProbability, fingerprint: answer.system_fingerprint ?? null });
}

function endsInCharacter({ choices }: ForcedAnswer): boolean {
  return choices.some(({ text, logprobs }) => logprobs == null && text.endsWith('\uFFFD'));
}

/** Null where it is another token's, where the server read another prompt, and where it is none or too small for its numbers. */
function ownProbability(answer: ForcedAnswer, prompt: readonly number[], token: number): number | null {
  const own = placeOf(answer);
  const [likeliest] = own?.top_logprobs ?? [];
  if (own?.id !== token || likeliest === undefined || answer.usage.prompt_tokens !== prompt.length)
    return null;
  const possible =
    own.logprob >= leastLogProbability && own.logprob <= Math.min(0, likeliest.logprob + rounding);
  return possible ? own.logprob : null;
}
