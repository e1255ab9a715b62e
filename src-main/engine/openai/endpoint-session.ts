/** An endpoint that is known: asks it, several requests at a time, and notices when it is not the same any more. */
import { setMaxListeners } from 'node:events';
import type { EndpointCandidate, Sampling } from '../../contract/candidate.ts';
import type { Output } from '../../contract/output.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import type { GenerationRequest } from '../engine.ts';
import { sampleSeed } from '../llama/settings.ts';
import type { Connection } from './connection.ts';
import { answeredOutput, failedOutput, overlongOutput, type Timing } from './output.ts';
import type { PromptWay } from './prompts.ts';
import { readAnswer, type Answer } from './read-answer.ts';
import { requestBody, requestPath, type SentInput } from './request-body.ts';
import { withPatience, type Patience } from './retry.ts';
import { readFace, type ServerIdentity } from './server-identity.ts';
import { done, trouble, type Attempt, type Trouble } from './trouble.ts';

const mostGivenUp = 3;

export interface SessionParts {
  readonly candidate: EndpointCandidate;
  readonly connection: Connection;
  readonly identity: ServerIdentity;
  readonly way: PromptWay;
  readonly patience: Patience;
}

export class EndpointSession {
  readonly #parts: SessionParts;
  /** As the server named itself when it was asked first; null where it does not. */
  fingerprint: string | null = null;
  /** A connection broke: the server may have been started again, and with another model. */
  #doubtful = false;
  /** Requests in a row that came to nothing although all patience was spent on them. */
  #givenUp = 0;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** One answer, with patience as long as nothing was generated. */
  ask(input: SentInput, sampling: Sampling, seed: number, signal: AbortSignal): Promise<Attempt<Answer>> {
    const { candidate, connection, identity, patience } = this.#parts;
    const body = requestBody({ server: identity.server, model: candidate.model, input, sampling, seed });
    const attempt = async (): Promise<Attempt<Answer>> => {
      if (this.#doubtful) {
        const same = await this.#checkFace(signal);
        if (!same.ok) return same;
        this.#doubtful = false;
      }
      const reply = await connection.send(requestPath(input), body, signal);
      const answer = reply.ok ? await readAnswer(connection, reply.data, signal) : reply;
      if (!answer.ok) this.#doubtful = true;
      return answer.ok ? this.#sameServer(answer.data) : answer;
    };
    return withPatience(attempt, patience, signal);
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
    const waiting = requests.values();
    let delivered = 0;
    let failed: Failure | undefined;
    const serve = async (): Promise<void> => {
      // All draw from the one iterator: whoever is free takes the next request at once.
      for (const request of waiting) {
        if (stopped()) return;
        const output = await this.#one(request, either);
        if (!output.ok) {
          if (!stopped()) failed = output.error;
          stop.abort();
          return;
        }
        deliver(output.data);
        delivered += 1;
      }
    };
    const places = Math.min(candidate.settings.parallel, requests.length);
    await Promise.all(Array.from({ length: places }, serve));
    if (failed !== undefined) return { ok: false, error: failed };
    if (delivered < requests.length)
      return failure('interrupted', `Stopped after ${delivered} of ${requests.length} answers.`, {
        next: 'Start again to go on with what is missing.',
      });
    const same = await withPatience(() => this.#checkFace(signal), this.#parts.patience, signal);
    // Whoever stopped it meanwhile has every answer all the same.
    return same.ok || signal.aborted ? success(undefined) : { ok: false, error: same.trouble.failure };
  }

  /** An output, or why no request to this server will do better. */
  async #one(request: GenerationRequest, signal: AbortSignal): Promise<Result<Output>> {
    const { candidate, way } = this.#parts;
    const started = performance.now();
    const timing = () => ({ started, ended: performance.now() });
    const prompt = await way.prepare(request.messages, signal);
    if (!prompt.ok) {
      if (signal.aborted) return { ok: false, error: prompt.trouble.failure };
      return this.#notAnswered(request, prompt.trouble, timing());
    }
    const seed = sampleSeed(candidate.sampling.seed, request.sample);
    const answer = await this.ask(prompt.data.input, candidate.sampling, seed, signal);
    if (answer.ok) {
      this.#givenUp = 0;
      return success(answeredOutput(request, prompt.data, answer.data, timing()));
    }
    const { kind, failure: error } = answer.trouble;
    // Stopped, also while it waited to try again: it was not answered, and it did not fail.
    if (signal.aborted) return { ok: false, error };
    if (kind === 'overlong') return success(overlongOutput(request, prompt.data, error, timing()));
    return this.#notAnswered(request, answer.trouble, timing());
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

  #sameServer(answer: Answer): Attempt<Answer> {
    const { candidate } = this.#parts;
    const before = this.fingerprint;
    if (before !== null && answer.fingerprint !== null && answer.fingerprint !== before)
      return changed(candidate, `its fingerprint was ${before} and is ${answer.fingerprint}`);
    return done(answer);
  }

  /** Reads again what the server says of itself, and compares. */
  async #checkFace(signal: AbortSignal): Promise<Attempt<void>> {
    const { candidate, connection, identity } = this.#parts;
    const now = await readFace(connection, candidate.model, signal);
    if (!now.ok)
      return now.trouble.failure.code === 'model_unknown'
        ? changed(candidate, 'it does not list the model any more')
        : now;
    for (const name of ['root', 'version', 'context'] as const) {
      const [before, after] = [identity.face[name], now.data[name]];
      if (before !== after)
        return changed(candidate, `${name} was ${before ?? 'not said'} and is ${after ?? 'not said'}`);
    }
    return done(undefined);
  }
}

function changed({ endpoint, model }: EndpointCandidate, how: string) {
  return trouble(
    'server',
    'endpoint_changed',
    `${endpoint} is not the server that ${model} began with: ${how}.`,
    {
      next: 'Register a plan with what is there now: answers of two servers are not one candidate’s. The last answers before this may come from the new one.',
    },
  );
}
