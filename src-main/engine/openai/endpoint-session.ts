/** An endpoint that is known: asks it, several requests at a time, and notices when it is not the same any more. */
import { setMaxListeners } from 'node:events';
import type { EndpointCandidate, Sampling } from '../../contract/candidate.ts';
import type { OptionMeasure, OptionProbability, Output } from '../../contract/output.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import { continuationOf, weighedOptions } from '../continuation.ts';
import type { ResolvedSetting } from '../../contract/manifest.ts';
import type { AnswerForm } from '../answer-form.ts';
import type { GenerationRequest } from '../engine.ts';
import { sampleSeed } from '../llama/settings.ts';
import type { Connection } from './connection.ts';
import { answeredOutput, failedOutput, overlongOutput, weighedOutput, type Timing } from './output.ts';
import { askForcedToken } from './forced-token.ts';
import { askProbabilities, findProbabilityWay, type ProbabilityWay } from './prompt-probabilities.ts';
import { greedy, probeForm, probeWords } from './probes.ts';
import { PromptsAhead, type Ahead } from './prompts-ahead.ts';
import type { PreparedPrompt, PromptWay } from './prompts.ts';
import { readAnswer, type Answer } from './read-answer.ts';
import { requestBody, requestPath, type SentInput } from './request-body.ts';
import { withPatience, type Patience } from './retry.ts';
import { faceChange, readFace, type ServerIdentity } from './server-identity.ts';
import { done, trouble, type Attempt, type Trouble } from './trouble.ts';

const mostGivenUp = 3;
/** After so many the server is looked at again: a block may be a long one. */
const answersBetweenLooks = 64;

export interface SessionParts {
  readonly candidate: EndpointCandidate;
  readonly connection: Connection;
  readonly identity: ServerIdentity;
  readonly way: PromptWay;
  readonly patience: Patience;
}

/** What an answer says of the one that gave it. */
interface Signed {
  readonly fingerprint: string | null;
  readonly model?: string | null;
}

export class EndpointSession {
  readonly #parts: SessionParts;
  /** As the server named itself when it was asked first; null where it does not. */
  fingerprint: string | null = null;
  /** The model's name in the first answer; null where answers do not have it. */
  answered: string | null = null;
  /** A connection broke, or nothing was asked for a while: the server may have been started again, and with another model. */
  #doubtful = false;
  /** How the server gives log-probabilities of a prompt; null where it does not, undefined until it was asked. */
  #probabilityWay: ProbabilityWay | null | undefined;
  /** Requests in a row that came to nothing although all patience was spent on them. */
  #givenUp = 0;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** One answer, with patience as long as nothing was generated. */
  ask(
    input: SentInput,
    sampling: Sampling,
    seed: number,
    signal: AbortSignal,
    form?: AnswerForm,
  ): Promise<Attempt<Answer>> {
    const { candidate, connection, identity, patience } = this.#parts;
    const body = requestBody({
      server: identity.server,
      model: candidate.model,
      input,
      sampling,
      seed,
      ...(form === undefined ? {} : { form }),
    });
    const attempt = async (): Promise<Attempt<Answer>> => {
      const reply = await connection.send(requestPath(input), body, signal);
      return reply.ok ? readAnswer(connection, reply.data, signal) : reply;
    };
    return withPatience(() => this.#ofSameServer(attempt, signal), patience, signal);
  }

  /** One try at something, by the server that was asked first. */
  async #ofSameServer<T extends Signed>(
    attempt: () => Promise<Attempt<T>>,
    signal: AbortSignal,
  ): Promise<Attempt<T>> {
    if (this.#doubtful) {
      const same = await this.#checkFace(signal);
      if (!same.ok) return same;
      this.#doubtful = false;
    }
    const answer = await attempt();
    if (!answer.ok) this.#doubtful = true;
    return answer.ok ? this.#sameServer(answer.data) : answer;
  }

  async generate(
    requests: readonly GenerationRequest[],
    deliver: (output: Output) => void,
    signal: AbortSignal,
  ): Promise<Result<void>> {
    const { candidate } = this.#parts;
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    setMaxListeners(0, either);
    const stopped = (): boolean => either.aborted;
    if (this.#doubtful) {
      const still = await withPatience(() => this.#checkFace(signal), this.#parts.patience, signal);
      if (!still.ok) return { ok: false, error: still.trouble.failure };
      this.#doubtful = false;
    }
    const weighing = await this.#canWeigh(requests, signal);
    if (!weighing.ok) return { ok: false, error: weighing.trouble.failure };
    let delivered = 0;
    let failed: Failure | undefined;
    const fail = (error: Failure): void => {
      if (!stopped()) failed = error;
      stop.abort();
    };
    let looking: Promise<void> | undefined;
    const look = async (): Promise<void> => {
      const same = await withPatience(() => this.#checkFace(either), this.#parts.patience, either);
      if (!same.ok) fail(same.trouble.failure);
      looking = undefined;
    };
    const prepare = ({ messages, options }: GenerationRequest) =>
      this.#parts.way.prepare(messages, either, options);
    const { parallel } = candidate.settings;
    const prompts = new PromptsAhead(requests, prepare, parallel);
    const serve = async (): Promise<void> => {
      // All draw from the one line: whoever is free takes the next request at once.
      for (let next = prompts.take(); next !== undefined && !stopped(); next = prompts.take()) {
        const output = await this.#one(next, either);
        if (!output.ok) {
          fail(output.error);
          return;
        }
        deliver(output.data);
        delivered += 1;
        // Beside the answers, which do not wait for it.
        if (delivered % answersBetweenLooks === 0 && delivered < requests.length) looking ??= look();
      }
    };
    const places = Math.min(parallel, requests.length);
    await Promise.all(Array.from({ length: places }, serve));
    await Promise.all([looking, prompts.left()]);
    if (failed !== undefined) return { ok: false, error: failed };
    if (delivered < requests.length)
      return failure('interrupted', `Stopped after ${delivered} of ${requests.length} answers.`, {
        next: 'Start again to go on with what is missing.',
      });
    const same = await withPatience(() => this.#checkFace(signal), this.#parts.patience, signal);
    // Other candidates are asked before the next block, and a broken connection would tell of no restart until then.
    this.#doubtful = true;
    // Whoever stopped it meanwhile has every answer all the same.
    return same.ok || signal.aborted ? success(undefined) : { ok: false, error: same.trouble.failure };
  }

  /** Finds out whether the server forces answers into a form. */
  async tryForm(form: AnswerForm, signal: AbortSignal): Promise<Result<ResolvedSetting>> {
    const { candidate, way } = this.#parts;
    const prompt = await way.prepare([{ role: 'user', content: probeWords }], signal);
    if (!prompt.ok) return { ok: false, error: prompt.trouble.failure };
    // Greedy whatever the answers are drawn with: the verdict is part of what a judge is, and must not hang on a draw.
    const sampling = { ...candidate.sampling, ...greedy };
    const probed = await probeForm(form, () =>
      this.ask(prompt.data.input, sampling, sampling.seed, signal, form),
    );
    return probed.ok ? success(probed.data) : { ok: false, error: probed.trouble.failure };
  }

  /** An output, or why no request to this server will do better. */
  async #one({ request, prompt: making }: Ahead, signal: AbortSignal): Promise<Result<Output>> {
    const { candidate } = this.#parts;
    let started = performance.now();
    const timing = () => ({ started, ended: performance.now() });
    const prompt = await making;
    if (!prompt.ok) {
      if (signal.aborted) return { ok: false, error: prompt.trouble.failure };
      return this.#notAnswered(request, prompt.trouble, timing());
    }
    started = performance.now();
    if (request.options !== undefined) {
      const weighed = await this.#weigh(request.options, prompt.data, signal);
      if (weighed.ok) {
        this.#givenUp = 0;
        return success(weighedOutput(request, prompt.data, weighed.data, timing()));
      }
      return this.#troubled(request, prompt.data, weighed.trouble, timing(), signal);
    }
    const seed = sampleSeed(candidate.sampling.seed, request.sample);
    const answer = await this.ask(prompt.data.input, candidate.sampling, seed, signal, request.form);
    if (answer.ok) {
      this.#givenUp = 0;
      return success(answeredOutput(request, prompt.data, this.#withoutEnd(answer.data), performance.now()));
    }
    return this.#troubled(request, prompt.data, answer.trouble, timing(), signal);
  }

  /**
   * llama-server counts the token that ends an answer, which is none of a file's answer. Where stop strings were sent it
   * does not tell whether one of them or that token ended it.
   */
  #withoutEnd(answer: Answer): Answer {
    const { candidate, identity } = this.#parts;
    const { finish, tokens, generatedTokens } = answer;
    const counted = identity.server === 'llama-server' && finish === 'end' && tokens === null;
    if (!counted || candidate.sampling.stops.length > 0 || !generatedTokens) return answer;
    return { ...answer, generatedTokens: generatedTokens - 1 };
  }

  #troubled(
    request: GenerationRequest,
    prompt: PreparedPrompt,
    met: Trouble,
    timing: Timing,
    signal: AbortSignal,
  ): Result<Output> {
    // Stopped, also while it waited to try again: it was not answered, and it did not fail.
    if (signal.aborted) return { ok: false, error: met.failure };
    if (met.kind === 'overlong') return success(overlongOutput(request, prompt, met.failure, timing));
    return this.#notAnswered(request, met, timing);
  }

  /** Finds out before the first option is weighed whether this server can do it. */
  async #canWeigh(requests: readonly GenerationRequest[], signal: AbortSignal): Promise<Attempt<void>> {
    if (this.#probabilityWay !== undefined || requests.every(({ options }) => options === undefined))
      return done(undefined);
    const { candidate, connection, identity, patience } = this.#parts;
    const asked = { server: identity.server, model: candidate.model };
    const found = await withPatience(() => findProbabilityWay(connection, asked, signal), patience, signal);
    if (!found.ok) return found;
    this.#probabilityWay = found.data;
    return done(undefined);
  }

  async #weigh(
    options: readonly string[],
    { text, ids, continued }: PreparedPrompt,
    signal: AbortSignal,
  ): Promise<Attempt<OptionMeasure>> {
    const { candidate, connection, identity, patience } = this.#parts;
    const way = this.#probabilityWay ?? null;
    if (way === null)
      return done({ measured: null, reason: `${candidate.endpoint} gives no log-probabilities of a prompt` });
    if (text === null || ids === null || !continued)
      return done({ measured: null, reason: `${candidate.endpoint} does not say which tokens a prompt has` });
    const longest = Math.max(...continued.map(({ length }) => length));
    // A server that cuts a prompt without a word would weigh the option after another one.
    if (identity.context !== null && longest >= identity.context)
      return trouble(
        'overlong',
        'endpoint_failed',
        `The prompt with the longest option has ${longest} tokens, which does not fit a context of ${identity.context}.`,
      );
    const weighed = weighedOptions(
      ids,
      options.map((option, index) => ({
        option,
        continuation: continuationOf(text, option),
        whole: continued[index] ?? [],
      })),
    );
    if (weighed === null)
      return trouble('item', 'endpoint_failed', 'An option has no token of its own after the prompt.');
    const { shared } = weighed;
    const from = shared.length;
    const [token] = weighed.options.flatMap(({ tokens }) => tokens);
    if (way === 'logit_bias' && token !== undefined) {
      // Read once for all of the options, and without what an earlier item has left in the server's cache. With several
      // slots the requests after it may go to another one all the same, and use the beginning that an item has left there.
      const asked = { model: candidate.model, prompt: shared, token, fresh: true };
      const read = () => askForcedToken(connection, asked, signal);
      const answer = await withPatience(() => this.#ofSameServer(read, signal), patience, signal);
      if (!answer.ok) return answer;
    }
    const measured: OptionProbability[] = [];
    for (const { tokens, ...option } of weighed.options) {
      const whole = [...shared, ...tokens];
      const ask = () => askProbabilities(connection, { model: candidate.model, way }, whole, from, signal);
      const answer = await withPatience(() => this.#ofSameServer(ask, signal), patience, signal);
      if (!answer.ok) return answer;
      const logProbability = answer.data.logProbabilities.reduce((sum, one) => sum + one, 0);
      measured.push({ ...option, logProbability, tokens: tokens.length });
    }
    return done({ measured });
  }

  /** A failed output, or why the run stops. */
  #notAnswered(
    request: GenerationRequest,
    { kind, failure: error }: Trouble,
    timing: Timing,
  ): Result<Output> {
    // With nobody there after all the patience, every other item would fail as well.
    if (kind === 'server' || error.code === 'endpoint_unreachable') return { ok: false, error };
    if (kind === 'again') {
      this.#givenUp += 1;
      // One may be the request's own fault. Later ones are still to be asked when the server is well again.
      if (this.#givenUp >= mostGivenUp) return { ok: false, error };
    }
    return success(failedOutput(request, error, timing));
  }

  #sameServer<T extends Signed>(answer: T): Attempt<T> {
    const signs = [
      { name: 'fingerprint', was: this.fingerprint, is: answer.fingerprint },
      { name: 'model in its answers', was: this.answered, is: answer.model ?? null },
    ];
    const other = signs.find(({ was, is }) => was !== null && is !== null && was !== is);
    if (other === undefined) return done(answer);
    return changed(this.#parts, `its ${other.name} was ${other.was} and is ${other.is}`);
  }

  /** Reads again what the server says of itself, and compares. */
  async #checkFace(signal: AbortSignal): Promise<Attempt<void>> {
    const { candidate, connection, identity } = this.#parts;
    const now = await readFace(connection, candidate.model, identity, signal);
    if (!now.ok)
      return now.trouble.failure.code === 'model_unknown'
        ? changed(this.#parts, 'it does not list the model any more')
        : now;
    const name = faceChange(identity.face, now.data);
    if (name === undefined) return done(undefined);
    const [before, after] = [identity.face[name], now.data[name]];
    return changed(this.#parts, `${name} was ${before ?? 'not said'} and is ${after ?? 'not said'}`);
  }
}

function changed({ candidate: { endpoint, model }, connection }: SessionParts, how: string) {
  return trouble(
    'server',
    'endpoint_changed',
    `${endpoint} is not the server that ${model} began with: ${connection.withoutKey(how)}.`,
    {
      next: 'Register a plan with what is there now: answers of two servers are not one candidate’s. The last answers before this may come from the new one.',
    },
  );
}
