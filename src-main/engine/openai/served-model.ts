/** What a server says of a candidate's model, asked once and without a word generated. */
import type { EndpointCandidate } from '../../contract/candidate.ts';
import { success, type Result } from '../../contract/result.ts';
import type { ServedModel } from '../engine.ts';
import { Connection, type NetworkWatch } from './connection.ts';
import { serverKey } from './key.ts';
import { identifyServer } from './server-identity.ts';

/** Seconds: whoever asks goes on without an answer. */
const timeout = 10;

/** @returns without a fingerprint, which comes with answers only; why there is none where the server cannot be asked now */
export async function askServedModel(
  candidate: EndpointCandidate,
  environment: Readonly<Record<string, string | undefined>>,
  watch: NetworkWatch | undefined,
  signal: AbortSignal,
): Promise<Result<ServedModel>> {
  const { name, endpoint, model } = candidate;
  const key = await serverKey(candidate, name, environment);
  if (!key.ok) return key;
  const connection = new Connection({ endpoint, key: key.data, timeout, parallel: 1, watch });
  try {
    const identified = await identifyServer(connection, model, signal);
    if (!identified.ok) return { ok: false, error: identified.trouble.failure };
    const { server, version, root, context, quantisation, size, parameters } = identified.data;
    return success({
      engine: { engine: 'openai', endpoint, server, version, fingerprint: null, root, context },
      model: { files: [model], quantisation, size, parameters },
    });
  } finally {
    connection.close();
  }
}
