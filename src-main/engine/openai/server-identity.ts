/** Which server this is, and what it says of itself and of the model. All of it is its word: nothing can be hashed. */
import type { z } from 'zod';
import { hashTemplate } from '../llama/template/describe-template.ts';
import type { Connection } from './connection.ts';
import { askOptional, asUnanswered, cutAnswer, isCut, parsed, readOptional } from './optional-answer.ts';
import { refusalOf } from './refusal.ts';
import type { ServerKind } from './request-body.ts';
import { done, trouble, type Attempt } from './trouble.ts';
import { askOllama, askStudio, named, type Fact, type OwnWords } from './own-paths.ts';
import {
  modelList,
  propsAnswer,
  serverInfoAnswer,
  versionAnswer,
  type ListedModel,
  type ServerProperties,
} from './wire.ts';

export interface ServerIdentity {
  readonly server: ServerKind;
  /** As the server says; null where it does not. */
  readonly version: string | null;
  /** The model's path or name on the server's side. */
  readonly root: string | null;
  /** Tokens of prompt and answer together. */
  readonly context: number | null;
  readonly trainContext: number | null;
  readonly parameters: number | null;
  readonly quantisation: string | null;
  readonly architecture: string | null;
  /** Bytes. */
  readonly size: number | null;
  /** Of llama-server; null elsewhere. */
  readonly properties: ServerProperties | null;
  /** Whatever else it says, in its own words. */
  readonly facts: readonly Fact[];
  readonly face: ServerFace;
}

/** What stays the same as long as the same server answers with the same model. */
export interface ServerFace {
  readonly version: string | null;
  readonly root: string | null;
  readonly context: number | null;
  /** The following are told by servers without a fingerprint of the model: another file may have the same path or name. */
  readonly quantisation: string | null;
  readonly architecture: string | null;
  /** Bytes. */
  readonly size: number | null;
  /** Of Ollama: a hash of all that it made the model of. */
  readonly digest: string | null;
  readonly parameters: number | null;
  readonly slots: number | null;
  /** The sha256 of its text. */
  readonly template: string | null;
}

const alwaysTold = ['version', 'root', 'context'] as const;
/** llama-server leaves some of them out while it loads. */
const toldAtTimes = [
  'quantisation',
  'architecture',
  'size',
  'digest',
  'parameters',
  'slots',
  'template',
] as const;

/** What differs between two faces; undefined where nothing does. */
export function faceChange(before: ServerFace, now: ServerFace): keyof ServerFace | undefined {
  return (
    alwaysTold.find((name) => before[name] !== now[name]) ??
    toldAtTimes.find((name) => before[name] !== null && now[name] !== null && before[name] !== now[name])
  );
}

/** Reads the list of models, and then what this kind of server tells beyond it. */
export async function identifyServer(
  connection: Connection,
  name: string,
  signal: AbortSignal,
): Promise<Attempt<ServerIdentity>> {
  const listed = await listedModel(connection, name, signal);
  if (!listed.ok) return listed;
  const model = listed.data;
  const ask = <T extends z.ZodType>(path: string, schema: T, body?: unknown) =>
    askOptional(connection, path, schema, signal, body);
  const said = await askVersion(connection, signal);
  if (!said.ok) return said;
  const { version, properties } = said.data;
  const common = {
    root: model.root ?? null,
    context: model.max_model_len ?? null,
    trainContext: null,
    parameters: null,
    quantisation: null,
    architecture: null,
    size: null,
    properties: null,
    face: faceOf(model, version, properties),
  };
  const measured = await metricFacts(connection, signal);
  if (!measured.ok) return measured;
  const metrics = measured.data;
  if (model.owned_by === 'llamacpp' || properties?.build_info)
    return done({
      ...common,
      server: 'llama-server',
      version: properties?.build_info ?? version,
      root: properties?.model_path ?? common.root,
      context: properties?.default_generation_settings?.n_ctx ?? model.meta?.n_ctx ?? null,
      trainContext: model.meta?.n_ctx_train ?? null,
      parameters: model.meta?.n_params ?? null,
      quantisation: properties?.model_ftype ?? model.meta?.ftype ?? null,
      size: model.meta?.size ?? null,
      properties,
      facts: [...slotFacts(properties), ...metrics],
    });
  if (model.owned_by === 'sglang') {
    const told = await ask('root:/server_info', serverInfoAnswer);
    if (!told.ok) return told;
    const info = told.data;
    return done({
      ...common,
      server: 'sglang',
      version: info?.version ?? version,
      quantisation: info?.quantization ?? null,
      facts: [
        ...named('dtype', info?.dtype),
        ...named('kv_cache_dtype', info?.kv_cache_dtype),
        ...named('enable_deterministic_inference', info?.enable_deterministic_inference),
        ...metrics,
      ],
    });
  }
  if (model.owned_by === 'vllm' || metrics.some(({ name: metric }) => metric.startsWith('vllm')))
    return done({ ...common, server: 'vllm', version, facts: metrics });
  for (const askOwn of [askOllama, askStudio]) {
    const own = await askOwn(connection, name, signal);
    if (!own.ok) return own;
    if (own.data !== null) return done({ ...common, ...own.data, face: withOwnWords(common.face, own.data) });
  }
  return done({ ...common, server: 'unknown', version, facts: metrics });
}

/**
 * What can be read again quickly, to see that nobody has put another model there.
 *
 * @param known as it was identified; what cannot be read this time is taken from there
 */
export async function readFace(
  connection: Connection,
  name: string,
  known: Pick<ServerIdentity, 'server' | 'face'>,
  signal: AbortSignal,
): Promise<Attempt<ServerFace>> {
  const { server } = known;
  const listed = await listedModel(connection, name, signal);
  if (!listed.ok) return asUnanswered(listed);
  const said = await askVersion(connection, signal);
  if (!said.ok) return said;
  const face = faceOf(listed.data, said.data.version, said.data.properties);
  if (server !== 'ollama' && server !== 'lm-studio') return done(face);
  const own = await (server === 'ollama' ? askOllama : askStudio)(connection, name, signal);
  if (!own.ok) return own;
  return done(own.data === null ? withoutOwnWords(face, known.face) : withOwnWords(face, own.data));
}

function withOwnWords(face: ServerFace, own: OwnWords): ServerFace {
  const { version, context, quantisation, architecture, size, digest } = own;
  return { ...face, version, context, quantisation, architecture, size, digest };
}

/** Something in between may have closed the server's own path: that is no change. What is said elsewhere is compared. */
function withoutOwnWords(face: ServerFace, before: ServerFace): ServerFace {
  const said = <T>(was: T | null, is: T | null): T | null => (was === null ? null : (is ?? was));
  return {
    ...face,
    version: said(before.version, face.version),
    context: said(before.context, face.context),
  };
}

/** Most servers have only one of the two. */
async function askVersion(
  connection: Connection,
  signal: AbortSignal,
): Promise<Attempt<{ readonly version: string | null; readonly properties: ServerProperties | null }>> {
  const version = await askOptional(connection, 'root:/version', versionAnswer, signal);
  if (!version.ok) return version;
  const properties = await askOptional(connection, 'root:/props', propsAnswer, signal);
  if (!properties.ok) return properties;
  return done({ version: version.data?.version ?? null, properties: properties.data });
}

function faceOf(model: ListedModel, version: string | null, properties: ServerProperties | null): ServerFace {
  return {
    version: properties?.build_info ?? version,
    root: properties?.model_path ?? model.root ?? null,
    context:
      properties?.default_generation_settings?.n_ctx ?? model.max_model_len ?? model.meta?.n_ctx ?? null,
    quantisation: properties?.model_ftype ?? model.meta?.ftype ?? null,
    architecture: null,
    size: model.meta?.size ?? null,
    digest: null,
    parameters: model.meta?.n_params ?? null,
    slots: properties?.total_slots ?? null,
    template: properties?.chat_template ? hashTemplate(properties.chat_template) : null,
  };
}

/** Every model that the server lists. */
export async function listModels(
  connection: Connection,
  signal: AbortSignal,
): Promise<Attempt<readonly ListedModel[]>> {
  const { endpoint } = connection;
  const reply = await connection.send('/models', undefined, signal);
  if (!reply.ok) return reply;
  if (reply.data.status !== 200) return refusalOf(connection, reply.data, signal);
  const text = await connection.readText(reply.data, signal);
  if (!text.ok) return text;
  const list = parsed(connection, text.data, modelList);
  if (!list && isCut(text.data)) return cutAnswer(connection, '/models');
  if (!list)
    return trouble('server', 'endpoint_failed', `${endpoint}/models does not answer with a list of models.`, {
      next: 'Check that the address is that of an OpenAI-compatible server, such as http://127.0.0.1:8000/v1.',
      detail: connection.withoutKey(text.data).slice(0, 500),
    });
  return done(list.data);
}

async function listedModel(
  connection: Connection,
  name: string,
  signal: AbortSignal,
): Promise<Attempt<ListedModel>> {
  const listed = await listModels(connection, signal);
  if (!listed.ok) return listed;
  const found = listed.data.find(({ id }) => id === name);
  if (found) return done(found);
  const names = listed.data.slice(0, 5).map(({ id }) => id);
  return trouble('server', 'model_unknown', `${connection.endpoint} has no model ${name}.`, {
    next:
      names.length === 0
        ? 'Start the server with the model.'
        : `It lists ${connection.withoutKey(names.join(', '))}: name one of them as the \`model\`.`,
  });
}

/** vLLM tells its cache's configuration as the labels of a gauge. */
const cacheConfiguration = /^vllm:cache_config_info\{([^}]*)\}/m;
const shownLabels = new Set([
  'block_size',
  'cache_dtype',
  'enable_prefix_caching',
  'gpu_memory_utilization',
  'num_gpu_blocks',
  'sliding_window',
]);

async function metricFacts(connection: Connection, signal: AbortSignal): Promise<Attempt<readonly Fact[]>> {
  const read = await readOptional(connection, 'root:/metrics', signal);
  if (!read.ok) return read;
  const text = read.data;
  const [, family] = /^(vllm|llamacpp|sglang):/m.exec(text ?? '') ?? [];
  if (text === null || family === undefined) return done([]);
  const labels = cacheConfiguration.exec(text)?.[1] ?? '';
  return done([
    ...[...labels.matchAll(/(\w+)="([^"]*)"/g)].flatMap(([, label = '', value = '']) =>
      shownLabels.has(label) ? [{ name: `${family} ${label}`, value }] : [],
    ),
    { name: `${family} metrics`, value: 'there' },
  ]);
}

function slotFacts(properties: ServerProperties | null): readonly Fact[] {
  return named('slots', properties?.total_slots);
}
