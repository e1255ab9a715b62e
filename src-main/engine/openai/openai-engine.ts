/** The engine for models behind an OpenAI-compatible server: vLLM, llama-server, SGLang, LM Studio, Ollama. */
import type { EndpointCandidate } from '../../contract/candidate.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import type { Engine, OpenCandidate } from '../engine.ts';
import { hashWeights, type HashCache } from '../llama/gguf/weights-hash.ts';
import { inspectGguf } from '../llama/gguf/inspect.ts';
import { openPromptRenderer, type PromptRenderer } from '../llama/prompt-renderer.ts';
import { Connection, type NetworkWatch } from './connection.ts';
import { EndpointSession } from './endpoint-session.ts';
import { serverKey } from './key.ts';
import { endpointManifest } from './manifest.ts';
import { probeSettings, probeWords } from './probes.ts';
import { findProbabilityWay } from './prompt-probabilities.ts';
import { promptWay } from './prompts.ts';
import type { ServerKind } from './request-body.ts';
import { usualPatience, withPatience, type Patience } from './retry.ts';
import { identifyServer, type ServerIdentity } from './server-identity.ts';
import { ServerTokenizer } from './server-tokenizer.ts';
import type { Attempt } from './trouble.ts';

/**
 * Connections that nobody takes before a server that never answered is taken for not being there, some seconds with the
 * usual patience: most often the address is wrong. One that loads its model says so (status 503) and is waited for.
 */
const mostRefusals = 4;

export interface OpenaiEngineOptions {
  /** Where keys are read from; the own environment where absent. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Told of what goes over the network. */
  readonly watch?: NetworkWatch;
  readonly patience?: Patience;
  /** Where hashes of vocabularies are kept; this process's memory where absent. */
  readonly hashCache?: HashCache;
}

export function createOpenaiEngine(options: OpenaiEngineOptions = {}): Engine<EndpointCandidate> {
  const environment = options.environment ?? process.env;
  const patience = options.patience ?? usualPatience;
  const hashCache = options.hashCache ?? new Map<string, string>();
  /** Times that each candidate was opened, by name. */
  const generations = new Map<string, number>();

  async function open(candidate: EndpointCandidate, signal: AbortSignal): Promise<Result<OpenCandidate>> {
    const key = await serverKey(candidate, candidate.name, environment);
    if (!key.ok) return key;
    const vocabulary = await checkVocabulary(candidate, hashCache, signal);
    if (!vocabulary.ok) return vocabulary;
    const generation = (generations.get(candidate.name) ?? 0) + 1;
    generations.set(candidate.name, generation);
    const connection = new Connection({
      endpoint: candidate.endpoint,
      key: key.data,
      timeout: candidate.settings.timeout,
      parallel: candidate.settings.parallel,
      watch: options.watch,
    });
    const renderer =
      candidate.tokenizer === undefined
        ? null
        : openPromptRenderer(candidate.tokenizer.file, candidate.template);
    // Whatever goes wrong, nothing is left behind.
    const close = async (): Promise<void> => {
      connection.close();
      await renderer?.close();
    };
    try {
      const opened = await getToKnow(candidate, connection, renderer, generation, signal);
      if (opened.ok) return opened;
      await close();
      return signal.aborted ? stopped(candidate) : opened;
    } catch (error) {
      await close();
      throw error;
    }
  }

  async function getToKnow(
    candidate: EndpointCandidate,
    connection: Connection,
    renderer: PromptRenderer | null,
    generation: number,
    signal: AbortSignal,
  ): Promise<Result<OpenCandidate>> {
    const started = performance.now();
    let refusals = 0;
    const identify = async (): Promise<Attempt<ServerIdentity>> => {
      const told = await identifyServer(connection, candidate.model, signal);
      if (told.ok || told.trouble.failure.code !== 'endpoint_unreachable') return told;
      refusals += 1;
      return refusals < mostRefusals ? told : { ok: false, trouble: { ...told.trouble, kind: 'server' } };
    };
    const identified = await withPatience(identify, patience, signal);
    if (!identified.ok) return refused(identified.trouble.failure);
    const identity = identified.data;
    const found = await ServerTokenizer.find(
      { connection, model: candidate.model, identity, patience },
      signal,
    );
    if (!found.ok) return refused(found.trouble.failure);
    const tokenizer = found.data;
    const way = await promptWay({ candidate, identity, tokenizer, renderer }, signal);
    if (!way.ok) return way;
    const session = new EndpointSession({ candidate, connection, identity, way: way.data, patience });
    const prompt = await way.data.prepare([{ role: 'user', content: probeWords }], signal);
    if (!prompt.ok) return refused(prompt.trouble.failure);
    const probed = await probeSettings(candidate, identity.server, (sampling) =>
      session.ask(prompt.data.input, sampling, sampling.seed, signal),
    );
    if (!probed.ok) return refused(probed.trouble.failure);
    session.fingerprint = probed.data.answer.fingerprint;
    session.answered = probed.data.answer.model;
    const promptLogProbabilities = await seenProbabilities(connection, candidate, identity.server, signal);
    const manifest = endpointManifest({
      candidate,
      identity,
      way: way.data,
      probed: probed.data,
      promptLogProbabilities,
      hasTokenizer: tokenizer !== null,
      generation,
      seconds: (performance.now() - started) / 1000,
    });
    return success({
      manifest,
      generate: (requests, deliver, stop) => session.generate(requests, deliver, stop),
      tryForm: (form, stop) => session.tryForm(form, stop),
      close: async () => {
        connection.close();
        await renderer?.close();
      },
    });
  }

  return { open };
}

/** The plan was registered with the file's hash: another vocabulary writes other prompts. */
async function checkVocabulary(
  { name, tokenizer }: EndpointCandidate,
  cache: HashCache,
  signal: AbortSignal,
): Promise<Result<void>> {
  if (tokenizer === undefined) return success(undefined);
  const description = await inspectGguf(tokenizer.file);
  if (!description.ok) return description;
  const hashes = await hashWeights(description.data.files, { signal, cache });
  if (!hashes.ok) return hashes;
  if (hashes.data.join(' ') === tokenizer.hashes.join(' ')) return success(undefined);
  return failure(
    'plan_invalid',
    `${tokenizer.file}: the vocabulary of '${name}' is not the one that the plan was registered with.`,
    {
      next: 'Put the file back that the plan names, or register a plan with this one.',
      where: { file: tokenizer.file },
    },
  );
}

/** Of servers that have them in most releases: a manifest then says whether this one gives them. Others are asked when they are needed. */
async function seenProbabilities(
  connection: Connection,
  { model }: EndpointCandidate,
  server: ServerKind,
  signal: AbortSignal,
): Promise<boolean | null> {
  if (server !== 'vllm' && server !== 'llama-server') return null;
  const found = await findProbabilityWay(connection, { server, model }, signal);
  return found.ok && found.data !== null;
}

function refused(error: Failure): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error };
}

function stopped({ endpoint }: EndpointCandidate) {
  return failure('interrupted', `Stopped on request while ${endpoint} was asked what it is.`, {
    next: 'Start again to go on with what is missing.',
  });
}
