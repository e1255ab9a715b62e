/** The endpoint's part of a manifest: what was asked, what the server says, and what it takes notice of. */
import type { EndpointCandidate } from '../../contract/candidate.ts';
import type { ResolvedSetting } from '../../contract/manifest.ts';
import type { EngineManifest } from '../engine.ts';
import type { Probed } from './probes.ts';
import type { PromptWay } from './prompts.ts';
import type { Fact } from './own-paths.ts';
import type { ServerIdentity } from './server-identity.ts';

export interface ManifestParts {
  readonly candidate: EndpointCandidate;
  readonly identity: ServerIdentity;
  readonly way: PromptWay;
  readonly probed: Probed;
  readonly promptLogProbabilities: boolean | null;
  readonly hasTokenizer: boolean;
  readonly generation: number;
  readonly seconds: number;
}

export function endpointManifest(parts: ManifestParts): EngineManifest {
  const { candidate, identity, way, probed } = parts;
  const { answer } = probed;
  return {
    engine: {
      engine: 'openai',
      endpoint: candidate.endpoint,
      server: identity.server,
      version: identity.version,
      fingerprint: answer.fingerprint,
      root: identity.root,
      context: identity.context,
      sent: way.sent,
      facts: [...identity.facts, ...seenFacts(parts)],
    },
    model: {
      files: [candidate.model],
      hashes: [],
      size: identity.size,
      architecture: identity.architecture ?? '',
      parameters: identity.parameters,
      quantisation: identity.quantisation,
      tensorTypes: {},
      trainContext: identity.trainContext,
    },
    template: way.template,
    bos: way.bos,
    settings: [modelSetting(candidate, answer.model), ...ownSettings(candidate), ...probed.settings],
    memory: { model: null, context: null },
    loadSeconds: parts.seconds,
    processId: null,
    generation: parts.generation,
    loadLog: [],
  };
}

function seenFacts({ probed, promptLogProbabilities, hasTokenizer }: ManifestParts): readonly Fact[] {
  const { answer, cachedTokens } = probed;
  const there = (name: string, known: boolean): Fact => ({ name, value: known ? 'there' : 'not there' });
  return [
    there('token ids of the prompt', answer.promptIds !== null),
    there('token ids of the answer', answer.tokens !== null),
    there('counts of tokens', answer.promptTokens !== null),
    there('tokenizer', hasTokenizer),
    ...(cachedTokens === null
      ? []
      : [
          {
            name: 'tokens of a repeated prompt taken from the cache',
            value: `${cachedTokens} of ${answer.promptTokens ?? 'an unknown number'}`,
          },
        ]),
    ...(promptLogProbabilities === null
      ? []
      : [there('log-probabilities of the prompt', promptLogProbabilities)]),
  ];
}

function modelSetting({ model }: EndpointCandidate, answered: string | null): ResolvedSetting {
  return {
    name: 'model',
    requested: model,
    resolved: answered,
    source: answered === null ? 'none' : 'server',
  };
}

/** What is this side's own doing. */
function ownSettings({ settings, tokenizer }: EndpointCandidate): readonly ResolvedSetting[] {
  const own = (name: string, value: string): ResolvedSetting => ({
    name,
    requested: value,
    resolved: value,
    source: 'engine',
  });
  return [
    own('parallel', String(settings.parallel)),
    own('timeout', String(settings.timeout)),
    ...(tokenizer?.hashes ?? []).map((hash) => own('tokenizer', hash)),
  ];
}
