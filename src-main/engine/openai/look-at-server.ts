/** What a server says of itself, asked without a plan and without a word generated. */
import { success, type Result } from '../../contract/result.ts';
import { Connection } from './connection.ts';
import { serverKey, type KeyPlace } from './key.ts';
import type { Patience } from './retry.ts';
import { identifyServer, listModels, type ServerIdentity } from './server-identity.ts';
import { ServerTokenizer } from './server-tokenizer.ts';

export interface ServerLook {
  readonly endpoint: string;
  /** As it lists them. */
  readonly models: readonly string[];
  /** Of the model that was asked for, or of the first; null where it lists none. */
  readonly model: string | null;
  readonly identity: ShownIdentity | null;
  /** Whether it lends its tokenizer: then prompts can be proved to be the same. */
  readonly tokenizer: boolean;
}

/** Without what only the engine reads. */
type ShownIdentity = Omit<ServerIdentity, 'properties' | 'face'>;

export interface LookOptions extends KeyPlace {
  readonly model?: string;
  readonly signal: AbortSignal;
}

const timeout = 10;
/** Someone waits, and can look again. */
const noPatience: Patience = { tries: 1, firstWaitMs: 0, longestWaitMs: 0 };

/** @param endpoint without a slash at its end */
export async function lookAtServer(endpoint: string, options: LookOptions): Promise<Result<ServerLook>> {
  const { signal } = options;
  const key = await serverKey(options, endpoint, process.env);
  if (!key.ok) return key;
  const connection = new Connection({ endpoint, key: key.data, timeout, parallel: 1, watch: undefined });
  try {
    const listed = await listModels(connection, signal);
    if (!listed.ok) return { ok: false, error: listed.trouble.failure };
    const models = listed.data.map(({ id }) => id);
    const model = options.model ?? models[0] ?? null;
    if (model === null) return success({ endpoint, models, model, identity: null, tokenizer: false });
    const identified = await identifyServer(connection, model, signal);
    if (!identified.ok) return { ok: false, error: identified.trouble.failure };
    const parts = { connection, model, identity: identified.data, patience: noPatience };
    const tokenizer = await ServerTokenizer.find(parts, signal);
    if (!tokenizer.ok) return { ok: false, error: tokenizer.trouble.failure };
    const identity = shown(identified.data);
    return success({ endpoint, models, model, identity, tokenizer: tokenizer.data !== null });
  } finally {
    connection.close();
  }
}

function shown(identity: ServerIdentity): ShownIdentity {
  const { server, version, root, context, trainContext, parameters } = identity;
  const { quantisation, architecture, size, facts } = identity;
  return {
    server,
    version,
    root,
    context,
    trainContext,
    parameters,
    quantisation,
    architecture,
    size,
    facts,
  };
}
