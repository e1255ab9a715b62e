/** What Ollama and LM Studio tell of a model under paths of their own: OpenAI's have no more than its name. */
import type { Connection } from './connection.ts';
import { askOptional } from './optional-answer.ts';
import { done, type Attempt } from './trouble.ts';
import { showAnswer, studioModels, tagsAnswer, versionAnswer } from './wire.ts';

export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** Null where it does not tell. */
export interface OwnWords {
  readonly server: 'ollama' | 'lm-studio';
  readonly version: string | null;
  readonly context: number | null;
  readonly quantisation: string | null;
  readonly architecture: string | null;
  /** Bytes. */
  readonly size: number | null;
  /** Of Ollama: a hash of all that it made the model of. */
  readonly digest: string | null;
  readonly facts: readonly Fact[];
}

type Asked = Promise<Attempt<OwnWords | null>>;

/** @returns null where the server is not Ollama */
export async function askOllama(connection: Connection, name: string, signal: AbortSignal): Asked {
  const told = await askOptional(connection, 'root:/api/version', versionAnswer, signal);
  if (!told.ok) return told;
  if (told.data === null) return done(null);
  const shown = await askOptional(connection, 'root:/api/show', showAnswer, signal, { model: name });
  if (!shown.ok) return shown;
  const tags = await askOptional(connection, 'root:/api/tags', tagsAnswer, signal);
  if (!tags.ok) return tags;
  const { details } = shown.data ?? {};
  const tag = tags.data?.models.find((model) => model.name === name);
  return done({
    server: 'ollama',
    version: told.data.version,
    // What it runs with is its own choice for each loading.
    context: null,
    quantisation: details?.quantization_level ?? null,
    architecture: details?.family ?? null,
    size: tag?.size ?? null,
    digest: tag?.digest ?? null,
    facts: [...named('parameter_size', details?.parameter_size), ...named('digest', tag?.digest)],
  });
}

/** @returns null where the server is not LM Studio */
export async function askStudio(connection: Connection, name: string, signal: AbortSignal): Asked {
  const told = await askOptional(connection, 'root:/api/v0/models', studioModels, signal);
  if (!told.ok) return told;
  const studio = told.data?.data.find(({ id }) => id === name);
  if (studio === undefined) return done(null);
  return done({
    server: 'lm-studio',
    version: null,
    context: studio.max_context_length ?? null,
    quantisation: studio.quantization ?? null,
    architecture: studio.arch ?? null,
    size: null,
    digest: null,
    facts: named('compatibility_type', studio.compatibility_type),
  });
}

export function named(name: string, value: string | number | boolean | null | undefined): readonly Fact[] {
  return value === null || value === undefined ? [] : [{ name, value: String(value) }];
}
