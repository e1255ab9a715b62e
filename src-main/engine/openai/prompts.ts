/**
 * From messages to what is sent. The more of it is done here, the more can be proved of it:
 *
 * - with a vocabulary of its own (a GGUF file) the prompt is written and tokenised here, by the code that does it for
 *   files, and its ids are sent;
 * - with a template of the plan it is written here, tokenised by the server where it lends its tokenizer, else sent as
 *   text;
 * - else the messages are sent, and the server is asked what it made of them.
 */
import type { EndpointCandidate } from '../../contract/candidate.ts';
import type { Message } from '../../contract/item.ts';
import type { BosRule, EndpointDescription, TemplateDescription } from '../../contract/manifest.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import { compileTemplate } from '../llama/template.ts';
import { hashTemplate } from '../llama/template/describe-template.ts';
import { templateDate } from '../llama/settings.ts';
import type { PromptRenderer } from '../llama/prompt-renderer.ts';
import { continuationOf } from '../continuation.ts';
import { withSystem } from '../prompt-identity.ts';
import type { SentInput } from './request-body.ts';
import type { ServerIdentity } from './server-identity.ts';
import type { ServerTokenizer } from './server-tokenizer.ts';
import { done, trouble, type Attempt } from './trouble.ts';

export interface PreparedPrompt {
  readonly input: SentInput;
  /** The prompt's text; null where only the server knows it. */
  readonly text: string | null;
  /** The ids that the model reads, as far as they are known before it answers. */
  readonly ids: readonly number[] | null;
  /** Tokens by our own count, where the server writes the prompt: with another template it may be another one. */
  readonly ownCount: number | null;
  /** Where options are to be weighed: the ids with each of them after the prompt; null where they cannot be known. */
  readonly continued?: readonly (readonly number[])[] | null;
}

export interface PromptWay {
  readonly sent: EndpointDescription['sent'];
  readonly template: TemplateDescription;
  readonly bos: BosRule | null;
  /** @param options put after the prompt, to be weighed */
  readonly prepare: (
    messages: readonly Message[],
    signal: AbortSignal,
    options?: readonly string[],
  ) => Promise<Attempt<PreparedPrompt>>;
}

export interface PromptParts {
  readonly candidate: EndpointCandidate;
  readonly identity: ServerIdentity;
  readonly tokenizer: ServerTokenizer | null;
  /** Of the candidate's own vocabulary. */
  readonly renderer: PromptRenderer | null;
}

const probe: readonly Message[] = [{ role: 'user', content: 'Which day follows Monday?' }];

/** Servers that take a prompt as ids, and read nothing but them. */
const takesIds = new Set<ServerIdentity['server']>(['vllm', 'sglang', 'llama-server', 'unknown']);

export async function promptWay(parts: PromptParts, signal: AbortSignal): Promise<Result<PromptWay>> {
  const { candidate, identity, renderer } = parts;
  if (candidate.template !== undefined && identity.server === 'ollama')
    return failure(
      'plan_invalid',
      'Ollama puts its own template around every prompt, so `template` is of no use there.',
      { next: 'Take it out, and set the template where the model is made (Modelfile).' },
    );
  if (renderer !== null && takesIds.has(identity.server)) return ownVocabulary(parts, renderer, signal);
  if (candidate.template !== undefined) return ownTemplate(parts, candidate.template, signal);
  return success(serverTemplate(parts));
}

async function ownVocabulary(
  { candidate }: PromptParts,
  renderer: PromptRenderer,
  signal: AbortSignal,
): Promise<Result<PromptWay>> {
  const sample = await renderer.render(probe, signal);
  if (!sample.ok) return sample;
  return success({
    sent: 'ids',
    template: {
      hash: hashTemplate(sample.data.template.text),
      from: sample.data.template.from,
      renderer: sample.data.renderer,
    },
    bos: sample.data.bos ?? null,
    prepare: async (messages, stop, options) => {
      const prompt = await renderer.render(withSystem(messages, candidate.system), stop, options);
      if (!prompt.ok) return notWritten(prompt.error);
      const { text, tokens: ids = [], continued } = prompt.data;
      const own = { input: { as: 'ids', ids } as const, text, ids, ownCount: null };
      return done(options === undefined ? own : { ...own, continued: continued ?? null });
    },
  });
}

async function ownTemplate(
  { candidate, identity, tokenizer }: PromptParts,
  template: string,
  signal: AbortSignal,
): Promise<Result<PromptWay>> {
  const compiled = compileTemplate(template);
  if (!compiled.ok) return compiled;
  const bosText = await beginningText(identity, tokenizer, signal);
  if (!bosText.ok) return { ok: false, error: bosText.trouble.failure };
  const fixed = { bos_token: bosText.data ?? '', eos_token: identity.properties?.eos_token ?? '' };
  const render = (messages: readonly Message[]): Result<string> =>
    compiled.data.render(
      { ...fixed, messages: withSystem(messages, candidate.system), add_generation_prompt: true },
      templateDate,
    );
  const sample = render(probe);
  if (!sample.ok) return sample;
  const sampled = await tokenizer?.tokenize(sample.data, signal);
  if (sampled?.ok === false) return { ok: false, error: sampled.trouble.failure };
  const sampleIds = sampled?.data ?? null;
  const bos = tokenizer?.bos ?? null;
  const writesBos = bos !== null && sampleIds?.[0] === bos;
  return success({
    sent: sampleIds === null || !takesIds.has(identity.server) ? 'text' : 'ids',
    template: { hash: hashTemplate(template), from: 'plan', renderer: 'huggingface-jinja' },
    bos:
      sampleIds === null
        ? null
        : {
            modelAddsBos: bos !== null,
            templateWritesBos: writesBos,
            applied: writesBos ? 'template' : bos === null ? 'none' : 'prepended',
          },
    prepare: async (messages, stop, options) => {
      const text = render(messages);
      if (!text.ok) return notWritten(text.error);
      if (sampleIds === null || !takesIds.has(identity.server))
        return done({
          input: { as: 'text', text: text.data } as const,
          text: text.data,
          ids: null,
          ownCount: null,
          ...(options === undefined ? {} : { continued: null }),
        });
      const answer = await tokenizer?.tokenize(text.data, stop);
      if (answer?.ok === false) return answer;
      const written = answer?.data;
      // Sent as text instead, the prompt could be without its beginning-of-sequence token.
      if (!written)
        return trouble('item', 'endpoint_failed', `${candidate.endpoint} did not tokenise the prompt.`, {
          next: 'Look at what the server prints.',
        });
      const withBos = (tokens: readonly number[]): readonly number[] =>
        bos === null || tokens[0] === bos ? tokens : [bos, ...tokens];
      const ids = withBos(written);
      const own = { input: { as: 'ids', ids } as const, text: text.data, ids, ownCount: null };
      if (options === undefined) return done(own);
      const wholes = await continuedIds(tokenizer, text.data, options, stop);
      return wholes.ok ? done({ ...own, continued: wholes.data?.map(withBos) ?? null }) : wholes;
    },
  });
}

async function beginningText(
  { properties }: ServerIdentity,
  tokenizer: ServerTokenizer | null,
  signal: AbortSignal,
): Promise<Attempt<string | null>> {
  const shown = properties?.bos_token;
  if (shown !== undefined && shown !== null) return done(shown);
  return tokenizer?.bos == null ? done(null) : tokenizer.detokenize([tokenizer.bos], signal);
}

/** The server writes the prompt. With a vocabulary of our own it can at least be counted. */
function serverTemplate({ candidate, identity, tokenizer, renderer }: PromptParts): PromptWay {
  const shown = identity.properties?.chat_template;
  return {
    sent: 'messages',
    template: {
      hash: typeof shown === 'string' && shown !== '' ? hashTemplate(shown) : null,
      from: 'model',
      renderer: 'server',
    },
    bos: null,
    prepare: async (given, stop, options) => {
      const messages = withSystem(given, candidate.system);
      const read = await tokenizer?.tokenizeMessages(messages, stop);
      if (read?.ok === false) return read;
      const ids = read?.data ?? null;
      const applied = await tokenizer?.applyTemplate(messages, stop);
      if (applied?.ok === false) return applied;
      const spelt = applied?.data == null && ids !== null ? await tokenizer?.detokenize(ids, stop) : applied;
      if (spelt?.ok === false) return spelt;
      const counted = renderer === null ? null : await renderer.render(messages, stop);
      if (counted?.ok === false) return notWritten(counted.error);
      const text = spelt?.data ?? null;
      const own = {
        input: { as: 'messages', messages } as const,
        text,
        ids,
        ownCount: counted?.data.tokens?.length ?? null,
      };
      if (options === undefined) return done(own);
      if (text === null || ids === null) return done({ ...own, continued: null });
      const wholes = await continuedIds(tokenizer, text, options, stop);
      if (!wholes.ok) return wholes;
      // llama-server puts it in front of what its template writes.
      const begins = ids[0] === tokenizer?.bos ? ids.slice(0, 1) : [];
      const continued = wholes.data?.map((whole) => (whole[0] === begins[0] ? whole : [...begins, ...whole]));
      return done({ ...own, continued: continued ?? null });
    },
  };
}

/** Tokenised by the server, in one piece with the prompt; null where it does not. */
async function continuedIds(
  tokenizer: ServerTokenizer | null,
  prompt: string,
  options: readonly string[],
  signal: AbortSignal,
): Promise<Attempt<readonly (readonly number[])[] | null>> {
  const wholes: (readonly number[])[] = [];
  for (const option of options) {
    const whole = await tokenizer?.tokenize(prompt + continuationOf(prompt, option), signal);
    if (whole?.ok === false) return whole;
    if (!whole?.data) return done(null);
    wholes.push(whole.data);
  }
  return done(wholes);
}

/** What concerns the one prompt, and not the next one. */
const aboutPrompt = new Set<Failure['code']>(['template_broken', 'bos_doubled']);

function notWritten(error: Failure): Extract<Attempt<never>, { ok: false }> {
  return { ok: false, trouble: { kind: aboutPrompt.has(error.code) ? 'item' : 'server', failure: error } };
}
