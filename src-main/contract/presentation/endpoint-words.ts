/** What an endpoint says of itself, in words. */
import type { EndpointDescription, Manifest } from '../manifest.ts';
import { buildWords } from './library-words.ts';
import { formatCount } from './numbers.ts';

const serverNames: Readonly<Record<string, string>> = {
  vllm: 'vLLM',
  'llama-server': 'llama-server',
  sglang: 'SGLang',
  ollama: 'Ollama',
  'lm-studio': 'LM Studio',
};

/** "vLLM 0.32.0"; "an OpenAI-compatible server" where it does not show which. */
export function serverWords({ server, version }: Pick<EndpointDescription, 'server' | 'version'>): string {
  const name = serverNames[server] ?? 'an OpenAI-compatible server';
  return version === null ? name : `${name} ${version}`;
}

const sentWords: Readonly<Record<EndpointDescription['sent'], string>> = {
  messages: 'messages: the server writes the prompt with its own template',
  text: 'the prompt’s text, written here',
  ids: 'token ids, made here or by the server’s tokenizer from a prompt that was written here',
};

/** Label and text, for a list. */
export function endpointFacts(engine: EndpointDescription): readonly (readonly [string, string])[] {
  const { endpoint, root, context, fingerprint, sent, facts } = engine;
  return [
    ['Engine', `${serverWords(engine)} at ${endpoint}`],
    ...(root === null ? [] : [['Model, as the server names it', root] as const]),
    ...(context === null ? [] : [['Context', `${formatCount(context)} tokens`] as const]),
    ...(fingerprint === null ? [] : [['Fingerprint', fingerprint] as const]),
    ['Sent', sentWords[sent]],
    ...facts.map(({ name, value }) => [`Server: ${name}`, value] as const),
  ];
}

/** Where a run's outputs came from, short: for a table's cell. */
export function engineWords({ engine }: Pick<Manifest, 'engine'>): string {
  if (engine.engine === 'openai') return serverWords(engine);
  const { llamaCppRelease, buildType } = engine;
  return `llama.cpp ${llamaCppRelease}${buildType === 'prebuilt' ? '' : ` ${buildWords(buildType)}`}`;
}
